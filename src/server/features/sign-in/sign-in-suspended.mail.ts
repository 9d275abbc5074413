import { mailTemplate } from '../../lib/mailer.ts';

/** Sent instead of a sign-in link if the account is suspended. */
export const signInSuspendedMail = mailTemplate<object>({
  en: () => ({
    subject: 'Sign in to Muster',
    text: 'Hello,\n\nyou asked to sign in to Muster, but this account is suspended. Please ask the organisers.\n',
  }),
  'zh-TW': () => ({
    subject: '登入 Muster',
    text: '您好：\n\n您要求登入 Muster，但此帳號已被停用。請聯絡主辦單位。\n',
  }),
});
