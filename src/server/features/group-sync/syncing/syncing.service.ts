import { ownerMakers } from '../../../auth/made-with.ts';
import type { Db, Trx } from '../../../db/db.ts';
import type { JobBase, OutboxBase } from '../../../feature.ts';
import { addSeconds, days, minutes, timestamp } from '../../../lib/clock.ts';
import { seal, unseal } from '../../../lib/seal.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { firstIdOf, sha256 } from '../../../lib/secrets.ts';
import { record } from '../../audit/audit.service.ts';
import { notify } from '../../notices/notify.service.ts';
import type { JobHandlers, NewJob, Outbox } from '../../outbox/outbox.service.ts';
import { mailman } from '../servers/mailman.service.ts';
import { mattermost } from '../servers/mattermost.service.ts';
import { askServer, GroupFailed, ServerFailed } from '../servers/request.service.ts';
import type { GroupServer } from '../servers/servers.policy.ts';
import { applyDifferences, logPlanned } from './apply.service.ts';
import type { Run } from './apply.service.ts';
import { differencesOf } from './differences.policy.ts';
import type { Wanted } from './differences.policy.ts';
import {
  claimServer,
  deleteLogBefore,
  disableServer,
  findServer,
  hasChanged,
  hasUnchecked,
  listActiveOf,
  listAgreed,
  listGroupsOf,
  listKnown,
  listMembers,
  listOwners,
  listServers,
  timezoneOf,
  updateGroupState,
  updateServerState,
} from './syncing.queries.ts';
import type { SyncedGroup, WorkingServer } from './syncing.queries.ts';

const kind = 'groups';
/** A run ends after this time, and the rest is done a minute later: a slow server does not occupy the outbox. */
const runMs = 60_000;
/** Longer than a run, so that a server is not synced twice at the same time; after it another process takes over. */
const claimSeconds = minutes(2);
/** So many outbox jobs run at a time for all servers. */
const lanes = 3;
/** Everything is compared once a day after this hour, local time of the project. */
const fullHour = 3;
/** A server that did not work for this long is switched off. */
const failingSeconds = days(5);
const leastRetrySeconds = minutes(1);
const mostRetrySeconds = minutes(60);
/** Whom the server did not take is tried again after this time. */
const refusedSeconds = days(1) - minutes(60);
const keptSeconds = days(90);
const deletedAtOnce = 10_000;

export const secretsContext = (id: string): string => `group-server:${id}:secrets`;
export type Secrets = { username: string; secret: string };
export const sealSecrets = (keys: Keyring, id: string, secrets: Secrets) => ({
  secrets: seal(keys, secretsContext(id), JSON.stringify(secrets)),
  key_id: keys.current.id,
});

/** What people see of a URL. */
export const hostOf = (url: string): string => new URL(url).host;

const syncJob = (id: string, moment: string): NewJob => ({ key: `${kind}:${id}:${moment}`, kind, payload: { id } });
const idIn = (payload: unknown): string =>
  typeof payload === 'object' && payload !== null && 'id' in payload && typeof payload.id === 'string'
    ? payload.id
    : '';

/** Begins a run in the transaction of what makes it necessary. */
export async function syncSoon(trx: Trx, outbox: Outbox, now: Date, id: string): Promise<void> {
  await updateServerState(trx, id, { next_at: timestamp(addSeconds(now, claimSeconds)) });
  await outbox.add(trx, [syncJob(id, timestamp(now))]);
}

/**
 * Queues a run for each server whose groups may have changed, that has to be tried again, or whose daily comparison is due. All
 * changes of a minute are one run.
 */
export async function queueRuns({ db, clock, outbox }: JobBase, signal: AbortSignal): Promise<number> {
  const now = clock.now();
  const servers = await listServers(db.read, timestamp(now));
  if (servers.length === 0) return 0;
  const upTo = await db.handle.changes.completeUpTo();
  let queued = 0;
  for (const { id, pid, seen_seq, next_at, timezone } of servers) {
    signal.throwIfAborted();
    const isDue =
      next_at !== null ||
      (await hasUnchecked(db.read, id, dayOf(now, timezone))) ||
      (await hasChanged(db.read, pid, seen_seq, upTo));
    if (!isDue) continue;
    await db.transaction(async (trx) => {
      if (!(await claimServer(trx, id, next_at, timestamp(addSeconds(now, claimSeconds))))) return;
      await outbox.add(trx, [syncJob(id, timestamp(now))]);
      queued += 1;
    });
  }
  return queued;
}

/** The day whose comparison is due: until 3 in the night that of the day before. */
const dayOf = (now: Date, timezone: string): string =>
  Temporal.Instant.from(timestamp(now))
    .toZonedDateTimeISO(timezone)
    .subtract({ hours: fullHour })
    .toPlainDate()
    .toString();

export const syncHandlers = (services: OutboxBase): JobHandlers => ({
  [kind]: {
    laneOf: (payload) => `groups:${(idIn(payload).codePointAt(idIn(payload).length - 1) ?? 0) % lanes}`,
    maxAtOnce: lanes,
    run: (_id, payload) => syncServer(services, idIn(payload)),
  },
});

/** Syncs what has to be synced of one server. A failure is recorded and tried again, not thrown. */
export async function syncServer(services: OutboxBase, id: string): Promise<void> {
  const { db, clock } = services;
  const server = await findServer(db.read, id);
  if (server === undefined) return;
  const { pid, created_by: uid, made_with } = server;
  if (!(await ownerMakers(db, clock)(pid, { uid, made_with }))) {
    await db.transaction((trx) => disable(trx, clock.now(), id, 'not_allowed'));
    return;
  }
  const upTo = await db.handle.changes.completeUpTo();
  try {
    const isDone = await syncGroups(services, server);
    const now = timestamp(clock.now());
    const state = { failing_since: null, outcome: 'ok', tried_at: now };
    // What changed during the run has a later number.
    const rest = isDone ? { seen_seq: upTo, next_at: null } : { next_at: now };
    await db.transaction((trx) => updateServerState(trx, id, { ...state, ...rest }));
  } catch (error) {
    if (!(error instanceof ServerFailed)) throw error;
    await db.transaction((trx) => recordFailure(trx, clock.now(), server, error.outcome));
  }
}

/** Waits as long as the server has been failing, from a minute to an hour. */
async function recordFailure(trx: Trx, now: Date, server: WorkingServer, outcome: string): Promise<void> {
  const since = server.failing_since ?? timestamp(now);
  const failing = (now.getTime() - Date.parse(since)) / 1000;
  const wait = Math.min(Math.max(failing, leastRetrySeconds), mostRetrySeconds);
  const next_at = timestamp(addSeconds(now, wait));
  await updateServerState(trx, server.id, { failing_since: since, outcome, tried_at: timestamp(now), next_at });
  if (failing >= failingSeconds) await disable(trx, now, server.id, 'failing');
}

/** Returns whether all were synced. */
async function syncGroups(services: OutboxBase, server: WorkingServer): Promise<boolean> {
  const { db, clock } = services;
  const endsAt = performance.now() + runMs;
  const adapter = adapterOf(services, server);
  const accounts = new Map<string, Promise<string | undefined>>();
  const find = (email: string) => {
    const found = accounts.get(email) ?? adapter.find(email);
    accounts.set(email, found);
    return found;
  };
  const isOver = () => performance.now() > endsAt;
  const [groups, project] = [await listGroupsOf(db.read, server.id), await projectPeople(db, server.pid)];
  const today = dayOf(clock.now(), project.timezone);
  for (const group of groups) {
    const people = project.of(group.audience);
    const digest = digestOf(people.wanted);
    const isChecked = group.checked_on !== null && group.checked_on >= today;
    if (isChecked && group.digest === digest) continue;
    if (isOver()) return false;
    const target = { kind: group.target_kind, id: group.target };
    const run = { db, clock, server: adapter, find, pid: server.pid, group: group.id, target, isOver };
    const outcome = await syncGroup(run, group, people);
    // The rest of the group is done by the next run.
    if (outcome === undefined) return false;
    const counts = { people: people.members.size, agreed: people.wanted.length };
    const state = { ...counts, digest, checked_on: today, tried_at: timestamp(clock.now()), outcome };
    await db.transaction((trx) => updateGroupState(trx, group.id, state));
  }
  return true;
}

type People = { wanted: Wanted[]; members: Set<string> };

/** How it went; undefined if it is not finished. */
async function syncGroup(run: Run, group: SyncedGroup, { wanted, members }: People): Promise<string | undefined> {
  try {
    const seen = await run.server.list(run.target);
    const known = await listKnown(run.db.read, run.group);
    const { byAddress } = run.server;
    const refusedSince = timestamp(addSeconds(run.clock.now(), -refusedSeconds));
    const differences = differencesOf({ wanted, members, seen, known, byAddress, refusedSince });
    if (differences.incomplete) return 'incomplete';
    if (group.mode === 'dry_run') await logPlanned(run, differences);
    else if (!(await applyDifferences(run, differences))) return undefined;
    return 'ok';
  } catch (error) {
    if (error instanceof GroupFailed) return error.outcome;
    throw error;
  }
}

const digestOf = (wanted: readonly Wanted[]): string =>
  sha256(wanted.map(({ uid, email }) => `${uid} ${email}`).join('\n'));

function adapterOf({ keys, guardedFetch }: OutboxBase, server: WorkingServer): GroupServer {
  const { username, secret } = JSON.parse(unseal(keys, secretsContext(server.id), server.secrets)) as Secrets;
  if (server.kind === 'mattermost')
    return mattermost(askServer(guardedFetch, server.url, { authorization: `Bearer ${secret}` }));
  const basic = Buffer.from(`${username}:${secret}`).toString('base64');
  return mailman(askServer(guardedFetch, server.url, { authorization: `Basic ${basic}` }));
}

/** Who belongs to each group of a project, and who of them agreed. */
async function projectPeople({ read }: Db, pid: string) {
  const members = await listMembers(read, pid);
  const agreed = await listAgreed(read, pid);
  const timezone = await timezoneOf(read, pid);
  const of = (audience: string): People => {
    const [part = '', tid] = audience.split(':');
    const uids = members
      .filter((one) => (tid === undefined ? part === 'staff' || one.tid !== '' : one.tid === tid))
      .filter(({ role }) => part !== 'chiefs' || role === 'chief')
      .map(({ uid }) => uid);
    const belonging = new Set(uids);
    return { members: belonging, wanted: agreed.filter(({ uid }) => belonging.has(uid)) };
  };
  return { timezone, of };
}

/** Switches off what one person has set up: they may no longer use it. */
export async function disableGroupServersOf(trx: Trx, now: Date, uid: string): Promise<void> {
  for (const { id } of await listActiveOf(trx, uid)) await disable(trx, now, id, 'not_allowed');
}

/** Switches a server off and notifies the owners. Does nothing if another process was faster. */
async function disable(trx: Trx, now: Date, id: string, reason: 'failing' | 'not_allowed'): Promise<void> {
  const server = await disableServer(trx, id, timestamp(now), reason);
  if (server === undefined) return;
  const { pid, url } = server;
  const title = hostOf(url);
  await record(trx, now, { actor: null, kind: 'group_server.disabled', subject: id, pid, detail: { title, reason } });
  const owners = await listOwners(trx, pid);
  await notify(
    trx,
    { actor: null, now },
    owners.map((uid) => ({ kind: 'group_server.disabled', uid, pid, subject: id, values: { what: title } })),
  );
}

export const deleteOldLog = (trx: Trx, now: string): Promise<void> =>
  deleteLogBefore(trx, firstIdOf(addSeconds(new Date(now), -keptSeconds)), deletedAtOnce);
