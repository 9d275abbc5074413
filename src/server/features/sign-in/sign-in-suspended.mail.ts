import { mailTemplate } from '../../lib/mail/template.ts';

/** Suspended people can sign in only to download or erase their data. */
export const signInSuspendedMail = mailTemplate<{ link: string }>((t, values) => ({
  subject: t('mail.signInSuspended.subject'),
  text: t('mail.signInSuspended.text', values),
  links: [{ href: values.link, label: t('mail.signInSuspended.button') }],
}));
