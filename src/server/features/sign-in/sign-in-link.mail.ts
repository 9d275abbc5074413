import { mailTemplate } from '../../lib/mail/template.ts';

export const signInLinkMail = mailTemplate<{ link: string; code: string }>((t, values) => ({
  subject: t('mail.signInLink.subject', values),
  text: t('mail.signInLink.text', values),
  links: [{ href: values.link, label: t('mail.signInLink.button') }],
}));
