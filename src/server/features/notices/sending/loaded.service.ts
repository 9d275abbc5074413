import type { Trx } from '../../../db/db.ts';
import { isKind } from '../kinds.policy.ts';
import type { NoticeKind } from '../kinds.policy.ts';
import { storedValues } from '../notices.service.ts';
import { isAboutSeveral } from '../place-kinds.policy.ts';
import type { StoredValues } from '../several.policy.ts';
import { settingsIn } from '../settings/settings.service.ts';
import type { MailedNotice, MailedTask } from './notice.mail.ts';
import type { Candidate } from './sending.policy.ts';
import { loadClaimed, loadLeft, loadListed } from './sending.queries.ts';
import type { ClaimedRow } from './sending.queries.ts';

export type Loaded = ClaimedRow & { kind: NoticeKind; listed: MailedTask[] };

/** Kinds of a later version are left out. */
export async function loadKnown(trx: Trx, ids: readonly string[], at: string): Promise<Loaded[]> {
  const rows = (await loadClaimed(trx, ids, at)).flatMap((row) =>
    isKind(row.kind) ? [{ ...row, kind: row.kind }] : [],
  );
  const listedIn = await loadTasks(trx, rows);
  return rows.map((row) => ({ ...row, listed: listedIn(row) }));
}

const stored = ({ detail }: { detail: string }) => JSON.parse(detail) as StoredValues;

/** The tasks of notices about several: as they are now, or as they were if they were deleted. */
async function loadTasks(trx: Trx, rows: readonly Pick<ClaimedRow, 'uid' | 'subject' | 'detail'>[]) {
  const several = rows.filter(({ subject }) => isAboutSeveral(subject));
  if (several.length === 0) return () => [];
  const ids = [...new Set(several.flatMap((row) => (stored(row).listed ?? []).map(({ id }) => id)))];
  const tasks = new Map((await loadListed(trx, ids)).map((task) => [task.id, task]));
  const left = await loadLeft(
    trx,
    ids,
    several.map(({ uid }) => uid),
  );
  const changes = new Map(left.map(({ task_id: task, uid, changes: count }) => [`${task} ${uid}`, count]));
  return (row: Pick<ClaimedRow, 'uid' | 'detail'>): MailedTask[] =>
    (stored(row).listed ?? []).map((listed) => {
      const task = { place: null, ...listed, ...tasks.get(listed.id) };
      return { ...task, revision: task.revision + (changes.get(`${task.id} ${row.uid}`) ?? 0) };
    });
}

export const candidateOf = (row: Loaded): Candidate => ({
  kind: row.kind,
  values: storedValues(row.detail),
  previous: storedValues(row.previous),
  created_at: row.created_at,
  isUseful: Number(row.useful) === 1,
  isSuspended: row.suspended_at !== null,
  settings: settingsIn(row),
  projectTimezone: row.project_timezone,
  isRead: row.read_at !== null,
});

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
    values: storedValues(row.detail),
    revision: (row.revision ?? revision) + (row.changes ?? 0),
    place: row.place,
    created_at: row.created_at,
    listed: row.listed,
  };
};
