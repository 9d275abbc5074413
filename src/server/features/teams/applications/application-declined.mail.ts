import { mailTemplate } from '../../../lib/mailer.ts';

type Params = { team: string; project: string; link: string };

export const applicationDeclinedMail = mailTemplate<Params>((t, values) => ({
  subject: t('mail.applicationDeclined.subject', values),
  text: t('mail.applicationDeclined.text', values),
}));
