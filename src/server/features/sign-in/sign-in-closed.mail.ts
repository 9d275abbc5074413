import { mailTemplate } from '../../lib/mailer.ts';

/** Sent instead of a sign-in link if the address may not register, so that the response need not say so. */
export const signInClosedMail = mailTemplate<object>({
  en: () => ({
    subject: 'Sign in to Muster',
    text:
      'Hello,\n\nSomebody asked to sign in to Muster with this address. It has no account here, and new ones need an ' +
      'invitation. Please ask the organisers of your event.\n\nIf you did not ask for this, do nothing.\n',
  }),
  'zh-TW': () => ({
    subject: '登入 Muster',
    text:
      '您好：\n\n有人要求以此地址登入 Muster。此地址在此沒有帳號，新帳號需要邀請。請聯絡活動的主辦單位。\n\n' +
      '若您並未要求登入，請忽略此信。\n',
  }),
});
