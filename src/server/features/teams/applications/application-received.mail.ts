import { mailInLanguage } from '../../../lib/mailer.ts';
import type { MailText } from '../../../lib/mailer.ts';

type Params = { name: string; team: string; project: string; link: string };

/** Names the applicant and tells nothing else about them. In the reader's language; in both if it is not known. */
export const applicationReceivedMail = mailInLanguage(
  ({ name, team, project, link }: Params): MailText => ({
    subject: `${name || 'Somebody'} applies to ${team}`,
    text:
      `Hello,\n\n${name || 'Somebody'} would like to join the team ${team} of ${project}.\n\n` +
      `Read what they say, and accept or decline:\n\n${link}\n`,
  }),
  ({ name, team, project, link }: Params): MailText => ({
    subject: `${name || '有人'} 申請加入 ${team}`,
    text: `您好：\n\n${name || '有人'} 申請加入 ${project} 的 ${team}。\n\n請查看申請內容，並接受或婉拒：\n\n${link}\n`,
  }),
);
