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

type Notified = {
  pid: string;
  tid: string | null;
  /** Who did it, and need not be told. */
  actor: string | null;
};

/**
 * Whom to notify about a team: its chiefs who are not suspended. The owners of the project if there is no team or no
 * other chief, or if the team is disabled, because its chiefs then have no rights.
 */
export async function chiefsOrOwners(read: Reader, { pid, tid, actor }: Notified) {
  const chiefs = enabledMemberships(read)
    .innerJoin('people', 'people.uid', 'memberships.uid')
    .select('people.uid')
    .where('memberships.pid', '=', pid)
    .where('memberships.tid', '=', tid)
    .where('memberships.role', '=', 'chief')
    .where('people.suspended_at', 'is', null)
    .where('people.uid', '!=', actor ?? '')
    .orderBy('people.uid')
    .limit(maxNotified);
  const owners = read
    .selectFrom('project_owners')
    .innerJoin('people', 'people.uid', 'project_owners.uid')
    .select('people.uid')
    .where('project_owners.pid', '=', pid)
    .where('people.suspended_at', 'is', null)
    .where('people.uid', '!=', actor ?? '')
    .orderBy('people.uid')
    .limit(maxNotified);
  const leading = tid === null ? [] : await chiefs.execute();
  const notified = leading.length > 0 ? leading : await owners.execute();
  return notified.map(({ uid }) => uid);
}
