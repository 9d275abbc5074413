import { mailTemplate } from '../../../lib/mailer.ts';

type Params = { sender: string; team: string; project: string; link: string; until: string };

/** Contains no secret: the invitation belongs to the address, so the person signs in to see it. */
export const invitationMail = mailTemplate<Params>({
  en: ({ sender, team, project, link, until }) => ({
    subject: `Join ${team} at ${project}`,
    text:
      `Hello,\n\n${sender || 'Somebody'} would like to have you in the team ${team} of ${project}.\n\n` +
      `Sign in with this address to accept or decline; there is no password:\n\n${link}\n\n` +
      `The invitation is good until ${until}. If you do not want it, do nothing.\n`,
  }),
  'zh-TW': ({ sender, team, project, link, until }) => ({
    subject: `邀請您加入 ${project} 的 ${team}`,
    text:
      `您好：\n\n${sender || '有人'} 邀請您加入 ${project} 的 ${team}。\n\n` +
      `請用這個電子郵件地址登入（不需要密碼），即可接受或婉拒：\n\n${link}\n\n` +
      `邀請在 ${until} 前有效。若您不想參加，不需要做任何事。\n`,
  }),
});
