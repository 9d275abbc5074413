import { mailTemplate } from '../../lib/mailer.ts';

export const signInLinkMail = mailTemplate<{ link: string; code: string }>((t, values) => ({
  subject: t('mail.signInLink.subject'),
  text: t('mail.signInLink.text', values),
}));
