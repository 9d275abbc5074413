import { mailTemplate } from '../../lib/mail/template.ts';

type Opened = { change: 'created' | 'renewed'; link: string; sessionsLink: string };

export const privateTokenMail = mailTemplate<Opened>((t, { change, link, sessionsLink }) => ({
  subject: t('mail.privateToken.subject'),
  text: t(`mail.privateToken.texts.${change}`, { link, sessionsLink }),
  links: [
    { href: link, label: t('mail.privateToken.button') },
    { href: sessionsLink, label: t('mail.signOutEverywhere') },
  ],
}));
