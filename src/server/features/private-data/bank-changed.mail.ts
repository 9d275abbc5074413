import { mailTemplate } from '../../lib/mail/template.ts';

export type BankChange = 'confirmed' | 'unconfirmed' | 'removed';

type Changed = { change: BankChange; link: string; sessionsLink: string };

export const bankChangedMail = mailTemplate<Changed>((t, { change, link, sessionsLink }) => ({
  subject: t('mail.bankChanged.subject'),
  text: t(`mail.bankChanged.texts.${change}`, { link, sessionsLink }),
  links: [
    { href: link, label: t('mail.bankChanged.button') },
    { href: sessionsLink, label: t('mail.signOutEverywhere') },
  ],
}));
