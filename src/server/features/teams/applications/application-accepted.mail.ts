import { mailTemplate } from '../../../lib/mailer.ts';

type Params = { team: string; project: string; link: string };

export const applicationAcceptedMail = mailTemplate<Params>((t, values) => ({
  subject: t('mail.applicationAccepted.subject', values),
  text: t('mail.applicationAccepted.text', values),
}));
