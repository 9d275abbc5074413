import type { Reader } from './db.ts';

/** Memberships with their teams, without those of disabled teams: they give no rights. */
export const enabledMemberships = (read: Reader) =>
  read
    .selectFrom('memberships')
    .innerJoin('teams', (join) =>
      join.onRef('teams.pid', '=', 'memberships.pid').onRef('teams.tid', '=', 'memberships.tid'),
    )
    .where('teams.disabled_at', 'is', null);
