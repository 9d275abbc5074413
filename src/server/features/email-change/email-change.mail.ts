import { mailTemplate } from '../../lib/mail/template.ts';

export const confirmEmailMail = mailTemplate<{ link: string }>((t, values) => ({
  subject: t('mail.confirmEmail.subject'),
  text: t('mail.confirmEmail.text', values),
  links: [{ href: values.link, label: t('mail.confirmEmail.button') }],
}));

/** Sent instead of a link if the address cannot be used, so that the response need not say so. */
export const emailTakenMail = mailTemplate<object>((t) => ({
  subject: t('mail.emailTaken.subject'),
  text: t('mail.emailTaken.text'),
}));

export const emailChangedMail = mailTemplate<{ email: string; link: string }>((t, values) => ({
  subject: t('mail.emailChanged.subject'),
  text: t('mail.emailChanged.text', values),
  links: [{ href: values.link, label: t('mail.emailChanged.button') }],
}));
