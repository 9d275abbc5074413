import { mailTemplate } from '../../lib/mailer.ts';

export const signInLinkMail = mailTemplate<{ link: string }>({
  en: ({ link }) => ({
    subject: 'Sign in to Muster',
    text:
      `Hello,\n\nthis link signs you in to Muster. It works once, for 15 minutes:\n\n${link}\n\n` +
      'If you did not ask for it, do nothing: nobody can sign in without it.\n',
  }),
  'zh-TW': ({ link }) => ({
    subject: '登入 Muster',
    text:
      `您好：\n\n請使用以下連結登入 Muster。連結僅能使用一次，15 分鐘內有效：\n\n${link}\n\n` +
      '若您並未要求登入，請忽略此信；沒有連結，任何人都無法登入。\n',
  }),
});
