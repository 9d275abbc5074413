import { mailInLanguage } from '../../lib/mailer.ts';

/** Without the reason, which the person finds in their data. */
export const accountSuspendedMail = mailInLanguage<{ link: string }>((t, values) => ({
  subject: t('mail.accountSuspended.subject'),
  text: t('mail.accountSuspended.text', values),
}));
