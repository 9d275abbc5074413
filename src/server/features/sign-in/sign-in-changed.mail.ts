import type { ServerTexts } from '../../../locales/english.ts';
import { mailInLanguage } from '../../lib/mailer.ts';

export type SignInChange = { change: keyof ServerTexts['mail']['signInChanged']['changes']; what?: string };

/** In the person's language; in English and Chinese if it is not known. */
export const signInChangedMail = mailInLanguage<SignInChange & { link: string; notMeLink: string }>(
  (t, { change, what = '', link, notMeLink }) => {
    const sentence = t(`mail.signInChanged.changes.${change}`, { what });
    return {
      subject: t('mail.signInChanged.subject'),
      text: t('mail.signInChanged.text', { sentence, link, notMeLink }),
    };
  },
);
