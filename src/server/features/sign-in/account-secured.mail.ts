import type { MailText } from '../../lib/mailer.ts';

/** In both languages: the language of the person is not stored. */
export const accountSecuredMail = ({ link }: { link: string }): MailText => ({
  subject: 'Your Muster account was secured / 您的 Muster 帳號已受保護',
  text:
    'Hello,\n\nsomebody used the link "this was not me" in a mail to you. Your account is signed out everywhere, its API ' +
    'tokens are revoked, and for 24 hours nobody can change its passkeys, recovery codes or linked accounts.\n\n' +
    'Make sure that nobody else can read your mail. Then sign in and check how your account can be signed in to. If ' +
    `something is not yours, ask an administrator to remove it:\n${link}\n\n` +
    '您好：\n\n有人使用了通知信中的「不是我」連結。您的帳號已從所有裝置登出，API 權杖已撤銷，24 小時內無法變更通行金鑰、復原碼與連結的帳號。\n\n' +
    `請確認沒有其他人能讀取您的信箱，再登入檢查登入方式。若有不明項目，請聯絡系統管理員移除：\n${link}\n`,
});
