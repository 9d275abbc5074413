import { mailTemplate } from '../../../lib/mailer.ts';

type Params = {
  role: 'member' | 'chief' | 'owner';
  sender: string;
  team: string;
  project: string;
  link: string;
  until: string;
};

const asked = {
  en: {
    member: (team: string, project: string) => `would like to have you in the team ${team} of ${project}`,
    chief: (team: string, project: string) => `would like you to lead the team ${team} of ${project} as a chief`,
    owner: (_team: string, project: string) => `would like you to run ${project} as one of its owners`,
  },
  'zh-TW': {
    member: (team: string, project: string) => `邀請您加入 ${project} 的 ${team}`,
    chief: (team: string, project: string) => `邀請您擔任 ${project} 的 ${team} 組長`,
    owner: (_team: string, project: string) => `邀請您擔任 ${project} 的專案負責人`,
  },
};

/** Contains no secret: the invitation belongs to the address, so the person signs in to see it. */
export const invitationMail = mailTemplate<Params>({
  en: ({ role, sender, team, project, link, until }) => ({
    subject: role === 'owner' ? `Run ${project}` : `Join ${team} at ${project}`,
    text:
      `Hello,\n\n${sender || 'Somebody'} ${asked.en[role](team, project)}.\n\n` +
      `Sign in with this address to accept or decline; there is no password:\n\n${link}\n\n` +
      `The invitation is good until ${until}. If you do not want it, do nothing.\n`,
  }),
  'zh-TW': ({ role, sender, team, project, link, until }) => ({
    subject: role === 'owner' ? `邀請您擔任 ${project} 的專案負責人` : `邀請您加入 ${project} 的 ${team}`,
    text:
      `您好：\n\n${sender || '有人'} ${asked['zh-TW'][role](team, project)}。\n\n` +
      `請用這個電子郵件地址登入（不需要密碼），即可接受或婉拒：\n\n${link}\n\n` +
      `邀請在 ${until} 前有效。若您不想參加，不需要做任何事。\n`,
  }),
});
