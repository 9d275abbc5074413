import { personUid } from '../../auth/scopes.ts';
import type { Trx } from '../../db/db.ts';
import { chunksOf } from '../../lib/chunks.ts';
import { addSeconds, minutes, timestamp } from '../../lib/clock.ts';
import { firstIdOf, newId, newIds, sha256 } from '../../lib/secrets.ts';
import { entryOf } from './kinds.policy.ts';
import type { NoticeKind } from './kinds.policy.ts';
import {
  deleteAbout,
  deleteNotices,
  deleteNoticesAbout,
  deleteNoticesBy,
  insertNotices,
  insertTaskChange,
  listAttendees,
  listOpen,
  listReachable,
  mergeTaskChange,
  updateDetail,
} from './notices.queries.ts';
import type { NewRow } from './notices.queries.ts';
import { combineTasks } from './several.policy.ts';
import type { StoredValues } from './several.policy.ts';

/** Changes within this time become one notice, and the mail is sent after it. */
export const mergeSeconds = minutes(2);

/** Who caused the notices, null for the system, and when. */
export type Cause = { actor: string | null; now: Date };

export type NewNotice = {
  kind: NoticeKind;
  uid: string;
  pid: string | null;
  /** The task, team or form; empty for the project or the account. */
  subject: string;
  previous?: StoredValues;
  values?: StoredValues;
  /** The notice is created once per occasion. */
  occasion?: string;
};

export const mergeableSince = (now: Date): string => firstIdOf(addSeconds(now, -mergeSeconds));

/**
 * Call it in the transaction of the change, next to its audit entry. Actors are not notified of what they did
 * themselves. Several tasks of one person become one notice. The number of queries does not depend on the number of people.
 */
export async function notify(trx: Trx, cause: Cause, notices: readonly NewNotice[]): Promise<void> {
  const others = notices.filter(({ uid }) => uid !== cause.actor);
  for (const [pid, inProject] of Map.groupBy(others, (notice) => notice.pid)) {
    const fresh: NewNotice[] = [];
    for (const some of chunksOf(inProject)) {
      const reachable = await listReachable(trx, pid, [...new Set(some.map(({ uid }) => uid))]);
      const told = some.filter(({ uid }) => reachable.has(uid));
      fresh.push(...(await mergeWithOpen(trx, cause.now, told)));
    }
    const { single, several } = combineTasks(fresh);
    for (const some of chunksOf(several)) single.push(...(await mergeWithOpen(trx, cause.now, some)));
    for (const some of chunksOf(single)) await insertNotices(trx, rowsOf(cause, some));
  }
}

type Withdrawn = { kind: NoticeKind; pid: string; subject: string; since: Date; actor?: string };

/** Removes notices about something that no longer exists, or only those of one actor. `since` is when it came into being. */
export const withdrawNotices = (trx: Trx, { since, ...about }: Withdrawn): Promise<void> =>
  deleteNoticesAbout(trx, { ...about, since: firstIdOf(since) });

/** For notices about the security of an account: also for the actor, and also while the account is suspended. */
export async function notifyAccount(trx: Trx, cause: Cause, notices: readonly NewNotice[]): Promise<void> {
  const fresh = await mergeWithOpen(trx, cause.now, notices);
  if (fresh.length > 0) await insertNotices(trx, rowsOf(cause, fresh));
}

function rowsOf({ actor, now }: Cause, notices: readonly NewNotice[]): NewRow[] {
  const ids = newIds(now, notices.length);
  const at = timestamp(now);
  return notices.map(({ kind, uid, pid, subject, previous = {}, values = {}, occasion }, index) => ({
    id: ids[index] ?? newId(now),
    uid,
    kind,
    pid,
    subject,
    occasion: occasion ?? null,
    actor: personUid(actor),
    previous: JSON.stringify(previous),
    detail: JSON.stringify(values),
    created_at: at,
    due_at: dueAt(kind, now, occasion !== undefined),
    push_due_at: pushDueAt(kind, now, occasion !== undefined),
    mailed_at: entryOf(kind).mail === 'own' ? at : null,
  }));
}

/** Nothing waits for a mail of its own, so the notification is due at once. */
const pushDueAt = (kind: NoticeKind, now: Date, isOnce: boolean): string => dueAt(kind, now, isOnce) ?? timestamp(now);

/** What happens once, such as a reminder, cannot be merged with anything and need not wait. */
function dueAt(kind: NoticeKind, now: Date, isOnce: boolean): string | null {
  if (entryOf(kind).mail === 'own') return null;
  return timestamp(isOnce ? now : addSeconds(now, mergeSeconds));
}

const keyOf = ({ uid, pid, subject }: Pick<NewNotice, 'uid' | 'pid' | 'subject'>): string =>
  [uid, pid, subject].join(' ');

/** Applies new notices to those that they change or undo. Returns the ones that are left to insert. */
async function mergeWithOpen(trx: Trx, now: Date, notices: readonly NewNotice[]): Promise<NewNotice[]> {
  const mergeable = notices.filter(({ kind }) => mergesWith(kind).length > 0);
  if (mergeable.length === 0) return [...notices];
  const open = await listOpen(trx, {
    since: mergeableSince(now),
    kinds: [...new Set(mergeable.flatMap(({ kind }) => mergesWith(kind)))],
    subjects: [...new Set(mergeable.map(({ subject }) => subject))],
    uids: [...new Set(mergeable.map(({ uid }) => uid))],
  });
  const obsolete: string[] = [];
  const fresh: NewNotice[] = [];
  for (const notice of notices) {
    const found = open.find((one) => mergesWith(notice.kind).includes(one.kind) && keyOf(one) === keyOf(notice));
    if (found === undefined) fresh.push(notice);
    else if (found.kind !== notice.kind || isBack(found.previous, notice.values ?? {})) obsolete.push(found.id);
    else await updateDetail(trx, found.id, JSON.stringify(notice.values ?? {}));
  }
  if (obsolete.length > 0) await deleteNotices(trx, obsolete);
  return fresh;
}

const mergesWith = (kind: NoticeKind): readonly string[] =>
  kind === 'role.changed' ? [kind] : (entryOf(kind).undoes ?? []);

/** Whether everything that the first notice said was different is as it was before. */
function isBack(previous: string, values: StoredValues): boolean {
  const now = new Map<string, unknown>(Object.entries(values));
  return Object.entries(JSON.parse(previous) as object).every(([name, value]) => now.get(name) === value);
}

export type NoticeTask = {
  id: string;
  pid: string;
  title: string;
  description: string;
  /** Where changes are told. */
  briefing?: string;
  place_id?: string | null;
  starts_at: string;
  ends_at: string;
  revision: number;
};

/** What people on a task need to know. Description and briefing only as a mark that differs if they changed. */
export const taskValues = ({
  title,
  starts_at,
  ends_at,
  description,
  briefing = '',
  place_id,
}: Omit<NoticeTask, 'id' | 'pid' | 'revision'>) => ({
  title,
  starts_at,
  ends_at,
  description: sha256(`${description}${briefing}`).slice(0, 12),
  ...(place_id == null ? {} : { place: place_id }),
});

/** For notices about a task with the task's own values. */
export const aboutTask = (task: NoticeTask) => ({
  pid: task.pid,
  subject: task.id,
  values: { ...taskValues(task), revision: task.revision },
});

/** Requires a locked task. Does nothing if neither title, times, place nor descriptions changed, or if the task is over. */
export async function notifyTaskChanged(
  trx: Trx,
  { actor, now }: Cause,
  before: NoticeTask,
  after: NoticeTask,
): Promise<void> {
  const [previous, detail] = [before, after].map((task) => JSON.stringify(taskValues(task)));
  const at = timestamp(now);
  const isOver = before.ends_at <= at && after.ends_at <= at;
  if (previous === undefined || detail === undefined || previous === detail || isOver) return;
  const change = {
    prefix: newId(now),
    task: after.id,
    pid: after.pid,
    actor: personUid(actor),
    previous,
    detail,
    now: at,
    due: timestamp(addSeconds(now, mergeSeconds)),
    since: mergeableSince(now),
  };
  await insertTaskChange(trx, change);
  await mergeTaskChange(trx, change);
}

/**
 * Before the task is deleted. No notice is sent when a past task is deleted. `applicants`: who waits for a place or has
 * asked for one.
 */
export async function notifyTaskCancelled(trx: Trx, cause: Cause, task: NoticeTask, applicants: readonly string[]) {
  if (task.ends_at <= timestamp(cause.now)) return;
  const about = aboutTask(task);
  const uids = new Set([...(await listAttendees(trx, task.id)), ...applicants]);
  await notify(
    trx,
    cause,
    [...uids].map((uid) => ({ kind: 'task.cancelled', uid, ...about })),
  );
}

type WithdrawnNotice = { values: StoredValues; isSeen: boolean };

/**
 * For something that these people were told of and that will not reach them after all. `actor`: null for the system,
 * undefined for anybody. Returns the notices, and whether they were sent or read before.
 */
export async function withdrawNoticesTo(
  trx: Trx,
  kind: NoticeKind,
  subject: string,
  uids: readonly string[],
  actor?: string | null,
): Promise<WithdrawnNotice[]> {
  const withdrawn: WithdrawnNotice[] = [];
  for (const some of chunksOf(uids)) {
    for (const { detail, ...seen } of await deleteAbout(trx, { kind, subject, uids: some, actor }))
      withdrawn.push({
        values: JSON.parse(detail) as StoredValues,
        isSeen: Object.values(seen).some((at) => at !== null),
      });
  }
  return withdrawn;
}

/** Nobody can decide on the first ones any more; those about invitations may name an address. */
const withdrawnKinds: readonly NoticeKind[] = [
  'application.received',
  'request.received',
  'hours.claimed',
  'place.offered',
  'task.offered',
  'invitation.accepted',
  'invitation.declined',
];

/** What an erased person asked for or offered, and how they answered invitations. */
export const withdrawNoticesOfErased = (trx: Trx, uid: string): Promise<void> =>
  deleteNoticesBy(trx, uid, withdrawnKinds);
