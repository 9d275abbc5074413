import { mailInLanguage, mailTemplate } from '../../lib/mailer.ts';
import type { MailText } from '../../lib/mailer.ts';

export const confirmEmailMail = mailTemplate<{ link: string }>({
  en: ({ link }) => ({
    subject: 'Confirm your new address for Muster',
    text:
      `Hello,\n\nopen this link to use this address for your Muster account. It works for one hour, in a browser in which ` +
      `you are signed in:\n\n${link}\n\nIf you did not ask for this, do nothing.\n`,
  }),
  'zh-TW': ({ link }) => ({
    subject: '確認您在 Muster 的新電子郵件地址',
    text:
      `您好：\n\n請在已登入的瀏覽器中開啟以下連結，將此地址用於您的 Muster 帳號。連結一小時內有效：\n\n${link}\n\n` +
      '若您並未要求變更，請忽略此信。\n',
  }),
});

/** Sent instead of a link if the address cannot be used, so that the response need not say so. */
export const emailTakenMail = mailTemplate<object>({
  en: () => ({
    subject: 'This address cannot be used for another Muster account',
    text:
      'Hello,\n\nsomebody asked to use this address for their Muster account. It is in use here already, so nothing was ' +
      'changed.\n\nIf you did not ask for this, do nothing.\n',
  }),
  'zh-TW': () => ({
    subject: '此電子郵件地址無法用於另一個 Muster 帳號',
    text: '您好：\n\n有人要求將此地址用於其 Muster 帳號。此地址已在使用中，因此沒有任何變更。\n\n若您並未要求，請忽略此信。\n',
  }),
});

type Changed = { email: string; link: string };

/** The notice to the old address. */
export const emailChangedMail = mailInLanguage(
  ({ email, link }: Changed): MailText => ({
    subject: 'The address of your Muster account has changed',
    text:
      `Hello,\n\nyour Muster account now uses the address ${email}. If this was you, there is nothing to do.\n\n` +
      'If this was not you, open this link within seven days. It restores this address, signs the account out ' +
      `everywhere and stops further changes for 24 hours:\n${link}\n`,
  }),
  ({ email, link }: Changed): MailText => ({
    subject: '您的 Muster 帳號地址已變更',
    text:
      `您好：\n\n您的 Muster 帳號現在使用地址 ${email}。若是您本人所為，則不需要做任何事。\n\n` +
      `若非您本人所為，請在七天內開啟此連結，將恢復此地址、登出所有裝置，並在 24 小時內停止進一步的變更：\n${link}\n`,
  }),
);
