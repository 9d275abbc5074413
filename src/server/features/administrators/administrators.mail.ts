import { mailTemplate } from '../../lib/mail/template.ts';

/** `granted`: by the operator, on the command line. */
export type AdministratorChange = 'appointed' | 'dismissed' | 'granted';
type Params = { change: AdministratorChange; toPerson: boolean; actor: string; name: string; link: string };

/** `toPerson`: to the person whom it is about. */
export const administratorsChangedMail = mailTemplate<Params>((t, { change, toPerson, ...values }) => ({
  subject: t('mail.administratorsChanged.subject'),
  text: t(toPerson ? `mail.administratorsChanged.${change}You` : `mail.administratorsChanged.${change}`, values),
  links: [{ href: values.link, label: t('mail.administratorsChanged.button') }],
}));
