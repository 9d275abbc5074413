import type { Confirmed } from '../../auth/confirm.ts';
import { teamOfRow } from '../../auth/project-role.ts';
import type { Actor, ProjectScope } from '../../auth/project-role.ts';
import { confirmCaller } from '../../auth/confirm.ts';
import type { Db, Reader, Trx } from '../../db/db.ts';
import { lockProject } from '../../db/lock-project.ts';
import { searchOf } from '../../db/name-search.ts';
import { fail, requireNone } from '../../errors.ts';
import { byName, pageRequest } from '../../http/paging.ts';
import { timestamp } from '../../lib/clock.ts';
import { mailWay } from '../../lib/mailer.ts';
import type { Services } from '../../services.ts';
import { recordAll } from '../audit/audit.service.ts';
import { yearsOf } from '../projects/series/series.service.ts';
import { invite } from '../teams/invitations/invitations.service.ts';
import * as queries from './ask-again.queries.ts';
import {
  countByState,
  countFormer,
  listAskers,
  listEnabledTids,
  listFormer,
  listFormerAmong,
  listPartsOf,
  listShiftsOf,
  upsertAsked,
} from './ask-again.queries.ts';
import type { FormerRow, Years } from './ask-again.queries.ts';
import type {
  AskAgainQuery,
  AskAnswer,
  AskInvitations,
  AskInvited,
  AskShare,
  FormerPerson,
  FormerPersonPage,
} from './ask-again.schema.ts';

type Outcome = AskInvited['data'][number]['outcome'];
type Named = { names: ReadonlyMap<string, string>; years: Years };

export const withAnswers = (read: Reader, scope: ProjectScope, now: string) => queries.withAnswers(read, scope, now);
export const listAskedOf = (read: Reader, uid: string) => queries.listAskedOf(read, uid);
export const deleteAsked = (trx: Trx, uid: string): Promise<void> => queries.deleteAsked(trx, uid);

/** Newest first, with their names. */
async function yearsBefore(read: Reader, scope: ProjectScope, now: Date): Promise<Named> {
  const earlier = (await yearsOf(read, scope)).filter(({ pid }) => pid !== scope.pid).toReversed();
  return {
    names: new Map(earlier.map(({ pid, name }) => [pid, name])),
    years: { scope, before: earlier.map(({ pid }) => pid), now: timestamp(now) },
  };
}

/** What they did, in a fixed number of queries. */
async function present(
  read: Reader,
  { names, years: { scope, before } }: Named,
  rows: readonly FormerRow[],
): Promise<FormerPerson[]> {
  const uids = rows.map(({ uid }) => uid);
  const parts = Map.groupBy(await listPartsOf(read, before, uids), ({ uid }) => uid);
  const shifts = new Map((await listShiftsOf(read, before, uids)).map((row) => [`${row.pid}/${row.uid}`, row.shifts]));
  const tids = await listEnabledTids(read, scope);
  return rows.map((row) => {
    const own = parts.get(row.uid) ?? [];
    const pid = before.find((one) => own.some((part) => part.pid === one)) ?? '';
    const teams = own.flatMap((part) =>
      part.pid === pid && part.tid !== null && part.team !== null && part.role !== null
        ? [{ tid: part.tid, name: part.team, role: part.role }]
        : [],
    );
    return {
      uid: row.uid,
      name: row.name,
      state: row.state,
      in_project: row.in_project === 1,
      applied: row.applied === 1,
      invited: row.invited === 1,
      asker: row.asker === null ? null : { uid: row.asker, name: row.asker_name ?? '' },
      note: row.note,
      asked_at: row.asked_at,
      years: new Set(own.map((part) => part.pid)).size,
      last: {
        pid,
        project: names.get(pid) ?? '',
        teams: teams
          .map(({ name, role }) => ({ name, role }))
          .toSorted((one, other) => one.name.localeCompare(other.name)),
        shifts: shifts.get(`${pid}/${row.uid}`) ?? 0,
      },
      tid:
        teams
          .map(({ tid }) => tid)
          .toSorted()
          .find((tid) => tids.has(tid)) ?? null,
    };
  });
}

export async function formerPage(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  scope: ProjectScope,
  { state, asker, q, ...query }: AskAgainQuery,
): Promise<FormerPersonPage> {
  const { limit, after, page } = pageRequest(query, byName);
  const named = await yearsBefore(db.read, scope, clock.now());
  const filter = { state, asker, search: q === undefined || q.trim() === '' ? undefined : searchOf(q) };
  const { data, next } = page(await listFormer(db.read, named.years, filter, { limit, after }));
  const shown = { data: await present(db.read, named, data), next };
  if (after !== undefined) return shown;
  return {
    ...shown,
    total: await countFormer(db.read, named.years, filter),
    counts: await countByState(db.read, named.years),
    askers: await listAskers(db.read, scope, named.years.now),
  };
}

type Found = { person: FormerPerson; revision: number };

const noSuchPerson = (): never => fail('not_found', { detail: 'There is no such person of an earlier year' });

export async function readFormer(read: Reader, scope: ProjectScope, now: Date, uid: string): Promise<Found> {
  const named = await yearsBefore(read, scope, now);
  const [row] = await listFormerAmong(read, named.years, [uid]);
  if (row === undefined) return noSuchPerson();
  const [person] = await present(read, named, [row]);
  return { person: person ?? noSuchPerson(), revision: row.revision ?? 0 };
}

/** `revision`: of the row, 0 if there is none yet. */
export async function noteAnswer(
  db: Db,
  { caller, now, uid: actor, projectRole: { scope } }: Actor,
  uid: string,
  { state, note }: AskAnswer,
  expected: number | undefined,
): Promise<void> {
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller, [uid]);
    await lockProject(trx, scope.pid);
    const { years } = await yearsBefore(trx, scope, now);
    const row = (await listFormerAmong(trx, years, [uid]))[0] ?? noSuchPerson();
    if (expected !== undefined && expected !== (row.revision ?? 0)) return fail('stale');
    const kept = { ...row, note: note ?? row.note };
    if (row.revision !== null && row.state === state && row.note === kept.note) return;
    const at = timestamp(now);
    await upsertAsked(
      trx,
      [
        {
          pid: scope.pid,
          uid,
          state,
          // Who asks somebody of whom nobody else takes care is who notes it.
          asker: row.asker ?? (state === 'to_ask' ? null : actor),
          note: kept.note,
          asked_at: state === 'to_ask' ? null : (row.asked_at ?? at),
          answered_at: state === 'yes' || state === 'no' ? at : null,
          created_at: at,
        },
      ],
      ['state', 'asker', 'note', 'asked_at', 'answered_at'],
    );
    await recordAll(trx, now, [{ actor, kind: 'ask_again.changed', subject: uid, pid: scope.pid, detail: { state } }]);
  });
}

/** Gives everybody an asker in turn. Returns how many people have another one than before. */
export async function shareOut(
  trx: Trx,
  { now, uid: actor, projectRole: { scope } }: Actor,
  { askers, uids }: AskShare,
): Promise<number> {
  await lockProject(trx, scope.pid);
  const { years } = await yearsBefore(trx, scope, now);
  const known = new Set((await listAskers(trx, scope, years.now)).map(({ uid }) => uid));
  requireNone(
    askers.flatMap((uid, index) =>
      known.has(uid) ? [] : [{ pointer: `/askers/${index}`, detail: 'is no owner or deputy who recruits' }],
    ),
  );
  const people =
    uids === undefined
      ? await listFormer(trx, years, { state: 'to_ask', asker: 'nobody' }, { limit: maxPeople, after: undefined })
      : await listFormerAmong(trx, years, uids);
  const shared = people
    .map((person, index) => ({ person, asker: askers[index % askers.length] ?? null }))
    .filter(({ person, asker }) => person.asker !== asker);
  await upsertAsked(
    trx,
    shared.map(({ person: { uid }, asker }) => ({
      pid: scope.pid,
      uid,
      state: 'to_ask',
      asker,
      created_at: years.now,
    })),
    ['asker'],
  );
  if (shared.length > 0)
    await recordAll(trx, now, [
      { actor, kind: 'ask_again.shared', subject: scope.pid, pid: scope.pid, detail: { people: shared.length } },
    ]);
  return shared.length;
}

/** More than any event has. */
const maxPeople = 100_000;

/** Why somebody is not invited now; undefined if they are. */
function reasonNot(row: FormerRow | undefined, caller: string): Outcome | undefined {
  if (row === undefined) return 'not_found';
  if (row.in_project === 1) return 'in_project';
  if (row.applied === 1) return 'applied';
  if (row.state === 'no') return 'said_no';
  if (row.state === 'asked' || row.invited === 1) return 'already_asked';
  return row.asker !== null && row.asker !== caller ? 'asked_by_other' : undefined;
}

/**
 * Invites each to a team, as members. The project is locked before anything is read, so that of two who invite the same
 * person the second sees what the first did.
 */
export async function inviteFormer(
  trx: Trx,
  services: Pick<Services, 'clock' | 'config' | 'mailQueue' | 'mailboxes'>,
  { caller, now, uid: actor, projectRole: { scope, state } }: Actor,
  { roles }: Confirmed,
  { people, language }: AskInvitations,
): Promise<AskInvited> {
  const { pid } = scope;
  await lockProject(trx, pid);
  const tids = await listEnabledTids(trx, scope);
  requireNone(
    people.flatMap(({ tid }, index) =>
      tids.has(tid) ? [] : [{ pointer: `/people/${index}/tid`, detail: 'is not a team of this project' }],
    ),
  );
  const { years } = await yearsBefore(trx, scope, now);
  const rows = new Map(
    (
      await listFormerAmong(
        trx,
        years,
        people.map(({ uid }) => uid),
      )
    ).map((row) => [row.uid, row]),
  );
  const outcomes = new Map<string, Outcome>();
  for (const { uid } of people) outcomes.set(uid, reasonNot(rows.get(uid), actor) ?? 'invited');
  // Somebody who is listed twice is invited once, to the first of the teams.
  const ready = [...new Map(people.toReversed().map((one) => [one.uid, one])).values()].filter(
    ({ uid }) => outcomes.get(uid) === 'invited',
  );
  for (const [tid, some] of Map.groupBy(ready, (one) => one.tid)) {
    const named = some.flatMap(({ uid }) => rows.get(uid) ?? []);
    const invited = await invite(trx, services, { caller, roles }, teamOfRow({ pid, tid }), {
      emails: named.map(({ email }) => email),
      names: named.map(({ name }) => name),
      ...(language !== undefined && { language }),
    });
    for (const [index, { uid }] of named.entries())
      if (invited.data[index]?.outcome !== 'invited') outcomes.set(uid, 'too_many_mails');
  }
  const done = ready.filter(({ uid }) => outcomes.get(uid) === 'invited').map(({ uid }) => uid);
  await markAsked(trx, { scope, actor, now }, done, rows);
  return {
    data: people.map(({ uid }) => ({ uid, outcome: outcomes.get(uid) ?? 'not_found' })),
    mail: mailWay(services.config),
    held: state === 'draft',
  };
}

type Marking = { scope: ProjectScope; actor: string; now: Date };

async function markAsked(
  trx: Trx,
  { scope: { pid }, actor, now }: Marking,
  uids: readonly string[],
  rows: ReadonlyMap<string, FormerRow>,
): Promise<void> {
  const at = timestamp(now);
  const stateOf = (uid: string) => (rows.get(uid)?.state === 'yes' ? 'yes' : 'asked');
  await upsertAsked(
    trx,
    uids.map((uid) => ({
      pid,
      uid,
      state: stateOf(uid),
      asker: rows.get(uid)?.asker ?? actor,
      asked_at: rows.get(uid)?.asked_at ?? at,
      created_at: at,
    })),
    ['state', 'asker', 'asked_at'],
  );
  await recordAll(
    trx,
    now,
    uids.map((uid) => ({ actor, kind: 'ask_again.changed', subject: uid, pid, detail: { state: stateOf(uid) } })),
  );
}
