import type { MailText } from '../../../lib/mailer.ts';

type Params = { name: string; team: string; project: string; link: string };

/**
 * Names the applicant and tells nothing else about them. In both languages: the language of chiefs and owners is not
 * stored.
 */
export const applicationReceivedMail = ({ name, team, project, link }: Params): MailText => ({
  subject: `${name || 'Somebody'} applies to ${team} / ${name || '有人'} 申請加入 ${team}`,
  text:
    `Hello,\n\n${name || 'Somebody'} would like to join the team ${team} of ${project}.\n\n` +
    `Read what they say, and accept or decline:\n\n${link}\n\n` +
    `您好：\n\n${name || '有人'} 申請加入 ${project} 的 ${team}。\n\n請查看申請內容，並接受或婉拒：\n\n${link}\n`,
});
