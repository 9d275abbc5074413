import type { NoticeSettings } from '../../../client/client.ts';

export type Kind = keyof NoticeSettings['push'];

/** What belongs together, in the order of the page. */
const groupOf = {
  'task.added': 'tasks',
  'task.removed': 'tasks',
  'task.left': 'tasks',
  'task.offered': 'tasks',
  'task.changed': 'tasks',
  'task.cancelled': 'tasks',
  'task.reminder': 'tasks',
  'place.offered': 'tasks',
  'place.declined': 'tasks',
  'place.waiting': 'tasks',
  'help.asked': 'tasks',
  'help.accepted': 'tasks',
  'attendance.question': 'tasks',
  'request.received': 'tasks',
  'request.declined': 'tasks',
  'skill.granted': 'tasks',
  'skill.withdrawn': 'tasks',
  'hours.changed': 'hours',
  'hours.work': 'hours',
  'hours.claimed': 'hours',
  'hours.unmarked': 'hours',
  'certificate.ready': 'hours',
  'certificate.revoked': 'hours',
  'team.added': 'teams',
  'team.removed': 'teams',
  'team.left': 'teams',
  'team.disabled': 'teams',
  'team.enabled': 'teams',
  'role.changed': 'teams',
  'application.received': 'applications',
  'application.accepted': 'applications',
  'application.declined': 'applications',
  'application.lapsed': 'applications',
  'invitation.received': 'invitations',
  'invitation.accepted': 'invitations',
  'invitation.declined': 'invitations',
  'invitation.expired': 'invitations',
  'form.opened': 'forms',
  'form.closing': 'forms',
  'form.asks_more': 'forms',
  'payment.made': 'forms',
  'payment.undone': 'forms',
  announcement: 'announcements',
  message: 'messages',
  'chat.disabled': 'connections',
  'webhook.disabled': 'connections',
} as const satisfies Record<Kind, string>;
const isKind = (name: string): name is Kind => Object.hasOwn(groupOf, name);
export const allKinds = Object.keys(groupOf).filter(isKind);
export const groups = [...Map.groupBy(allKinds, (kind) => groupOf[kind])].map(([name, kinds]) => ({ name, kinds }));
/** Invitations have an email of their own. */
export const isMailed = (kind: Kind): kind is keyof NoticeSettings['mail'] => kind !== 'invitation.received';
export const mailKinds = allKinds.filter(isMailed);

/** The kinds in the code of a link in an email, to name them. The server checks the signature when it is used. */
export function kindsInCode(code: string): Kind[] {
  try {
    const [claim = ''] = atob(code.replaceAll('-', '+').replaceAll('_', '/')).split('\n', 1);
    const [, ...names] = claim.split(' ');
    return names.filter(isKind).filter(isMailed);
  } catch {
    return [];
  }
}
