import { mailTemplate } from '../../lib/mail/template.ts';

/** Leaves out the reason, which the person finds in their data. */
export const accountSuspendedMail = mailTemplate<{ link: string }>((t, values) => ({
  subject: t('mail.accountSuspended.subject'),
  text: t('mail.accountSuspended.text', values),
  links: [{ href: values.link, label: t('mail.accountSuspended.button') }],
}));
