import type { MailText } from '../../lib/mailer.ts';

type Params = { change: 'appointed' | 'dismissed'; actor: string; name: string; link: string };

/** In both languages: it goes to several people. */
export const administratorsChangedMail = ({ change, actor, name, link }: Params): MailText => {
  const [did, done] = change === 'appointed' ? ['made', '任命'] : ['dismissed', '解除'];
  const role = change === 'appointed' ? `${name} an administrator` : `${name} as an administrator`;
  return {
    subject: 'The administrators have changed / 管理員已變更',
    text:
      `Hello,\n\n${actor} ${did} ${role}.\n\n` +
      `If this should not have happened, check the audit log and the list of people:\n\n${link}\n\n` +
      `您好：\n\n${actor} ${done}了 ${name} 的管理員身分。\n\n若這並非預期的變更，請查看稽核紀錄與人員清單：\n\n${link}\n`,
  };
};
