import { isUndecided } from '../../db/applications.ts';
import { activeGrants } from '../../db/memberships.ts';
import type { Db, Parameter } from '../../db/db.ts';

/**
 * The queries of `GET /api/me`, prepared once. They also count the applications that the person can decide: chiefs by
 * team, owners by every team of the project.
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
            .where(isUndecided)
            .where('applications.expires_at', '>', parameter('now'))
            .where('people.suspended_at', 'is', null)
            .as('applications'),
        ])
        .where('memberships.uid', '=', parameter('uid'))
        .where((eb) =>
          eb.or([
            eb('projects.state', '!=', 'draft'),
            eb(
              'memberships.pid',
              'in',
              eb.selectFrom('project_owners').select('pid').where('uid', '=', parameter('uid')),
            ),
          ]),
        )
        .orderBy('memberships.pid', 'desc')
        .orderBy('teams.sort_key')
        .orderBy('memberships.tid'),
    ),
    /** One row per project, or one per team with applications. */
    owned: db.prepare((read, parameter: Parameter<'uid' | 'now'>) =>
      read
        .selectFrom('project_owners')
        .innerJoin('projects', 'projects.pid', 'project_owners.pid')
        .leftJoin('applications', (join) =>
          join
            .onRef('applications.pid', '=', 'project_owners.pid')
            .on(isUndecided)
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
    /** Those that have begun. One row each, with the applications to the team that the person leads for a while. */
    granted: db.prepare((read, parameter: Parameter<'uid' | 'now'>) =>
      activeGrants(read, parameter('now'))
        .innerJoin('projects', 'projects.pid', 'grants.pid')
        .leftJoin('teams', (join) => join.onRef('teams.pid', '=', 'grants.pid').onRef('teams.tid', '=', 'grants.tid'))
        .select(['grants.id', 'grants.pid', 'projects.name as project', 'grants.role', 'grants.tid'])
        .select(['teams.name as team', 'grants.ends_at as until'])
        .select((eb) =>
          eb
            .selectFrom('applications')
            .innerJoin('people', 'people.uid', 'applications.uid')
            .select((count) => count.fn.countAll<number>().as('count'))
            .whereRef('applications.pid', '=', 'grants.pid')
            .whereRef('applications.tid', '=', 'grants.tid')
            .where(isUndecided)
            .where('applications.expires_at', '>', parameter('now'))
            .where('people.suspended_at', 'is', null)
            .as('applications'),
        )
        .where('grants.uid', '=', parameter('uid'))
        .where((eb) => eb.or([eb('projects.state', '!=', 'draft'), eb('grants.role', '!=', 'chief')]))
        .orderBy('grants.ends_at')
        .orderBy('grants.id'),
    ),
    privateData: db.prepare((read, parameter: (name: 'uid') => string) =>
      read.selectFrom('private_data').select(['kind', 'fields', 'unconfirmed_at']).where('uid', '=', parameter('uid')),
    ),
  };
}
