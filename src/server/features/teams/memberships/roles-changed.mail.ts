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
  /** Whether somebody accepted an invitation; otherwise it was an API token. */
  isInvitation: boolean;
};

export const rolesChangedMail = mailTemplate<Params>((t, { change, names, isInvitation, ...params }) => {
  const what = t(`mail.rolesChanged.changes.${change}`);
  const lines = names.map((name) => `\n- ${name || t('mail.nameless')}`).join('');
  const listed = lines === '' ? what : t('mail.rolesChanged.listed', { change: what, names: lines });
  return {
    subject: t(isInvitation ? 'mail.rolesChanged.invitedSubject' : 'mail.rolesChanged.subject', params),
    text: t(isInvitation ? 'mail.rolesChanged.invitedText' : 'mail.rolesChanged.text', { ...params, change: listed }),
    links: [
      { href: params.link, label: t('mail.rolesChanged.button') },
      { href: params.auditLink, label: t('mail.rolesChanged.auditButton') },
    ],
  };
});
