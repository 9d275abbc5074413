import type { Reader } from './db.ts';

/** Memberships with their teams, without those of disabled teams: they give no rights. */
export const enabledMemberships = (read: Reader) =>
  read
    .selectFrom('memberships')
    .innerJoin('teams', (join) =>
      join.onRef('teams.pid', '=', 'memberships.pid').onRef('teams.tid', '=', 'memberships.tid'),
    )
    .where('teams.disabled_at', 'is', null);

const maxNotified = 50;

/** Whom to notify about a team: its chiefs who are not suspended. The owners of the project if it has none, or without a team. */
export async function chiefsOrOwners(read: Reader, { pid, tid }: { pid: string; tid: string | null }) {
  const chiefs = read
    .selectFrom('memberships')
    .innerJoin('people', 'people.uid', 'memberships.uid')
    .select('people.uid')
    .where('memberships.pid', '=', pid)
    .where('memberships.tid', '=', tid)
    .where('memberships.role', '=', 'chief')
    .where('people.suspended_at', 'is', null)
    .orderBy('people.uid')
    .limit(maxNotified);
  const owners = read
    .selectFrom('project_owners')
    .innerJoin('people', 'people.uid', 'project_owners.uid')
    .select('people.uid')
    .where('project_owners.pid', '=', pid)
    .where('people.suspended_at', 'is', null)
    .orderBy('people.uid')
    .limit(maxNotified);
  const leading = tid === null ? [] : await chiefs.execute();
  const notified = leading.length > 0 ? leading : await owners.execute();
  return notified.map(({ uid }) => uid);
}
