import type { Person } from '../../auth/caller.ts';
import type { ProjectScope } from '../../auth/project-role.ts';
import type { Db, Trx } from '../../db/db.ts';
import { fail } from '../../errors.ts';
import { timestamp } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import { record, recordAll } from '../audit/audit.service.ts';
import { lockPeople } from '../people/people.service.ts';
import {
  deleteOwner,
  deleteOwnerships,
  lockProjects,
  insertOwner,
  isOwner,
  orphanedWithout,
  ownedProjects,
} from './owners.queries.ts';

export { lockProjects, ownedProjects } from './owners.queries.ts';

type Services = { db: Db; clock: Clock };

export async function addOwner({ db, clock }: Services, caller: Person, scope: ProjectScope, uid: string) {
  const now = clock.now();
  await db.transaction(async (trx) => {
    const [person] = await lockPeople(trx, 'uid', [uid]);
    if (person === undefined || person.suspended_at !== null) fail('not_found', { detail: 'There is no such person' });
    await lockProjects(trx, [scope.pid]);
    if (!(await insertOwner(trx, scope, uid, timestamp(now)))) return;
    await record(trx, now, { actor: caller.uid, kind: 'owner.added', subject: uid, pid: scope.pid });
  });
}

export async function removeOwner({ db, clock }: Services, caller: Person, scope: ProjectScope, uid: string) {
  const now = clock.now();
  await db.transaction(async (trx) => {
    const [person] = await lockPeople(trx, 'uid', [uid]);
    if (person === undefined) fail('not_found', { detail: 'There is no such person' });
    await lockProjects(trx, [scope.pid]);
    if (!(await isOwner(trx, scope, uid))) return;
    await refuseOrphans(trx, uid, [scope.pid]);
    await deleteOwner(trx, scope, uid);
    await record(trx, now, { actor: caller.uid, kind: 'owner.removed', subject: uid, pid: scope.pid });
  });
}

/** The projects must be held already. */
async function refuseOrphans(trx: Trx, uid: string, pids: readonly string[]): Promise<void> {
  const [pid] = await orphanedWithout(trx, uid, pids);
  if (pid !== undefined) fail('last_owner', { detail: `Project ${pid} needs another owner first` });
}

/** For somebody who goes for good, with the projects held. Fails with `last_owner` where nobody could take over. */
export async function giveUpOwnerships(trx: Trx, now: Date, uid: string): Promise<void> {
  const owned = await ownedProjects(trx, uid);
  if (owned.length === 0) return;
  await refuseOrphans(trx, uid, owned);
  await deleteOwnerships(trx, uid);
  await recordAll(
    trx,
    now,
    owned.map((pid) => ({ actor: uid, kind: 'owner.removed', subject: uid, pid })),
  );
}
