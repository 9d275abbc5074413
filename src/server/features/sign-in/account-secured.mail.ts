import { mailInLanguage } from '../../lib/mailer.ts';

export const accountSecuredMail = mailInLanguage<{ link: string }>((t, values) => ({
  subject: t('mail.accountSecured.subject'),
  text: t('mail.accountSecured.text', values),
}));
