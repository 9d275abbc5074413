import { mailInLanguage } from '../../lib/mailer.ts';
import type { MailText } from '../../lib/mailer.ts';

type Params = { link: string };

const inEnglish = ({ link }: Params): MailText => ({
  subject: 'Your Muster account was secured',
  text:
    'Hello,\n\nSomebody used the link "this was not me" in an email to you. Your account was signed out everywhere, its ' +
    'API tokens were revoked, and for 24 hours nobody can change how it signs in.\n\n' +
    'Make sure that nobody else can read your email. Then sign in and check your passkeys and linked accounts. If ' +
    `something is not yours, ask an administrator to remove it:\n${link}\n`,
});

const inChinese = ({ link }: Params): MailText => ({
  subject: '您的 Muster 帳號已受保護',
  text:
    '您好：\n\n有人使用了通知信中的「不是我」連結。您的帳號已從所有裝置登出，API 權杖已撤銷，24 小時內無法變更登入方式。\n\n' +
    `請確認沒有其他人能讀取您的信箱，再登入檢查通行金鑰與連結的帳號。若有不明項目，請聯絡系統管理員移除：\n${link}\n`,
});

/** In the person's language; in both if it is not known. */
export const accountSecuredMail = mailInLanguage(inEnglish, inChinese);
