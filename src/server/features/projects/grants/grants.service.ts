import { maxGrants } from '../../../../shared/limits.ts';
import { confirmCaller } from '../../../auth/confirm.ts';
import type { Confirmed } from '../../../auth/confirm.ts';
import type { Person } from '../../../auth/caller.ts';
import { scopeOfRow } from '../../../auth/project-role.ts';
import type { Actor, ProjectRole, ProjectScope } from '../../../auth/project-role.ts';
import type { Db, Reader, Trx } from '../../../db/db.ts';
import { fail, failField, refuseField } from '../../../errors.ts';
import { toUtc } from '../../../http/moment.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import { newId } from '../../../lib/secrets.ts';
import { normaliseEmail } from '../../../lib/text.ts';
import { record } from '../../audit/audit.service.ts';
import { notify } from '../../notices/notify.service.ts';
import type { Cause } from '../../notices/notify.service.ts';
import { findPersonByEmail, lockTarget } from '../../people/people.service.ts';
import { isOwner, lockProjects } from '../owners.queries.ts';
import { endGrantsOf, namesFor } from './ending.service.ts';
import { latestEnd, requireEnd, timesOf } from './grants.policy.ts';
import {
  countOpen,
  findDates,
  findEnabledTeam,
  findGrant,
  findHolder,
  insertGrant,
  leads,
  moveEnd,
  overlaps,
} from './grants.queries.ts';
import type { GrantRow, ShownGrant } from './grants.queries.ts';
import type { Grant, NewGrant } from './grants.schema.ts';

const noSuchGrant = (): never => fail('not_found', { detail: 'There is no such grant' });

export function presentGrant(row: ShownGrant, { owner }: Pick<ProjectRole, 'owner'>, now: Date): Grant {
  const { starts_at: from, ends_at: until, revision: _revision, ...grant } = row;
  const at = timestamp(now);
  const state = until <= at ? 'ended' : from > at ? 'coming' : 'active';
  return { ...grant, from, until, state, rights: { change: owner && state !== 'ended' } };
}

/** Whom a request means, and the field that names them. */
export type Deputy = { uid: string; field: '/uid' | '/email'; email: string | undefined };

/** Before the transaction, which begins by locking this person. */
export async function deputyOf(read: Reader, { uid, email }: NewGrant): Promise<Deputy> {
  if (uid !== undefined && email === undefined) return { uid, field: '/uid', email };
  if (uid !== undefined || email === undefined) return failField('/uid', 'Give either uid or email');
  const address = normaliseEmail(email);
  const person = await findPersonByEmail(read, address);
  if (person === undefined) return refuseField('/email', cannotSignIn['/email']);
  return { uid: person.uid, field: '/email', email: address };
}

const cannotSignIn = {
  '/uid': 'is not a person who can sign in',
  '/email': 'belongs to nobody who can sign in. Ask them to sign in once',
};

/** Who asks by address learns whether it has an account. */
export async function recordLookup({ db }: Pick<Services, 'db'>, { projectRole: { scope }, caller, now }: Actor) {
  const entry = { actor: caller.uid, kind: 'grant.looked_up' as const, subject: scope.pid, pid: scope.pid };
  await db.transaction((trx) => record(trx, now, entry));
}

/** Requires a confirmed caller, and that the person is locked. Lock order: people, project. */
export async function giveGrant(
  trx: Trx,
  { projectRole: { scope }, caller, now }: Actor,
  { people }: Confirmed,
  { uid, field, email }: Deputy,
  input: NewGrant,
): Promise<GrantRow['id']> {
  const { role, reason } = input;
  const person = people.find((one) => one.uid === uid && one.suspended_at === null);
  if (person === undefined || (email !== undefined && person.email !== email))
    return refuseField(field, cannotSignIn[field]);
  await lockProjects(trx, [scope.pid]);
  const tid = await teamOf(trx, scope, input);
  // The giver has all parts as an owner, and would keep this one when they no longer are an owner.
  if (await isOwner(trx, scope, uid)) return refuseField(field, 'is an owner, who can do this already');
  if (tid !== null && (await leads(trx, scope, tid, uid))) return refuseField(field, 'leads this team already');
  const { from, until } = timesOf(input, await findDates(trx, scope), now);
  if ((await countOpen(trx, scope, timestamp(now))) >= maxGrants)
    return fail('not_allowed', { detail: `A project has at most ${maxGrants} deputies` });
  if (await overlaps(trx, { pid: scope.pid, uid, role, tid }, from, until))
    return fail('already_exists', { detail: 'The person has this role at that time' });
  const [id, at] = [newId(now), timestamp(now)];
  const grant = { id, pid: scope.pid, uid, role, tid, starts_at: from, ends_at: until, reason: reason.trim() };
  await insertGrant(trx, { ...grant, granted_by: caller.uid, created_at: at });
  await notifyDeputy(trx, { actor: caller.uid, now }, scope, { ...grant, change: 'given' });
  const detail = { part: role, tid, from, until };
  await record(trx, now, { actor: caller.uid, kind: 'grant.given', subject: uid, pid: scope.pid, detail });
  return id;
}

async function teamOf(trx: Trx, scope: ProjectScope, { role, tid }: NewGrant): Promise<string | null> {
  if ((role === 'chief') !== (tid !== undefined))
    return failField('/tid', role === 'chief' ? 'is needed for a chief' : 'is for chiefs only');
  if (tid !== undefined && (await findEnabledTeam(trx, scope, tid)) === undefined)
    return refuseField('/tid', 'is not a team of this project, or it is disabled');
  return tid ?? null;
}

type Notified = Pick<GrantRow, 'id' | 'uid' | 'role' | 'tid' | 'ends_at' | 'reason'> & { change: 'given' | 'changed' };

/** Owners who did it are not notified of it; others find it in the audit log. */
async function notifyDeputy(trx: Trx, cause: Cause, scope: ProjectScope, grant: Notified): Promise<void> {
  const { id, uid, role, ends_at, reason, change } = grant;
  const { teamOf: named } = await namesFor(trx, scope, [grant]);
  const values = { part: role, closes_at: ends_at, ...named(grant), ...(change === 'given' ? { reason } : { change }) };
  await notify(trx, cause, [{ kind: 'grant.given', uid, pid: scope.pid, subject: id, values }]);
}

type Services = { db: Db; clock: Clock };
type Change = Actor & { id: string };

/** Whose grant it is decides whom to lock, and never changes. */
async function lockHolder(trx: Trx, { projectRole: { scope }, caller, now, id }: Change) {
  const holder = await findHolder(trx, id);
  if (holder === undefined || holder.pid !== scope.pid) return noSuchGrant();
  const { roles } = await lockTarget(trx, now, caller, holder.uid);
  return { ...holder, roles };
}

/** Moves the end, also to an earlier moment. Nobody prolongs their own grant. */
export async function changeGrant({ db }: Services, change: Change, until: string, expected: number | undefined) {
  const {
    projectRole: { scope },
    caller,
    now,
    id,
  } = change;
  const end = toUtc('/until', until);
  return db.transaction(async (trx) => {
    const { uid } = await lockHolder(trx, change);
    if (uid === caller.uid) return fail('forbidden', { detail: "You can't prolong your own grant. Ask another owner" });
    const latest = latestEnd(await findDates(trx, scope), now);
    const before = (await findGrant(trx, scope, id)) ?? noSuchGrant();
    const at = timestamp(now);
    if (before.ends_at <= at) return fail('conflict', { detail: 'It has ended. Give it again' });
    requireEnd(end, { after: before.starts_at > at ? before.starts_at : at, latest });
    const { tid, role } = before;
    if (end > before.ends_at && (await overlaps(trx, { pid: scope.pid, uid, role, tid }, before.ends_at, end)))
      return fail('already_exists', { detail: 'The person has this role at that time' });
    const row = (await moveEnd(trx, scope, id, { until: end, now: at, expected })) ?? fail('stale');
    if (end !== before.ends_at) {
      await notifyDeputy(trx, { actor: caller.uid, now }, scope, { ...row, change: 'changed' });
      const detail = { part: role, tid, until: end };
      const entry = { kind: 'grant.changed' as const, subject: uid, pid: scope.pid, revision: row.revision, detail };
      await record(trx, now, { actor: caller.uid, ...entry });
    }
    return (await findGrant(trx, scope, id)) ?? noSuchGrant();
  });
}

/** Takes effect with the next request, in every process. Does nothing if it has ended. */
export async function endGrant({ db }: Services, change: Change): Promise<void> {
  const {
    projectRole: { scope },
    caller,
    now,
    id,
  } = change;
  await db.transaction(async (trx) => {
    const { uid } = await lockHolder(trx, change);
    await endGrantsOf(trx, { actor: caller.uid, now }, scope, { id, uids: [uid] });
  });
}

/** Deputies can give back what they were given. */
export async function giveUpGrant({ db, clock }: Services, caller: Person, id: string): Promise<void> {
  const now = clock.now();
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    const grant = await findHolder(trx, id);
    if (grant === undefined || grant.uid !== caller.uid) return noSuchGrant();
    await endGrantsOf(trx, { actor: caller.uid, now }, scopeOfRow(grant), { id, uids: [caller.uid] });
  });
}
