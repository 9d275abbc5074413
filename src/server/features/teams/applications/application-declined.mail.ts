import { mailTemplate } from '../../../lib/mailer.ts';

export const applicationDeclinedMail = mailTemplate<{ team: string; project: string; link: string }>({
  en: ({ team, project, link }) => ({
    subject: `Your application to ${team} at ${project}`,
    text:
      `Hello,\n\nThank you for applying to the team ${team} of ${project}. Sorry, it cannot take you in this time.\n\n` +
      `Another team may be looking for somebody like you:\n\n${link}\n`,
  }),
  'zh-TW': ({ team, project, link }) => ({
    subject: `您對 ${project} ${team} 的申請`,
    text: `您好：\n\n很抱歉，${project} 的 ${team} 這次無法邀請您加入。謝謝您的申請！\n\n其他團隊也許正需要您：\n\n${link}\n`,
  }),
});
