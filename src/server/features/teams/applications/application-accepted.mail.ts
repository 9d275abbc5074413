import { mailTemplate } from '../../../lib/mailer.ts';

export const applicationAcceptedMail = mailTemplate<{ team: string; project: string; link: string }>({
  en: ({ team, project, link }) => ({
    subject: `Welcome to ${team} at ${project}`,
    text:
      `Hello,\n\nYour application was accepted: you are in the team ${team} of ${project}.\n\n` +
      `This is where you find the others, and what to know:\n\n${link}\n`,
  }),
  'zh-TW': ({ team, project, link }) => ({
    subject: `歡迎加入 ${project} 的 ${team}`,
    text: `您好：\n\n您已加入 ${project} 的 ${team}。團隊的聯絡方式與說明在這裡：\n\n${link}\n`,
  }),
});
