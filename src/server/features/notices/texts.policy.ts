import { entryOf, isNoticeText } from '../../../shared/notice-kinds.ts';
import type { NoticeKind, NoticeText } from '../../../shared/notice-kinds.ts';

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
  return [...variantsOf(kind, previous, values), ...listingOf(kind, values), ...reasonOf(values)].filter(isNoticeText);
}

/** Kinds whose own text is used when nothing else is known. */
const withSuffix: ReadonlySet<NoticeKind> = new Set<NoticeKind>([
  'team.left',
  'grant.given',
  'application.lapsed',
  'skill.granted',
  'security.roles_changed',
  'service_account.changed_roles',
]);

function variantsOf(kind: NoticeKind, previous: NoticeValues, values: NoticeValues): string[] {
  if (values.tasks !== undefined) return [entryOf(kind).several ?? kind];
  if (kind === 'task.added' && values.change !== undefined) return [`place.received.${values.change}`];
  if (kind === 'task.removed' && values.change !== undefined) return [`place.given.${values.change}`];
  if (kind === 'task.changed') return changesOf(previous, values).map((change) => `${kind}.${change}`);
  if (kind === 'role.changed') return [`${kind}.${roleChange(previous.role ?? null, values.role ?? null)}`];
  if (kind === 'team.added' || kind === 'invitation.received') return [forRole(kind, values.role)];
  if (withSuffix.has(kind)) return [values.change === undefined ? kind : `${kind}_${values.change}`];
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
