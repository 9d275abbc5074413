import { mailTemplate } from '../../lib/mail/template.ts';

/** Operators send it from the command line to see whether mail arrives. */
export const testMail = mailTemplate<{ link: string }>((t, values) => ({
  subject: t('mail.test.subject'),
  text: t('mail.test.text', values),
  links: [{ href: values.link, label: t('mail.test.button') }],
}));
