import { mailTemplate } from '../../lib/mailer.ts';

export const signInLinkMail = mailTemplate<{ link: string; code: string }>({
  en: ({ link, code }) => ({
    subject: 'Sign in to Muster',
    text:
      `Hello,\n\nThis link signs you in to Muster. It works once, for 15 minutes:\n\n${link}\n\n` +
      `Or enter this code in the browser in which you asked for it: ${code}\n\n` +
      'If you did not ask for it, do nothing, and do not tell anybody the code: nobody can sign in without this email.\n',
  }),
  'zh-TW': ({ link, code }) => ({
    subject: '登入 Muster',
    text:
      `您好：\n\n請使用以下連結登入 Muster。連結僅能使用一次，15 分鐘內有效：\n\n${link}\n\n` +
      `您也可以在要求登入的瀏覽器中輸入驗證碼：${code}\n\n` +
      '若您並未要求登入，請忽略此信，也不要把驗證碼告訴任何人；沒有這封信，任何人都無法登入。\n',
  }),
});
