import type { ServerTexts } from '../../../locales/english.ts';
import { mailTemplate } from '../../lib/mail/template.ts';

export type SignInChange = { change: keyof ServerTexts['mail']['signInChanged']['changes']; what?: string };

export const signInChangedMail = mailTemplate<SignInChange & { link: string; notMeLink: string }>(
  (t, { change, what = '', link, notMeLink }) => {
    const sentence = t(`mail.signInChanged.changes.${change}`, { what });
    return {
      subject: t('mail.signInChanged.subject'),
      text: t('mail.signInChanged.text', { sentence, link, notMeLink }),
      links: [
        { href: link, label: t('mail.signInChanged.button') },
        { href: notMeLink, label: t('mail.signInChanged.notMeButton') },
      ],
    };
  },
);
