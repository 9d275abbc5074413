import { mailTemplate } from '../../lib/mailer.ts';

/** Suspended people can sign in to take their data along or erase it, and for nothing else. */
export const signInSuspendedMail = mailTemplate<{ link: string }>({
  en: ({ link }) => ({
    subject: 'Sign in to Muster',
    text:
      'Hello,\n\nYou asked to sign in to Muster, but this account is suspended. Please ask the organisers.\n\n' +
      `To download or erase your data, open this link within 15 minutes; it works once:\n\n${link}\n`,
  }),
  'zh-TW': ({ link }) => ({
    subject: '登入 Muster',
    text:
      '您好：\n\n您要求登入 Muster，但此帳號已被停用。請聯絡主辦單位。\n\n' +
      `若要下載或刪除您的資料，請在 15 分鐘內開啟此連結；連結只能使用一次：\n\n${link}\n`,
  }),
});
