import type { ServerTexts } from '../../../../locales/english.ts';
import { mailInLanguage } from '../../../lib/mailer.ts';

export type RoleChange = keyof ServerTexts['mail']['rolesChanged']['changes'];
type Params = {
  change: RoleChange;
  names: readonly string[];
  actor: string;
  team: string;
  project: string;
  link: string;
  auditLink: string;
  perHour: number;
};

export const rolesChangedMail = mailInLanguage<Params>((t, { change, names, ...params }) => {
  const what = t(`mail.rolesChanged.changes.${change}`);
  const lines = names.map((name) => `\n- ${name || t('mail.nameless')}`).join('');
  const listed = lines === '' ? what : t('mail.rolesChanged.listed', { change: what, names: lines });
  return {
    subject: t('mail.rolesChanged.subject', params),
    text: t('mail.rolesChanged.text', { ...params, change: listed }),
  };
});
