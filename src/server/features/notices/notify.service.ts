import { entryOf, noticeKinds } from '../../../shared/notice-kinds.ts';
import type { NoticeKind } from '../../../shared/notice-kinds.ts';
import { personUid } from '../../auth/scopes.ts';
import type { Trx } from '../../db/db.ts';
import { chunksOf } from '../../lib/chunks.ts';
import { addSeconds, days, minutes, timestamp } from '../../lib/clock.ts';
import { firstIdOf, newId, newIds, sha256 } from '../../lib/secrets.ts';
import {
  anonymiseOccasions,
  deleteAbout,
  deleteNotices,
  deleteNoticesAbout,
  deleteNoticesBy,
  deleteSame,
  insertNotices,
  listOpen,
  listReachable,
  updateDetail,
} from './notices.queries.ts';
import type { NewRow } from './notices.queries.ts';
import { combineTasks } from './combine-tasks.policy.ts';
import type { StoredValues } from './combine-tasks.policy.ts';
import { isPressing } from './sending/sending.policy.ts';

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
  await notifyNew(trx, cause, notices);
}

/** The same. Returns who has a new notice: not those who had one for the same occasion. */
export async function notifyNew(trx: Trx, cause: Cause, notices: readonly NewNotice[]): Promise<Set<string>> {
  const notified = new Set<string>();
  const others = notices.filter(({ uid }) => uid !== cause.actor);
  for (const [pid, inProject] of Map.groupBy(others, (notice) => notice.pid)) {
    const fresh: NewNotice[] = [];
    for (const some of chunksOf(inProject)) {
      const reachable = await listReachable(trx, pid, [...new Set(some.map(({ uid }) => uid))]);
      const wanted = some.filter(({ uid }) => reachable.has(uid));
      fresh.push(...(await mergeWithOpen(trx, cause.now, wanted)));
    }
    const { single, several } = combineTasks(fresh);
    for (const some of chunksOf(several)) single.push(...(await mergeWithOpen(trx, cause.now, some)));
    for (const some of chunksOf(single))
      for (const uid of await insertNotices(trx, rowsOf(cause, some))) notified.add(uid);
  }
  return notified;
}

type Withdrawn = { kind: NoticeKind; pid: string; subject: string; since: Date; actor?: string; unread?: boolean };

/**
 * Removes notices about something that no longer exists, or only those of one actor, or unread ones. `since` is when it came
 * into being.
 */
export const withdrawNotices = (trx: Trx, { since, ...about }: Withdrawn): Promise<void> =>
  deleteNoticesAbout(trx, { ...about, since: firstIdOf(since) });

/** For notices about the security of an account: also for the actor, and also while the account is suspended. */
export async function notifyAccount(trx: Trx, cause: Cause, notices: readonly NewNotice[]): Promise<void> {
  const fresh = await mergeWithOpen(trx, cause.now, notices);
  if (fresh.length > 0) await insertNotices(trx, rowsOf(cause, fresh));
}

/**
 * The same for what a leaked token can cause in masses: of notices that say the same, the newest of a day stays, unread, so
 * that they do not hide others.
 */
export async function notifyAccountDaily(trx: Trx, cause: Cause, notice: NewNotice): Promise<void> {
  const { uid, kind, values = {} } = notice;
  const since = firstIdOf(addSeconds(cause.now, -days(1)));
  await deleteSame(trx, { uid, kind, detail: JSON.stringify(values), since });
  await notifyAccount(trx, cause, [notice]);
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
    ...dueTimes(kind, now, occasion !== undefined || isPressing(kind, [previous, values], at)),
    mailed_at: entryOf(kind).mail === 'own' ? at : null,
  }));
}

/**
 * What happens once, such as a reminder, cannot be merged with anything, and what is about the next hours cannot wait.
 * Nothing waits for a mail of its own, so then the notification is due at once.
 */
function dueTimes(kind: NoticeKind, now: Date, isAtOnce: boolean): Pick<NewRow, 'due_at' | 'push_due_at'> {
  const due = timestamp(isAtOnce ? now : addSeconds(now, mergeSeconds));
  return entryOf(kind).mail === 'own'
    ? { due_at: null, push_due_at: timestamp(now) }
    : { due_at: due, push_due_at: due };
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

const mergesWith = (kind: NoticeKind): readonly string[] => entryOf(kind).undoes ?? [];

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
  /** Missing where no changes of it are shown. */
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
  description: sha256(JSON.stringify([description, briefing])).slice(0, 12),
  ...(place_id == null ? {} : { place: place_id }),
});

/** For notices about a task with the task's own values. */
export const aboutTask = (task: NoticeTask) => ({
  pid: task.pid,
  subject: task.id,
  values: { ...taskValues(task), revision: task.revision },
});

type WithdrawnNotice = { values: StoredValues; isSeen: boolean };

/**
 * For something that these people were notified of and that will not reach them after all. `actor`: null for the system,
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

/** What an erased person asked for or offered, and how they answered invitations. Other notices no longer name them. */
export async function withdrawNoticesOfErased(trx: Trx, uid: string, anonymous: string): Promise<void> {
  const kinds = noticeKinds.filter((kind) => entryOf(kind).isErasedWithActor === true);
  await deleteNoticesBy(trx, uid, kinds);
  await anonymiseOccasions(trx, uid, anonymous);
}
