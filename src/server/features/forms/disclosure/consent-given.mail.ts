import { formatDay } from '../../../../locales/format/dates.ts';
import { formatList } from '../../../../locales/format/lists.ts';
import { mailTemplate } from '../../../lib/mail/template.ts';
import type { DisclosedKind } from './disclosure.schema.ts';

type Given = {
  project: string;
  form: string;
  kinds: readonly DisclosedKind[];
  until: string;
  link: string;
  sessionsLink: string;
};

export const consentGivenMail = mailTemplate<Given>(
  (t, { project, form, kinds, until, link, sessionsLink }, language) => {
    const names = kinds.map((kind) => t(`mail.consentGiven.kinds.${kind}`));
    const values = { project, form, kinds: formatList(names, language), date: formatDay(until, language) };
    return {
      subject: t('mail.consentGiven.subject', { project }),
      text: t('mail.consentGiven.text', { ...values, link, sessionsLink }),
      links: [
        { href: link, label: t('mail.consentGiven.button') },
        { href: sessionsLink, label: t('mail.signOutEverywhere') },
      ],
    };
  },
);
