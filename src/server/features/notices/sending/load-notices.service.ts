import { entryOf, isAboutSeveral, isNoticeKind } from '../../../../shared/notice-kinds.ts';
import type { NoticeKind } from '../../../../shared/notice-kinds.ts';
import { writtenLanguage } from '../../../../locales/server-texts.ts';
import type { Reader } from '../../../db/db.ts';
import { translatorFor } from '../../translations/translations.service.ts';
import type { NoticeValues } from '../notices.schema.ts';
import { storedValues } from '../notices.service.ts';
import type { StoredValues } from '../combine-tasks.policy.ts';
import { settingsIn } from '../settings/settings.service.ts';
import type { MailedNotice, MailedTask } from './notice.mail.ts';
import type { Candidate } from './sending.policy.ts';
import { loadClaimed, loadHeld, loadLeft, loadListed } from './sending.queries.ts';
import type { ClaimedRow } from './sending.queries.ts';

/** `values` are as things are now: between a notice and its mail a task may have moved, or the person left it. */
export type Loaded = ClaimedRow & { kind: NoticeKind; values: NoticeValues; listed: MailedTask[] };

/** Kinds of a later version are left out. */
export async function loadKnown(read: Reader, ids: readonly string[], at: string): Promise<Loaded[]> {
  const rows = (await loadClaimed(read, ids, at)).flatMap((row) =>
    isNoticeKind(row.kind) ? [{ ...row, kind: row.kind }] : [],
  );
  const listedIn = await loadTasks(read, rows);
  const inTheirLanguage = await translators(read, rows);
  return rows.map((row) => {
    const listed = listedIn(row);
    const { project, values } = inTheirLanguage(row, { project: row.project, values: currentValues(row, listed) });
    return { ...row, listed, project, values };
  });
}

/** Names of teams, forms and so on as the recipient reads them in the web app. */
async function translators(read: Reader, rows: readonly ClaimedRow[]) {
  const found = new Map<string, Awaited<ReturnType<typeof translatorFor>>>();
  for (const [language, some] of Map.groupBy(rows, (row) => writtenLanguage(row.language))) {
    const pids = new Set(some.flatMap(({ pid }) => (pid === null ? [] : [pid])));
    found.set(language, await translatorFor(read, [...pids], language));
  }
  return <T>(row: ClaimedRow, value: T): T => {
    const place = { pid: row.pid ?? '', announced: row.kind === 'announcement' };
    return found.get(writtenLanguage(row.language))?.(value, place) ?? value;
  };
}

const stored = ({ detail }: { detail: string }) => JSON.parse(detail) as StoredValues;
const isLoss = (kind: NoticeKind): boolean => entryOf(kind).calendar === 'remove';

function currentValues(row: ClaimedRow & { kind: NoticeKind }, listed: readonly MailedTask[]): NoticeValues {
  const values = storedValues(row.detail);
  if (isAboutSeveral(row.subject)) {
    const [first] = listed;
    const unlisted = (values.tasks ?? 0) - (stored(row).listed ?? []).length;
    const named = first && { title: first.title, starts_at: first.starts_at, ends_at: first.ends_at };
    return { ...values, ...named, tasks: listed.length + unlisted };
  }
  const { task_title: title, task_starts_at: starts_at, task_ends_at: ends_at } = row;
  if (title === null || starts_at === null || ends_at === null || isLoss(row.kind)) return values;
  return { ...values, title, starts_at, ends_at };
}

type Several = Pick<ClaimedRow, 'uid' | 'subject' | 'detail'> & { kind: NoticeKind };

/**
 * The tasks of notices about several: as they are now, or as they were if they were deleted. Those that the person got and no
 * longer has, or lost and has again, are left out.
 */
async function loadTasks(read: Reader, rows: readonly Several[]): Promise<(row: Several) => MailedTask[]> {
  const several = rows.filter(({ subject }) => isAboutSeveral(subject));
  if (several.length === 0) return () => [];
  const ids = [...new Set(several.flatMap((row) => (stored(row).listed ?? []).map(({ id }) => id)))];
  const uids = several.map(({ uid }) => uid);
  const tasks = new Map((await loadListed(read, ids)).map((task) => [task.id, task]));
  const keyOf = (task: string, uid: string) => `${task} ${uid}`;
  const left = await loadLeft(read, ids, uids);
  const changes = new Map(left.map(({ task_id: task, uid, changes: count }) => [keyOf(task, uid), count]));
  const held = await loadHeld(read, ids, uids);
  const places = new Set(held.map(({ task_id: task, uid }) => keyOf(task, uid)));
  return (row) =>
    (stored(row).listed ?? [])
      .filter(({ id }) => places.has(keyOf(id, row.uid)) !== isLoss(row.kind))
      .map((listed) => {
        const task = { place: null, ...listed, ...tasks.get(listed.id) };
        return { ...task, revision: task.revision + (changes.get(keyOf(task.id, row.uid)) ?? 0) };
      })
      .toSorted((one, other) => (one.starts_at < other.starts_at ? -1 : 1));
}

/** A task that somebody just got is described as it is now, so its changes need not be mentioned. */
export function isCovered(row: Loaded, others: readonly Loaded[]): boolean {
  const isAbout = (other: Loaded) => other.subject === row.subject || other.listed.some(({ id }) => id === row.subject);
  return (
    row.kind === 'task.changed' &&
    others.some((other) => other.kind === 'task.added' && other.uid === row.uid && isAbout(other))
  );
}

export const candidateOf = (row: Loaded): Candidate => ({
  kind: row.kind,
  values: row.values,
  previous: storedValues(row.previous),
  created_at: row.created_at,
  isUseful: Number(row.useful) === 1 && !(isAboutSeveral(row.subject) && row.listed.length === 0),
  isSuspended: row.suspended_at !== null,
  settings: settingsIn(row),
  projectTimezone: row.project_timezone,
  isRead: row.read_at !== null,
});

/** The times of all tasks that a notice is about, as they were and as they are. */
export const timesOf = (row: Loaded) => [storedValues(row.previous), row.values, ...row.listed];

export const mailedNotice = (row: Loaded): MailedNotice => {
  const { revision = 1 } = stored(row);
  return {
    kind: row.kind,
    pid: row.pid,
    subject: row.subject,
    project: row.project,
    timezone: row.project_timezone,
    actor: row.actor,
    previous: storedValues(row.previous),
    values: row.values,
    revision: (row.revision ?? revision) + (row.changes ?? 0),
    place: row.place,
    created_at: row.created_at,
    listed: row.listed,
  };
};
