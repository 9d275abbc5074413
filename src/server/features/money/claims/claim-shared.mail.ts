import { formatDay } from '../../../../locales/format/dates.ts';
import { mailTemplate } from '../../../lib/mail/template.ts';

type Shared = { project: string; what: string; until: string; link: string; sessionsLink: string };

export const claimSharedMail = mailTemplate<Shared>((t, { project, what, until, link, sessionsLink }, language) => ({
  subject: t('mail.consentGiven.subject', { project }),
  text: t('mail.claimShared.text', { project, what, date: formatDay(until, language), link, sessionsLink }),
  links: [
    { href: link, label: t('mail.claimShared.button') },
    { href: sessionsLink, label: t('mail.signOutEverywhere') },
  ],
}));
