import type { Db, Parameter, Reader, Trx } from '../../db/db.ts';
import { insertWords } from '../../db/words.ts';

export const findPersonByEmail = (read: Reader, email: string) =>
  read
    .selectFrom('people')
    .select(['uid', 'email', 'name', 'suspended_at'])
    .where('email', '=', email)
    .executeTakeFirst();

/** Two first sign-ins of one address can race; the address stays one person. */
export async function insertPerson(
  trx: Trx,
  row: {
    uid: string;
    email: string;
    name: string;
    sort_key: string;
    listing: string;
    administrator_since: string | null;
    created_at: string;
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('people')
    .values(row)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  await insertWords(trx, [row]);
  return true;
}

export async function appointAdministrator(trx: Trx, uid: string, now: string): Promise<void> {
  await trx
    .updateTable('people')
    .set({ administrator_since: now })
    .where('uid', '=', uid)
    .where('administrator_since', 'is', null)
    .execute();
}

/** True for the one call that sets the installation up. */
export async function markSetUp(trx: Trx, now: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('installation')
    .set({ set_up_at: now })
    .where('set_up_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function isSetUp(read: Reader): Promise<boolean> {
  const row = await read.selectFrom('installation').select('set_up_at').executeTakeFirstOrThrow();
  return row.set_up_at !== null;
}

/**
 * The people of these uids or addresses, held still until the transaction ends: nobody is suspended or erased
 * between this and what is decided on it. Whoever also takes hold of a project does so after this.
 */
export const lockPeople = (trx: Trx, column: 'uid' | 'email', values: readonly string[]) =>
  trx
    .updateTable('people')
    .set((eb) => ({ plan_revision: eb.ref('plan_revision') }))
    .where(column, 'in', values)
    .returning(['uid', 'email', 'name', 'suspended_at'])
    .execute();

/**
 * The reads of `GET /api/me`, compiled once. Those of the places tell along how many applications wait there for somebody
 * who may decide them: chiefs by team, owners by each team of the project that has any.
 */
export function ownPlaces(db: Db) {
  return {
    teams: db.prepare((read, parameter: Parameter<'uid' | 'now'>) =>
      read
        .selectFrom('memberships')
        .innerJoin('teams', (join) =>
          join.onRef('teams.pid', '=', 'memberships.pid').onRef('teams.tid', '=', 'memberships.tid'),
        )
        .innerJoin('projects', 'projects.pid', 'memberships.pid')
        .select((eb) => [
          'memberships.pid',
          'projects.name as project',
          'memberships.tid',
          'teams.name as team',
          'memberships.role',
          'teams.disabled_at',
          eb
            .selectFrom('applications')
            .innerJoin('people', 'people.uid', 'applications.uid')
            .select((count) => count.fn.countAll<number>().as('count'))
            .where('memberships.role', '=', 'chief')
            .where('teams.disabled_at', 'is', null)
            .whereRef('applications.pid', '=', 'memberships.pid')
            .whereRef('applications.tid', '=', 'memberships.tid')
            .where('applications.expires_at', '>', parameter('now'))
            .where('people.suspended_at', 'is', null)
            .as('applications'),
        ])
        .where('memberships.uid', '=', parameter('uid'))
        .orderBy('memberships.pid', 'desc')
        .orderBy('teams.sort_key')
        .orderBy('memberships.tid'),
    ),
    /** A row for each project, or for each of its teams where applications wait. */
    owned: db.prepare((read, parameter: Parameter<'uid' | 'now'>) =>
      read
        .selectFrom('project_owners')
        .innerJoin('projects', 'projects.pid', 'project_owners.pid')
        .leftJoin('applications', (join) =>
          join
            .onRef('applications.pid', '=', 'project_owners.pid')
            .on('applications.expires_at', '>', parameter('now')),
        )
        .leftJoin('people', (join) =>
          join.onRef('people.uid', '=', 'applications.uid').on('people.suspended_at', 'is', null),
        )
        .leftJoin('teams', (join) =>
          join
            .onRef('teams.pid', '=', 'applications.pid')
            .onRef('teams.tid', '=', 'applications.tid')
            .on('teams.disabled_at', 'is', null),
        )
        .select((eb) => [
          'project_owners.pid',
          'projects.name as project',
          'teams.tid',
          'teams.name as team',
          eb.fn.count<number>('people.uid').as('applications'),
        ])
        .where('project_owners.uid', '=', parameter('uid'))
        .groupBy(['project_owners.pid', 'projects.name', 'teams.tid', 'teams.name', 'teams.sort_key'])
        .orderBy('project_owners.pid', 'desc')
        .orderBy('teams.sort_key')
        .orderBy('teams.tid'),
    ),
    privateData: db.prepare((read, parameter: (name: 'uid') => string) =>
      read.selectFrom('private_data').select(['kind', 'fields']).where('uid', '=', parameter('uid')),
    ),
  };
}
