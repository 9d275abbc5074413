import type { ServerTexts } from '../../../../locales/english.ts';
import { mailTemplate } from '../../../lib/mail/template.ts';

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

export const rolesChangedMail = mailTemplate<Params>((t, { change, names, ...params }) => {
  const what = t(`mail.rolesChanged.changes.${change}`);
  const lines = names.map((name) => `\n- ${name || t('mail.nameless')}`).join('');
  const listed = lines === '' ? what : t('mail.rolesChanged.listed', { change: what, names: lines });
  return {
    subject: t('mail.rolesChanged.subject', params),
    text: t('mail.rolesChanged.text', { ...params, change: listed }),
    links: [
      { href: params.link, label: t('mail.rolesChanged.button') },
      { href: params.auditLink, label: t('mail.rolesChanged.auditButton') },
    ],
  };
});
