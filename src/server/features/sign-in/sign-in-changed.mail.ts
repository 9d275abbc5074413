import { mailInLanguage } from '../../lib/mailer.ts';
import type { MailText } from '../../lib/mailer.ts';

const sentences = {
  passkey_added: {
    en: (what: string) => `A passkey was added to your account: ${what}.`,
    zh: (what: string) => `您的帳號新增了一把通行金鑰：${what}。`,
  },
  passkey_removed: {
    en: (what: string) => `A passkey was removed from your account: ${what}.`,
    zh: (what: string) => `您的帳號移除了一把通行金鑰：${what}。`,
  },
  passkeys_reset: {
    en: () => 'An administrator removed all passkeys and recovery codes from your account.',
    zh: () => '管理員移除了您帳號的所有通行金鑰與復原碼。',
  },
  recovery_codes_created: {
    en: () => 'New recovery codes were created for your account. Earlier ones no longer work.',
    zh: () => '您的帳號產生了新的復原碼，先前的復原碼已失效。',
  },
  recovery_code_used: {
    en: () => 'A recovery code of your account was used instead of a passkey.',
    zh: () => '您的帳號使用了一組復原碼代替通行金鑰。',
  },
  identity_unlinked: {
    en: (what: string) => `You can no longer sign in to your account with ${what}.`,
    zh: (what: string) => `您的帳號不再能使用 ${what} 登入。`,
  },
  identity_linked: {
    en: (what: string) => `You can now sign in to your account with ${what}.`,
    zh: (what: string) => `您的帳號現在可以使用 ${what} 登入。`,
  },
} satisfies Record<string, { en: (what: string) => string; zh: (what: string) => string }>;

export type SignInChange = { change: keyof typeof sentences; what?: string };

type Change = SignInChange & { link: string; notMeLink: string };

const inEnglish = ({ change, what = '', link, notMeLink }: Change): MailText => ({
  subject: 'How you sign in to Muster has changed',
  text:
    `Hello,\n\n${sentences[change].en(what)} If this was you, there is nothing to do. You can check it here:\n${link}\n\n` +
    'If this was not you, open this link within seven days. It signs you out everywhere and stops further changes for ' +
    `24 hours:\n${notMeLink}\n`,
});

const inChinese = ({ change, what = '', link, notMeLink }: Change): MailText => ({
  subject: 'Muster 登入方式已變更',
  text:
    `您好：\n\n${sentences[change].zh(what)}若是您本人所為，則不需要做任何事；可在此查看：\n${link}\n\n` +
    `若非您本人所為，請在七天內開啟此連結，將登出所有裝置，並在 24 小時內停止進一步的變更：\n${notMeLink}\n`,
});

/** In the person's language; in both if it is not known. */
export const signInChangedMail = mailInLanguage(inEnglish, inChinese);
