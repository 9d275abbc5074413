import { mailTemplate } from '../../../lib/mailer.ts';

export const applicationLapsedMail = mailTemplate<{ team: string; project: string; link: string }>({
  en: ({ team, project, link }) => ({
    subject: `Your application to ${team} at ${project} has ended`,
    text:
      `Hello,\n\nnobody answered your application to the team ${team} of ${project} in time, so it has ended. ` +
      `Sorry about that, and thank you for offering your help.\n\n` +
      `Other teams may be looking for people:\n\n${link}\n`,
  }),
  'zh-TW': ({ team, project, link }) => ({
    subject: `您對 ${project} ${team} 的申請已失效`,
    text:
      `您好：\n\n您對 ${project} ${team} 的申請一直沒有得到回覆，現在已經失效。很抱歉，也謝謝您願意幫忙。\n\n` +
      `其他團隊也許正需要您：\n\n${link}\n`,
  }),
});
