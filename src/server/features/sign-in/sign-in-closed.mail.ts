import { mailTemplate } from '../../lib/mail/template.ts';

/** Sent instead of a sign-in link if the address may not register, so that the response need not say so. */
export const signInClosedMail = mailTemplate<object>((t) => ({
  subject: t('mail.signInClosed.subject'),
  text: t('mail.signInClosed.text'),
}));
