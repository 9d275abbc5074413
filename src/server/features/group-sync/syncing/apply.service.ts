import type { Db, Trx } from '../../../db/db.ts';
import { chunksOf } from '../../../lib/chunks.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import { newIds } from '../../../lib/secrets.ts';
import { recordAll } from '../../audit/audit.service.ts';
import { notify } from '../../notices/notify.service.ts';
import type { GroupServer, Target } from '../servers/servers.policy.ts';
import type { Differences, Known, Wanted } from './differences.policy.ts';
import {
  deletePeople,
  deletePlanned,
  insertLog,
  insertPeople,
  isActive,
  lockAgreed,
  updatePerson,
} from './syncing.queries.ts';

type Action = 'add' | 'remove' | 'found' | 'left';
type LogEntry = { uid: string | null; action: Action; outcome: string };

/** `isOver`: whether the time of this run is up. */
export type Run = {
  db: Db;
  clock: Clock;
  server: GroupServer;
  find: (email: string) => Promise<string | undefined>;
  pid: string;
  group: string;
  target: Target;
  isOver: () => boolean;
};

/** So many people are changed between two commits. */
const batchSize = 64;
const requestsAtOnce = 8;

/** Ended by the owner, or by the time; the rest is done by the next run. */
class Stopped extends Error {}

/** Makes the changes, and returns whether all were made. What was done stays done if the server fails in between. */
export async function applyDifferences(run: Run, differences: Differences): Promise<boolean> {
  try {
    await settle(run, differences);
    for (const some of chunksOf(differences.remove, batchSize)) await removeSome(run, some);
    for (const some of chunksOf(differences.link, batchSize)) await linkSome(run, some);
    for (const some of chunksOf(differences.add, batchSize)) await addSome(run, some);
    return true;
  } catch (error) {
    if (error instanceof Stopped) return false;
    throw error;
  }
}

/** What needs no request. */
async function settle(run: Run, { left, forget }: Differences): Promise<void> {
  if (left.length + forget.length === 0) return;
  const now = run.clock.now();
  await run.db.transaction(async (trx) => {
    await requireActive(run, trx);
    for (const row of left) await updatePerson(trx, row.id, { left_at: timestamp(now) });
    await deletePeople(
      trx,
      forget.map(({ id }) => id),
    );
    await log(
      trx,
      run,
      left.map(({ uid }) => ({ uid, action: 'left', outcome: 'done' })),
    );
  });
}

async function removeSome(run: Run, some: Differences['remove']): Promise<void> {
  await run.db.transaction((trx) => requireActive(run, trx));
  const results = await eachOf(some, ({ remoteId }) => run.server.remove(run.target, remoteId));
  await record(run, results, async (trx, done) => {
    const gone = done.filter(({ result }) => 'removed' in result);
    const stay = gone.filter(({ item }) => item.stays);
    for (const { item } of stay) await updatePerson(trx, item.row.id, { remote_id: null });
    await deletePeople(
      trx,
      gone.flatMap(({ item }) => (item.stays ? [] : [item.row.id])),
    );
    return done.map(({ item, result }) => ({
      uid: item.row.uid,
      action: 'remove' as const,
      outcome: 'refused' in result ? result.refused : 'done',
    }));
  });
}

/** People who are there already. */
async function linkSome(run: Run, some: Differences['link']): Promise<void> {
  const now = run.clock.now();
  await run.db.transaction(async (trx) => {
    const rows = await rowsFor(run, trx, now, some);
    await requireActive(run, trx);
    const linked = some.filter(({ person }) => rows.has(person.uid));
    for (const { person, remoteId, found } of linked)
      await updatePerson(trx, rows.get(person.uid) ?? '', {
        remote_id: remoteId,
        found: found ? 1 : 0,
        left_at: null,
        refused: null,
      });
    await log(
      trx,
      run,
      linked.map(({ person, found }) => ({ uid: person.uid, action: found ? 'found' : 'add', outcome: 'done' })),
    );
  });
}

/** Stores first whom it means to add: if the process dies, the next run knows that Muster added them. */
async function addSome(run: Run, some: Differences['add']): Promise<void> {
  const now = run.clock.now();
  const rows = await run.db.transaction(async (trx) => {
    await requireActive(run, trx);
    const found = await rowsFor(run, trx, now, some);
    // Who was refused before counts as added by Muster if no answer arrives now.
    for (const { person, row } of some)
      if (row?.refused != null && found.has(person.uid)) await updatePerson(trx, row.id, { refused: null });
    return found;
  });
  const agreed = some.filter(({ person }) => rows.has(person.uid));
  const results = await eachOf(agreed, async ({ person }) => {
    const account = await run.find(person.email);
    return account === undefined ? { refused: 'no_account' } : run.server.add(run.target, account, person.name);
  });
  await record(run, results, async (trx, done) => {
    const at = timestamp(run.clock.now());
    for (const { item, result } of done)
      await updatePerson(
        trx,
        rows.get(item.person.uid) ?? '',
        'id' in result
          ? { remote_id: result.id, added_at: at, refused: null, found: 0 }
          : { refused: result.refused, tried_at: at },
      );
    return done.flatMap(({ item, result }): LogEntry[] => {
      const outcome = 'refused' in result ? result.refused : 'done';
      // The same every night is no news.
      return outcome === item.row?.refused ? [] : [{ uid: item.person.uid, action: 'add', outcome }];
    });
  });
}

type OfPerson = { person: Wanted; row: Known | undefined };

/** The rows of those who agree at this moment, by person; new ones are inserted. */
async function rowsFor({ pid, group }: Run, trx: Trx, now: Date, some: readonly OfPerson[]) {
  const agreed = await lockAgreed(
    trx,
    pid,
    some.map(({ person }) => person.uid),
  );
  const ids = newIds(now, some.length);
  const all = some.flatMap(({ person, row }, index) =>
    agreed.has(person.uid) ? [{ uid: person.uid, id: row?.id ?? ids[index] ?? '', isNew: row === undefined }] : [],
  );
  const fresh = all.filter(({ isNew }) => isNew);
  const added_at = timestamp(now);
  await insertPeople(
    trx,
    fresh.map(({ id, uid }) => ({ id, uid, group_id: group, added_at })),
  );
  return new Map(all.map(({ uid, id }) => [uid, id]));
}

async function requireActive({ group, isOver }: Run, trx: Trx): Promise<void> {
  if (isOver() || !(await isActive(trx, group))) throw new Stopped('the run is over');
}

type Done<T, R> = { item: T; result: R };
type Results<T, R> = { done: Done<T, R>[]; failures: unknown[] };

/** Several at the same time. After a failure no more are begun. */
async function eachOf<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<Results<T, R>> {
  const [done, failures]: [Done<T, R>[], unknown[]] = [[], []];
  const waiting = items.values();
  const takeAll = async () => {
    for (const item of waiting) {
      if (failures.length > 0) return;
      try {
        done.push({ item, result: await work(item) });
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: requestsAtOnce }, takeAll));
  return { done, failures };
}

/** Stores what was done, with its log, audit entries and notices, before a failure ends the run. */
async function record<T, R>(
  run: Run,
  { done, failures }: Results<T, R>,
  store: (trx: Trx, done: readonly Done<T, R>[]) => Promise<LogEntry[]>,
): Promise<void> {
  if (done.length > 0) await run.db.transaction(async (trx) => log(trx, run, await store(trx, done)));
  if (failures.length > 0) throw failures[0];
}

async function log(trx: Trx, run: Run, entries: readonly LogEntry[]): Promise<void> {
  const now = run.clock.now();
  await writeLog(trx, now, run.group, entries);
  const done = entries.filter(({ outcome, action }) => outcome === 'done' && action !== 'left');
  const known = done.flatMap(({ uid, action }) => (uid === null ? [] : [{ uid, action }]));
  await recordAll(
    trx,
    now,
    known.map(({ uid, action }) => ({
      actor: null,
      kind: action === 'remove' ? 'synced_person.removed' : 'synced_person.added',
      subject: uid,
      pid: run.pid,
      detail: { title: run.target.id },
    })),
  );
  // One notice for all lists of the project that change at the same time; its page shows them.
  const notified = known.filter(({ action }) => action !== 'found');
  await notify(
    trx,
    { actor: null, now },
    notified.map(({ uid }) => ({ kind: 'groups.changed', uid, pid: run.pid, subject: '' })),
  );
}

async function writeLog(trx: Trx, now: Date, group: string, entries: readonly LogEntry[]): Promise<void> {
  const ids = newIds(now, entries.length);
  const at = timestamp(now);
  await insertLog(
    trx,
    entries.map((entry, index) => ({ ...entry, id: ids[index] ?? '', group_id: group, at })),
  );
}

/** Writes what would be done instead of doing it. Who has no account there is looked up as long as there is time. */
export async function logPlanned(run: Run, { add, link, remove, left }: Differences): Promise<void> {
  const planned = (action: Action) => (row: { uid: string | null }) => ({ uid: row.uid, action, outcome: 'planned' });
  const { done, failures } = await eachOf(
    add,
    async ({ person }) => run.isOver() || (await run.find(person.email)) !== undefined,
  );
  if (failures.length > 0) throw failures[0];
  const without = new Set(done.flatMap(({ item, result }) => (result ? [] : [item.person.uid])));
  const entries = [
    ...left.map(planned('left')),
    ...remove.map(({ row }) => planned('remove')(row)),
    ...link.map(({ person, found }) => planned(found ? 'found' : 'add')(person)),
    ...add.map(({ person: { uid } }) => ({
      uid,
      action: 'add' as const,
      outcome: without.has(uid) ? 'planned_no_account' : 'planned',
    })),
  ];
  await run.db.transaction(async (trx) => {
    await deletePlanned(trx, run.group);
    await writeLog(trx, run.clock.now(), run.group, entries);
  });
}
