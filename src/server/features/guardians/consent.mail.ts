import { mailTemplate } from '../../lib/mail/template.ts';

type Params = { guardian: string; person: string; project: string; age: number; link: string };

/** The link is the only thing that the guardian needs: they have no account. */
export const consentMail = mailTemplate<Params>((t, { link, ...values }) => ({
  subject: t('mail.guardian.subject', values),
  text: t('mail.guardian.text', { ...values, link }),
  links: [{ href: link, label: t('mail.guardian.button') }],
}));
