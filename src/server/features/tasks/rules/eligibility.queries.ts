import { sql } from 'kysely';
import type { Reader } from '../../../db/db.ts';
import { enabledMemberships } from '../../../db/memberships.ts';

/** What these people are in these projects: owners, in enabled teams, helpers. One row for each role. */
export const listPartsOf = (read: Reader, pids: readonly string[], uids: readonly string[]) =>
  enabledMemberships(read)
    .select([
      sql<'team' | 'owner' | 'helper'>`'team'`.as('part'),
      'memberships.pid',
      'memberships.uid',
      'memberships.tid',
      'memberships.role',
    ])
    .where('memberships.uid', 'in', uids)
    .where('memberships.pid', 'in', pids)
    .unionAll((eb) =>
      eb
        .selectFrom('project_owners')
        .select([
          sql<'team' | 'owner' | 'helper'>`'owner'`.as('part'),
          'project_owners.pid',
          'project_owners.uid',
          sql<string>`''`.as('tid'),
          sql<'member' | 'chief'>`'member'`.as('role'),
        ])
        .where('project_owners.uid', 'in', uids)
        .where('project_owners.pid', 'in', pids),
    )
    .unionAll((eb) =>
      eb
        .selectFrom('helpers')
        .select([
          sql<'team' | 'owner' | 'helper'>`'helper'`.as('part'),
          'helpers.pid',
          'helpers.uid',
          sql<string>`''`.as('tid'),
          sql<'member' | 'chief'>`'member'`.as('role'),
        ])
        .where('helpers.uid', 'in', uids)
        .where('helpers.pid', 'in', pids),
    )
    .execute();

export const listSuspended = (read: Reader, uids: readonly string[]) =>
  read.selectFrom('people').select('uid').where('uid', 'in', uids).where('suspended_at', 'is not', null).execute();

export const listTimezones = (read: Reader, pids: readonly string[]) =>
  read.selectFrom('projects').select(['pid', 'timezone']).where('pid', 'in', pids).execute();
