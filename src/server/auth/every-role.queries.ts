import { enabledMemberships } from '../db/memberships.ts';
import type { Db } from '../db/db.ts';
import type { MembershipsTable } from '../db/tables.ts';

type AnyRole = MembershipsTable['role'] | 'owner';

/** All roles of a person. In a draft only its owners have one. */
export const everyRole = (db: Db) =>
  db.prepare((read, parameter: (name: 'uid') => string) =>
    enabledMemberships(read)
      .innerJoin('projects', 'projects.pid', 'memberships.pid')
      .select((eb) => ['memberships.pid', 'memberships.tid', eb.ref('memberships.role').$castTo<AnyRole>().as('role')])
      .where('memberships.uid', '=', parameter('uid'))
      .where('projects.state', '!=', 'draft')
      .unionAll(
        read
          .selectFrom('project_owners')
          .select((eb) => [
            'pid',
            eb.cast<string>(eb.val(''), 'text').as('tid'),
            eb.cast<AnyRole>(eb.val('owner'), 'text').as('role'),
          ])
          .where('uid', '=', parameter('uid')),
      ),
  );
