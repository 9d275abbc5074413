import { mailTemplate } from '../../../lib/mailer.ts';

export const applicationLapsedMail = mailTemplate<{ team: string; project: string; link: string }>((t, values) => ({
  subject: t('mail.applicationLapsed.subject', values),
  text: t('mail.applicationLapsed.text', values),
}));
