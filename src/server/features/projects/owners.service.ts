import { maxOwners } from '../../../shared/limits.ts';
import type { Person } from '../../auth/caller.ts';
import { scopeOfRow } from '../../auth/project-role.ts';
import type { ProjectScope } from '../../auth/project-role.ts';
import type { Db, Reader, Trx } from '../../db/db.ts';
import { fail } from '../../errors.ts';
import { timestamp } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Keyring } from '../../lib/seal.ts';
import { record, recordAll } from '../audit/audit.service.ts';
import { notify } from '../notices/notify.service.ts';
import { endConsentsOfLeavers } from '../forms/disclosure/consents.service.ts';
import { releasePlaces } from '../tasks/releases/releases.service.ts';
import { lockActiveTarget, lockTarget } from '../people/people.service.ts';
import { endGrantsOf, endGrantsOfOwner } from './grants/ending.service.ts';
import { listHolders } from './grants/grants.queries.ts';
import * as queries from './owners.queries.ts';
import { countOwners, deleteOwner, deleteOwnerships, insertOwner, isOwner, orphanedWithout } from './owners.queries.ts';

type Services = { db: Db; clock: Clock };

/** Changes of owners, teams and memberships lock the project first, so that they run one after the other. */
export const lockProjects = (trx: Trx, pids: readonly string[]): Promise<void> => queries.lockProjects(trx, pids);

/** The owners who can act. */
export const activeOwners = (trx: Trx, scope: ProjectScope) => queries.activeOwners(trx, scope);

export const listOwnedProjects = (read: Reader, uid: string): Promise<string[]> => queries.listOwnedProjects(read, uid);

export async function addOwner({ db, clock }: Services, caller: Person, scope: ProjectScope, uid: string) {
  const now = clock.now();
  await db.transaction(async (trx) => {
    await lockActiveTarget(trx, now, caller, uid);
    await lockProjects(trx, [scope.pid]);
    if (!(await insertOwner(trx, scope, uid, timestamp(now)))) return;
    await refuseTooMany(trx, scope);
    await endGrantsOfOwner(trx, { actor: caller.uid, now }, scope, uid);
    await record(trx, now, { actor: caller.uid, kind: 'owner.added', subject: uid, pid: scope.pid });
    await notifyOwnership(trx, { actor: caller.uid, now, owner: true }, scope, [uid]);
  });
}

/** Requires a locked project. */
async function refuseTooMany(trx: Trx, scope: { pid: string }): Promise<void> {
  if ((await countOwners(trx, scope)) > maxOwners)
    fail('not_allowed', { detail: `A project has at most ${maxOwners} owners` });
}

/** For somebody who accepts an invitation. Requires a locked person and project. False if they were one before. */
export async function becomeOwner(
  trx: Trx,
  now: Date,
  pid: string,
  uid: string,
  detail: { invitation: string },
): Promise<boolean> {
  if (!(await insertOwner(trx, { pid }, uid, timestamp(now)))) return false;
  await refuseTooMany(trx, { pid });
  await endGrantsOfOwner(trx, { actor: uid, now }, scopeOfRow({ pid }), uid);
  await record(trx, now, { actor: uid, kind: 'owner.added', subject: uid, pid, detail });
  return true;
}

export async function removeOwner(
  services: Services & { keys: Keyring },
  caller: Person,
  scope: ProjectScope,
  { uid, endGrants }: { uid: string; endGrants: boolean },
) {
  const { db, clock, keys } = services;
  const now = clock.now();
  await db.transaction(async (trx) => {
    // Those who are not locked were given something a moment ago, which the caller has not seen.
    const deputies = endGrants ? await listHolders(trx, scope, uid, timestamp(now)) : [];
    await lockTarget(trx, now, caller, uid, deputies);
    await lockProjects(trx, [scope.pid]);
    if (!(await isOwner(trx, scope, uid))) return;
    await refuseOrphans(trx, uid, [scope.pid]);
    await deleteOwner(trx, scope, uid);
    await endGrantsOf(trx, { actor: caller.uid, now }, scope, { uids: deputies, grantedBy: uid });
    await endConsentsOfLeavers(trx, { actor: caller.uid, now }, scope, uid);
    await releasePlaces(trx, { actor: caller.uid, now, keys }, scope, { uid, ownership: true });
    await record(trx, now, { actor: caller.uid, kind: 'owner.removed', subject: uid, pid: scope.pid });
    await notifyOwnership(trx, { actor: caller.uid, now, owner: false }, scope, [uid]);
  });
}

type OwnershipChange = { actor: string; now: Date; owner: boolean };

export async function notifyOwnership(
  trx: Trx,
  { actor, now, owner }: OwnershipChange,
  { pid }: Pick<ProjectScope, 'pid'>,
  uids: readonly string[],
): Promise<void> {
  const [role, previous] = owner ? (['owner', null] as const) : ([null, 'owner'] as const);
  await notify(
    trx,
    { actor, now },
    uids.map((uid) => ({
      kind: 'role.changed',
      uid,
      pid,
      subject: '',
      previous: { role: previous },
      values: { role },
    })),
  );
}

/** Requires locked projects. */
async function refuseOrphans(trx: Trx, uid: string, pids: readonly string[]): Promise<void> {
  const [pid] = await orphanedWithout(trx, uid, pids);
  if (pid !== undefined) fail('last_owner', { detail: `Project ${pid} needs another owner first` });
}

/** For an account that is being erased. Requires locked projects. Fails with `last_owner` if nobody else owns one. */
export async function giveUpOwnerships(trx: Trx, now: Date, uid: string): Promise<void> {
  const owned = await listOwnedProjects(trx, uid);
  if (owned.length === 0) return;
  await refuseOrphans(trx, uid, owned);
  await deleteOwnerships(trx, uid);
  await recordAll(
    trx,
    now,
    owned.map((pid) => ({ actor: uid, kind: 'owner.removed', subject: uid, pid })),
  );
}
