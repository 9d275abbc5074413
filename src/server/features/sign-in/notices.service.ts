import type { Config } from '../../config.ts';
import type { Mail } from '../../lib/mailer.ts';

/** What changed about how somebody signs in, in English and Chinese: nobody is asked for their language here. */
const notices = {
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

export type Notice = keyof typeof notices;

/** Whoever did not do it themselves learns of it, and what to do. */
export const noticeMail = (config: Config, to: string, notice: Notice, what = ''): Mail => ({
  to,
  subject: 'How you sign in to Muster has changed / Muster 登入方式已變更',
  text:
    `Hello,\n\n${notices[notice].en(what)}\n\n` +
    `If this was not you, sign in, remove what is not yours and sign out everywhere:\n${config.baseUrl}/me/security\n\n` +
    `您好：\n\n${notices[notice].zh(what)}\n\n` +
    `若非您本人所為，請登入後移除不明的項目，並登出所有裝置：\n${config.baseUrl}/me/security\n`,
});
