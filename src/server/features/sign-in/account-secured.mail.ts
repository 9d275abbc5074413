import { mailTemplate } from '../../lib/mail/template.ts';

export const accountSecuredMail = mailTemplate<{ link: string }>((t, values) => ({
  subject: t('mail.accountSecured.subject'),
  text: t('mail.accountSecured.text', values),
  links: [{ href: values.link, label: t('mail.accountSecured.button') }],
}));
