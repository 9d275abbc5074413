import { mailInLanguage } from '../../lib/mailer.ts';
import type { MailText } from '../../lib/mailer.ts';

const sentences = {
  passkey_added: {
    en: (what: string) => `a passkey was added to your account: ${what}.`,
    zh: (what: string) => `您的帳號新增了一把通行金鑰：${what}。`,
  },
  passkey_removed: {
    en: (what: string) => `a passkey was removed from your account: ${what}.`,
    zh: (what: string) => `您的帳號移除了一把通行金鑰：${what}。`,
  },
  passkeys_reset: {
    en: () => 'an administrator removed all passkeys from your account.',
    zh: () => '管理員移除了您帳號的所有通行金鑰。',
  },
  identity_linked: {
    en: (what: string) => `your account can now be signed in to with ${what}.`,
    zh: (what: string) => `您的帳號現在可以使用 ${what} 登入。`,
  },
} satisfies Record<string, { en: (what: string) => string; zh: (what: string) => string }>;

export type SignInChange = { change: keyof typeof sentences; what?: string };

const inEnglish = ({ change, what = '', link }: SignInChange & { link: string }): MailText => ({
  subject: 'How you sign in to Muster has changed',
  text:
    `Hello,\n\n${sentences[change].en(what)}\n\n` +
    `If this was not you, sign in, remove what is not yours and sign out everywhere:\n${link}\n`,
});

const inChinese = ({ change, what = '', link }: SignInChange & { link: string }): MailText => ({
  subject: 'Muster 登入方式已變更',
  text:
    `您好：\n\n${sentences[change].zh(what)}\n\n` +
    `若非您本人所為，請登入後移除不明的項目，並登出所有裝置：\n${link}\n`,
});

/** In the person's language; in both if it is not known. */
export const signInChangedMail = mailInLanguage(inEnglish, inChinese);
