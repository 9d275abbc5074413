import { mailInLanguage } from '../../lib/mailer.ts';

type Params = { change: 'appointed' | 'dismissed'; actor: string; name: string; link: string };

export const administratorsChangedMail = mailInLanguage<Params>((t, { change, ...values }) => ({
  subject: t('mail.administratorsChanged.subject'),
  text: t(`mail.administratorsChanged.${change}`, values),
}));
