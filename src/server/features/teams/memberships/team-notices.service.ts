import { teamOfRow } from '../../../auth/project-role.ts';
import type { TeamScope } from '../../../auth/project-role.ts';
import type { Trx } from '../../../db/db.ts';
import { chiefsOrOwners } from '../../../db/memberships.ts';
import { appearanceOf } from '../../members/choices/choices.service.ts';
import { notify } from '../../notices/notify.service.ts';
import { awaitsSomebody, findTeamNames } from './memberships.queries.ts';
import type { activeTeamsOf, Role } from './memberships.queries.ts';

type Addition = { actor: string; now: Date; role: Role };

/** Tells people that somebody else has added them, and how the public listing shows them. */
export async function notifyAdded(
  trx: Trx,
  { actor, now, role }: Addition,
  team: TeamScope,
  uids: readonly string[],
): Promise<void> {
  const others = uids.filter((uid) => uid !== actor);
  if (others.length === 0) return;
  const { pid, tid } = team;
  const names = await findTeamNames(trx, team);
  const people = await appearanceOf(trx, team, names.listing, others);
  await notify(
    trx,
    { actor, now },
    people.map(({ uid, listing }) => ({
      kind: 'team.added',
      uid,
      pid,
      subject: tid,
      values: { team: names.team, role, listing },
    })),
  );
}

type RoleChange = { actor: string; now: Date; from: Role; to: Role };

export async function notifyRoleChanged(
  trx: Trx,
  { actor, now, from, to }: RoleChange,
  team: TeamScope,
  uid: string,
): Promise<void> {
  if (uid === actor) return;
  const { pid, tid } = team;
  const values = { role: to, team: (await findTeamNames(trx, team)).team };
  await notify(trx, { actor, now }, [
    { kind: 'role.changed', uid, pid, subject: tid, previous: { role: from }, values },
  ]);
}

type TeamChange = { actor: string; now: Date; kind: 'team.removed' | 'team.left' | 'team.disabled' | 'team.enabled' };

export async function notifyOfTeam(
  trx: Trx,
  { actor, now, kind }: TeamChange,
  team: TeamScope,
  uids: readonly string[],
): Promise<void> {
  const others = uids.filter((uid) => uid !== actor);
  if (others.length === 0) return;
  const { pid, tid } = team;
  const values = { team: (await findTeamNames(trx, team)).team };
  await notify(
    trx,
    { actor, now },
    others.map((uid) => ({ kind, uid, pid, subject: tid, values })),
  );
}

/** Offers the place that somebody left to the next on the waiting list: the page of the notice accepts them. */
export async function notifyOfRoom(trx: Trx, now: Date, actor: string | null, team: TeamScope): Promise<void> {
  if (!(await awaitsSomebody(trx, team))) return;
  const { pid, tid } = team;
  const uids = await chiefsOrOwners(trx, { pid, tid, actor, now });
  const values = { team: (await findTeamNames(trx, team)).team };
  await notify(
    trx,
    { actor, now },
    uids.map((uid) => ({ kind: 'application.room', uid, pid, subject: tid, values })),
  );
}

type ActiveTeam = Awaited<ReturnType<typeof activeTeamsOf>>[number];

/**
 * Tells the chiefs that they have one person less, so that they can fill the places. Without names: nothing of an erased
 * person is kept, and chiefs need not know which administrator suspended somebody.
 */
export async function notifyOfLoss(
  trx: Trx,
  now: Date,
  teams: readonly ActiveTeam[],
  change: 'erased' | 'suspended',
): Promise<void> {
  for (const { pid, tid, team } of teams) {
    const uids = await chiefsOrOwners(trx, { pid, tid, actor: null, now });
    await notify(
      trx,
      { actor: null, now },
      uids.map((uid) => ({ kind: 'team.left', uid, pid, subject: tid, values: { team, change } })),
    );
    await notifyOfRoom(trx, now, null, teamOfRow({ pid, tid }));
  }
}
