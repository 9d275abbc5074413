import type { Person } from '../../../auth/caller.ts';
import { confirmCaller } from '../../../auth/confirm.ts';
import type { Confirmed } from '../../../auth/confirm.ts';
import { madeWith, makersRoles } from '../../../auth/makers.ts';
import { recruitsFor, teamOfRow } from '../../../auth/project-role.ts';
import type { ProjectScope, TeamScope } from '../../../auth/project-role.ts';
import { personUid } from '../../../auth/scopes.ts';
import type { Db, Reader, Trx } from '../../../db/db.ts';
import { fail, requireNone } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import { recordAll } from '../../audit/audit.service.ts';
import { notify } from '../../notices/notify.service.ts';
import { lockProjects } from '../../projects/owners.service.ts';
import { admitMembers } from '../memberships/memberships.service.ts';
import type { NoticeServices } from '../memberships/role-notices.service.ts';
import { findCall, findTeams, listWishes } from './applications.queries.ts';
import type { Decided, WishRow } from './applications.queries.ts';
import { endRequests } from './applications.service.ts';
import { isLapsed } from './call.policy.ts';
import { countPromised, decideOpenly, decideQuietly, writeNote } from './decisions.queries.ts';
import type { Decision, DecisionResult, Verb } from './decisions.schema.ts';

type Services = { db: Db } & NoticeServices;
type Named = Confirmed['people'][number];

export const outcomeOf = { accept: 'accepted', wait: 'waiting', decline: 'declined' } as const satisfies Record<
  Verb,
  Decided
>;

/** What has been decided so far, published or not. */
const decidedOf = ({ state, pending }: WishRow): Decided | null =>
  pending ?? (state === 'accepted' || state === 'waiting' || state === 'declined' ? state : null);

type Pending = Pick<WishRow, 'tid' | 'uid' | 'pending' | 'decided_by' | 'made_with'>;

/**
 * Which of these applications have a decision that waits to be published and whose maker may no longer decide. It is
 * not published, and does not keep anybody from deciding again.
 */
export async function decisionsToRepeat(
  read: Reader,
  now: Date,
  { pid }: ProjectScope,
  rows: readonly Pending[],
): Promise<(row: { tid: string; uid: string }) => boolean> {
  const pending = rows.filter((row) => row.pending !== null);
  const makerOf = ({ decided_by: uid, made_with }: Pending) => ({ uid, made_with });
  const roles = await makersRoles(read, now, pid, pending.map(makerOf));
  const found = pending.filter((row) => {
    const role = roles(makerOf(row));
    return role === undefined || !recruitsFor(role, row.tid);
  });
  const keys = new Set(found.map(keyOf));
  return (row) => keys.has(keyOf(row));
}

type Taken = { row: WishRow; person: Named; outcome: Decided; quiet: boolean };

/**
 * Locks the people and then the project, so that of two who decide differently the second sees what the first decided.
 * Each decision has its own result; none undoes another.
 */
export async function decideApplications(
  services: Services,
  caller: Person,
  scope: ProjectScope,
  decisions: readonly Decision[],
): Promise<DecisionResult[]> {
  const now = services.clock.now();
  const all = await services.db.transaction((trx) => decideIn(trx, services, { caller, scope, now }, decisions));
  return all.map(({ uid, tid, result, current }) => ({ uid, tid, result, current }));
}

/** `isPublished`: the person knows what is decided now. */
type Result = DecisionResult & { isPublished: boolean };

async function decideIn(
  trx: Trx,
  services: Services,
  { caller, scope, now }: Deciding,
  decisions: readonly Decision[],
): Promise<Result[]> {
  const uids = [...new Set(decisions.map(({ uid }) => uid))];
  const { people, roles } = await confirmCaller(trx, now, caller, uids);
  requireLed(roles, decisions);
  // Before the results, which say what has been decided.
  if (!roles.owner && uids.includes(caller.uid))
    fail('forbidden', { detail: "You can't decide about your own application. Ask an owner" });
  await lockProjects(trx, [scope.pid]);
  const isTogether = (await findCall(trx, scope)).decisions === 'together';
  const active = new Map(people.flatMap((one) => (one.suspended_at === null ? [[one.uid, one] as const] : [])));
  const wishes = await listWishes(trx, scope, uids);
  const rows = new Map(wishes.map((row) => [keyOf(row), row]));
  const isToRepeat = await decisionsToRepeat(trx, now, scope, wishes);
  const tids = [...new Set(decisions.map(({ tid }) => tid))];
  const promised = new Map((await countPromised(trx, scope, tids)).map(({ tid, count }) => [tid, count]));
  const places = await freePlaces(trx, scope, tids, promised);
  const taken = new Map<string, Taken>();
  const results = decisions.map((decision): Result => {
    const { uid, tid, seen = null } = decision;
    const [row, person] = [rows.get(keyOf(decision)), active.get(uid)];
    const result = (one: DecisionResult['result'], current: Decided | null): Result => ({
      uid,
      tid,
      result: one,
      current,
      isPublished: row !== undefined && row.state !== 'sent',
    });
    if (row === undefined || person === undefined || isLapsed(row, timestamp(now))) return result('not_found', null);
    if (row.state === 'withdrawn') return result('withdrawn', null);
    const current = taken.get(keyOf(decision))?.outcome ?? decidedOf(row);
    if (isNoteChanged(row, decision)) return result('note_changed', current);
    if (decision.decision === undefined) return result('noted', current);
    const outcome = outcomeOf[decision.decision];
    if (taken.has(keyOf(decision)) || !isToRepeat(row)) {
      if (current === outcome) return result('decided', current);
      if (current !== seen || row.state === 'accepted') return result('changed', current);
    }
    const free = (places.get(tid) ?? 0) + (current === 'accepted' ? 1 : 0);
    if (outcome === 'accepted' && free < 1) return result('team_full', current);
    places.set(tid, outcome === 'accepted' ? free - 1 : free);
    const quiet = isTogether && row.state === 'sent';
    taken.set(keyOf(decision), { row, person, outcome, quiet });
    return result('decided', outcome);
  });
  await apply(trx, services, { caller, scope, now }, roles, [...taken.values()]);
  const done = new Set(
    results.flatMap((one) => (one.result === 'decided' || one.result === 'noted' ? [keyOf(one)] : [])),
  );
  await writeNotes(
    trx,
    { caller, scope, now },
    decisions.flatMap(({ uid, tid, note }) => {
      const isNew = note !== undefined && done.has(keyOf({ uid, tid })) && rows.get(keyOf({ uid, tid }))?.note !== note;
      return isNew ? [{ uid, tid, note }] : [];
    }),
  );
  return results;
}

/** Somebody else wrote a note since the caller looked, and not the same. */
const isNoteChanged = (row: WishRow, { note, seen_note: seen }: Decision): boolean =>
  note !== undefined && seen !== undefined && row.note !== seen && row.note !== note;

type Note = { uid: string; tid: string; note: string };

/** The entries do not name the people, as those of quiet decisions. */
async function writeNotes(trx: Trx, { caller, scope: { pid }, now }: Deciding, notes: readonly Note[]) {
  for (const { uid, tid, note } of notes) await writeNote(trx, teamOfRow({ pid, tid }), uid, note);
  const entries = Map.groupBy(notes, ({ tid }) => tid);
  await recordAll(
    trx,
    now,
    [...entries].map(([tid, { length }]) => ({
      actor: caller.uid,
      kind: 'applications.noted' as const,
      subject: tid,
      pid,
      detail: { tid, applications: length },
    })),
  );
}

const keyOf = ({ tid, uid }: { tid: string; uid: string }): string => `${tid} ${uid}`;

function requireLed(roles: Confirmed['roles'], decisions: readonly Decision[]): void {
  requireNone(
    decisions.flatMap(({ decision, note }, index) =>
      decision === undefined && note === undefined
        ? [{ pointer: `/decisions/${index}`, detail: 'needs a decision or a note' }]
        : [],
    ),
  );
  const errors = decisions.flatMap(({ tid }, index) =>
    recruitsFor(roles, tid) ? [] : [{ pointer: `/decisions/${index}/tid`, detail: 'is not a team that you lead' }],
  );
  if (errors.length > 0) fail('forbidden', { detail: 'Chiefs decide for their own teams', errors });
}

/** Places that are neither taken nor, as far as it says, promised. None in a disabled team. */
export async function freePlaces(
  read: Reader,
  scope: ProjectScope,
  tids: readonly string[],
  promised: ReadonlyMap<string, number> = new Map(),
) {
  const teams = await findTeams(read, scope, tids);
  return new Map(
    teams.map(({ tid, headcount, member_count, disabled_at }) => {
      if (disabled_at !== null) return [tid, -Infinity];
      return [tid, headcount === null ? Infinity : headcount - member_count - (promised.get(tid) ?? 0)];
    }),
  );
}

type Deciding = { caller: Person; scope: ProjectScope; now: Date };

async function apply(
  trx: Trx,
  services: Services,
  deciding: Deciding,
  roles: Confirmed['roles'],
  taken: readonly Taken[],
): Promise<void> {
  const { caller, scope, now } = deciding;
  const made_with = madeWith(caller, roles, now);
  const stamp = { decided_at: timestamp(now), decided_by: personUid(caller.uid), made_with };
  for (const [tid, ofTeam] of Map.groupBy(taken, ({ row }) => row.tid)) {
    const team = teamOfRow({ pid: scope.pid, tid });
    for (const [outcome, all] of Map.groupBy(ofTeam, (one) => one.outcome)) {
      const quiet = all.filter((one) => one.quiet);
      const open = all.filter((one) => !one.quiet);
      if (quiet.length > 0) await decideQuietly(trx, team, uidsOf(quiet), outcome, stamp);
      if (open.length > 0) await decideOpenlyFor(trx, services, deciding, team, outcome, open);
    }
    await recordQuiet(trx, deciding, team, ofTeam);
  }
  for (const { row } of taken) if (decidedOf(row) === null) await endRequests(trx, { ...row, pid: scope.pid });
}

const uidsOf = (taken: readonly Taken[]): string[] => taken.map(({ row }) => row.uid);

async function decideOpenlyFor(
  trx: Trx,
  services: Services,
  { caller, now }: Deciding,
  team: TeamScope,
  outcome: Decided,
  taken: readonly Taken[],
): Promise<void> {
  const { pid, tid } = team;
  const uids = uidsOf(taken);
  await decideOpenly(trx, team, uids, outcome, { decided_at: timestamp(now), decided_by: personUid(caller.uid) });
  await announce(
    trx,
    services,
    { caller, now },
    team,
    outcome,
    taken.map(({ person }) => person),
  );
  await notify(
    trx,
    { actor: caller.uid, now },
    taken.map(({ row }) => ({
      kind: `application.${outcome}` as const,
      uid: row.uid,
      pid,
      subject: tid,
      values: { team: row.team },
    })),
  );
}

/** What a decision changes once the person may know: accepted people become members. */
export async function announce(
  trx: Trx,
  services: NoticeServices,
  { caller, now }: Omit<Deciding, 'scope'>,
  team: TeamScope,
  outcome: Decided,
  people: readonly { uid: string; name: string }[],
): Promise<void> {
  const { pid, tid } = team;
  if (outcome === 'accepted') {
    await admitMembers(trx, now, services, { team, caller, detail: { application: 'accepted' } }, people);
    return;
  }
  await recordAll(
    trx,
    now,
    people.map(({ uid }) => ({
      actor: caller.uid,
      kind: `application.${outcome}` as const,
      subject: uid,
      pid,
      detail: { tid },
    })),
  );
}

/** The entry names no people: they would find it in the export of their data before it is published. */
async function recordQuiet(trx: Trx, { caller, now }: Deciding, { pid, tid }: TeamScope, taken: readonly Taken[]) {
  const quiet = taken.filter((one) => one.quiet);
  if (quiet.length === 0) return;
  const count = (outcome: Decided) => quiet.filter((one) => one.outcome === outcome).length;
  const detail = { tid, accepted: count('accepted'), waiting: count('waiting'), declined: count('declined') };
  await recordAll(trx, now, [{ actor: caller.uid, kind: 'applications.decided', subject: tid, pid, detail }]);
}

/** One decision for the routes of a single application, which say what is wrong as a problem. */
export async function decideOne(
  services: Services,
  caller: Person,
  team: TeamScope,
  uid: string,
  decision: 'accept' | 'decline',
): Promise<void> {
  const now = services.clock.now();
  const { tid } = team;
  await services.db.transaction(async (trx) => {
    const decide = (seen: Decided | null) =>
      decideIn(trx, services, { caller, scope: team, now }, [{ uid, tid, decision, seen }]);
    const [first] = await decide(null);
    // Somebody on the waiting list is still an applicant.
    const isWaiting = first?.result === 'changed' && first.current === 'waiting';
    const result = isWaiting ? (await decide('waiting'))[0] : first;
    if (result?.result === 'team_full') await refuseFull(trx, team);
    const isTaken = result?.result === 'decided' && !(first === result && result.isPublished);
    if (result?.result === 'changed' && !result.isPublished)
      fail('conflict', { detail: `The application was already ${result.current}` });
    if (!isTaken) fail('not_found', { detail: 'There is no such application' });
  });
}

async function refuseFull(trx: Trx, team: TeamScope): Promise<never> {
  const [row] = await findTeams(trx, team, [team.tid]);
  return row?.disabled_at === null
    ? fail('team_full', { detail: 'Free places in the team: 0' })
    : fail('team_disabled');
}
