import type { NoticeKind } from './kinds.policy.ts';

/** The texts of notices: keys below `notices.kinds` in the locale files, for mails and for the web app. */
export const noticeTexts = [
  'task.added',
  'task.removed',
  'task.left',
  'task.offered',
  'task.changed.moved',
  'task.changed.placed',
  'task.changed.renamed',
  'task.changed.described',
  'task.cancelled',
  'task.reminder',
  'task.several.added',
  'task.several.removed',
  'task.several.cancelled',
  'place.offered.waiting',
  'place.offered.hand_over',
  'place.offered.swap',
  'place.declined',
  'place.given.taken',
  'place.given.swapped',
  'place.received.swapped',
  'place.received.waiting',
  'place.waiting.lapsed',
  'place.waiting.removed',
  'place.waiting.restored',
  'place.waiting.requested',
  'help.asked',
  'help.accepted',
  'attendance.question',
  'request.received',
  'request.declined',
  'skill.granted',
  'skill.withdrawn',
  'hours.changed.corrected',
  'hours.changed.no_show',
  'hours.changed.no_show_undone',
  'hours.work.added',
  'hours.work.approved',
  'hours.work.declined',
  'hours.work.removed',
  'hours.claimed',
  'hours.unmarked',
  'certificate.ready',
  'certificate.revoked',
  'reason',
  'team.added',
  'team.added_chief',
  'team.removed',
  'team.left',
  'team.left_erased',
  'team.left_suspended',
  'team.disabled',
  'team.enabled',
  'role.changed.chief_added',
  'role.changed.chief_removed',
  'role.changed.owner_added',
  'role.changed.owner_removed',
  'application.received',
  'application.accepted',
  'application.declined',
  'application.lapsed',
  'invitation.received',
  'invitation.received_chief',
  'invitation.received_owner',
  'invitation.accepted',
  'invitation.declined',
  'invitation.expired',
  'form.opened',
  'form.closing',
  'form.asks_more',
  'payment.made',
  'payment.undone',
  'chat.disabled',
  'webhook.disabled',
  'announcement.project',
  'announcement.team',
  'message',
  'security.sign_in_changed.passkey_added',
  'security.sign_in_changed.passkey_removed',
  'security.sign_in_changed.passkeys_reset',
  'security.sign_in_changed.recovery_codes_created',
  'security.sign_in_changed.recovery_code_used',
  'security.sign_in_changed.identity_linked',
  'security.sign_in_changed.identity_unlinked',
  'security.email_changed',
  'security.administrators_changed.appointed',
  'security.administrators_changed.dismissed',
  'security.administrators_changed.granted',
  'security.roles_changed',
  'security.suspended',
  'security.reinstated',
  'listing.shown',
  'listing.not_shown',
] as const;
export type NoticeText = (typeof noticeTexts)[number];

const isText = (key: string): key is NoticeText => noticeTexts.some((text) => text === key);

/** Those values of a notice that decide what it says. */
type NoticeValues = {
  starts_at?: string;
  ends_at?: string;
  title?: string;
  tasks?: number;
  team?: string;
  description?: string;
  place?: string;
  role?: Role;
  change?: string;
  listing?: string;
  reason?: string;
};
type Role = 'member' | 'chief' | 'owner' | null;

type Notice = { kind: NoticeKind; previous: NoticeValues; values: NoticeValues };

/** The texts that tell what happened, the most important first. */
export function textsOf({ kind, previous, values }: Notice): NoticeText[] {
  return [...variantsOf(kind, previous, values), ...listingOf(kind, values), ...reasonOf(values)].filter(isText);
}

function variantsOf(kind: NoticeKind, previous: NoticeValues, values: NoticeValues): string[] {
  if (values.tasks !== undefined) return [kind.replace('task.', 'task.several.')];
  if (kind === 'task.added' && values.change !== undefined) return [`place.received.${values.change}`];
  if (kind === 'task.removed' && values.change !== undefined) return [`place.given.${values.change}`];
  if (kind === 'task.changed') return changesOf(previous, values).map((change) => `${kind}.${change}`);
  if (kind === 'role.changed') return [`${kind}.${roleChange(previous.role ?? null, values.role ?? null)}`];
  if (kind === 'team.added' || kind === 'invitation.received') return [forRole(kind, values.role)];
  if (kind === 'team.left') return [values.change === undefined ? kind : `${kind}_${values.change}`];
  if (kind === 'announcement') return [`${kind}.${values.team === undefined ? 'project' : 'team'}`];
  return [values.change === undefined ? kind : `${kind}.${values.change}`];
}

const forRole = (kind: NoticeKind, role: Role = null): string =>
  role === 'chief' || role === 'owner' ? `${kind}_${role}` : kind;

const listingOf = (kind: NoticeKind, { listing }: NoticeValues): string[] =>
  kind === 'team.added' && listing !== undefined ? [`listing.${listing}`] : [];

const reasonOf = ({ reason = '' }: NoticeValues): string[] => (reason === '' ? [] : ['reason']);

function changesOf(previous: NoticeValues, values: NoticeValues): string[] {
  return [
    ...(previous.starts_at !== values.starts_at || previous.ends_at !== values.ends_at ? ['moved'] : []),
    ...(previous.place === values.place ? [] : ['placed']),
    ...(previous.title === values.title ? [] : ['renamed']),
    ...(previous.description === values.description ? [] : ['described']),
  ];
}

function roleChange(from: Role, to: Role): string {
  if (to === 'owner') return 'owner_added';
  if (from === 'owner') return 'owner_removed';
  return to === 'chief' ? 'chief_added' : 'chief_removed';
}
