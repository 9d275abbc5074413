import { sql } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import { anyOf } from '../../../db/any-of.ts';
import type { Reader } from '../../../db/db.ts';
import { keyset } from '../../../db/keyset.ts';
import { enabledMemberships } from '../../../db/memberships.ts';
import type { CursorKey } from '../../../http/paging.ts';
import { withAnswers } from '../../ask-again/ask-again.service.ts';
import type { ReturningPerson } from './returning.schema.ts';

export type ReturningSelection = {
  /** The earlier project, and those of its teams whose people the caller may list; undefined for all. */
  from: ProjectScope;
  listed: readonly string[] | undefined;
  /** The teams of this project to which the caller invites; undefined for all. */
  led: readonly string[] | undefined;
  tid: string | undefined;
  /** The caller, who is not listed. */
  except: string;
  now: string;
};

const earlier = (read: Reader, { from, listed, tid, except }: ReturningSelection) =>
  enabledMemberships(read)
    .innerJoin('people', 'people.uid', 'memberships.uid')
    .where('memberships.pid', '=', from.pid)
    .where('memberships.uid', '!=', except)
    .where('people.ask_again', '=', 1)
    .$if(listed !== undefined, (query) => query.where('memberships.tid', 'in', anyOf(listed ?? [])))
    .$if(tid !== undefined, (query) => query.where('memberships.tid', '=', tid ?? ''));

/**
 * People with a team that this project has as well. Each with one, so that nobody is invited twice: one that they led,
 * otherwise the first by name.
 */
const oneTeamEach = (read: Reader, { pid }: ProjectScope, selection: ReturningSelection) =>
  earlier(read, selection)
    .innerJoin('teams as next', (join) =>
      join.onRef('next.tid', '=', 'memberships.tid').on('next.pid', '=', pid).on('next.disabled_at', 'is', null),
    )
    .$if(selection.led !== undefined, (query) => query.where('next.tid', 'in', anyOf(selection.led ?? [])))
    .select(['memberships.uid', 'memberships.role', 'next.tid', 'next.name as team', 'next.sort_key as team_key'])
    .select(
      sql<number>`row_number() over (
        partition by memberships.uid order by memberships.role, next.sort_key, next.tid)`.as('place'),
    );

/** With what is known of their answers, as for "Ask again". */
const returning = (read: Reader, scope: ProjectScope, selection: ReturningSelection) =>
  read
    .selectFrom(oneTeamEach(read, scope, selection).as('before'))
    .innerJoin(
      withAnswers(read, scope, selection.now)
        .where('people.uid', 'in', earlier(read, selection).select('memberships.uid'))
        .as('known'),
      'known.uid',
      'before.uid',
    )
    .leftJoin('memberships as inside', (join) =>
      join
        .on('inside.pid', '=', scope.pid)
        .onRef('inside.tid', '=', 'before.tid')
        .onRef('inside.uid', '=', 'before.uid'),
    )
    .where('before.place', '=', 1);

const stateFor = (caller: string) => sql<ReturningPerson['state']>`case
  when inside.uid is not null then 'in_team'
  when known.in_project = 1 then 'in_project'
  when known.invited = 1 then 'invited'
  when known.suspended_at is not null then 'suspended'
  when known.applied = 1 then 'applied'
  when known.state = 'no' then 'said_no'
  when known.state = 'asked' or known.asker <> ${caller} then 'asked'
  else 'open' end`;

type Order = CursorKey<'team_key' | 'tid' | 'sort_key' | 'uid'>;

/** Ordered by team, so that few requests invite them all. */
export const listReturning = (
  read: Reader,
  scope: ProjectScope,
  selection: ReturningSelection,
  { limit, after }: { limit: number; after: Order | undefined },
) =>
  returning(read, scope, selection)
    .select(['known.uid', 'known.name', 'known.email', 'known.sort_key'])
    .select(['before.tid', 'before.team', 'before.team_key', 'before.role'])
    .select(stateFor(selection.except).as('state'))
    .$call(
      keyset(
        ['before.team_key', 'before.tid', 'known.sort_key', 'known.uid'],
        after && [after.team_key, after.tid, after.sort_key, after.uid],
      ),
    )
    .limit(limit + 1)
    .execute();

/** All of them, and those who can be invited. */
export const countReturning = (read: Reader, scope: ProjectScope, selection: ReturningSelection) =>
  returning(read, scope, selection)
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.count<number>(sql`case when ${stateFor(selection.except)} = 'open' then 1 end`).as('open'),
    ])
    .executeTakeFirstOrThrow();

/** Names of teams with people that the project does not have, or has disabled. */
export const listMissingTeams = async (read: Reader, { pid }: ProjectScope, selection: ReturningSelection) =>
  (
    await earlier(read, selection)
      .select(['teams.name', 'teams.sort_key', 'teams.tid'])
      .distinct()
      .where('teams.tid', 'not in', (eb) =>
        eb
          .selectFrom('teams as next')
          .select('next.tid')
          .where('next.pid', '=', pid)
          .where('next.disabled_at', 'is', null),
      )
      .orderBy('teams.sort_key')
      .orderBy('teams.tid')
      .execute()
  ).map(({ name }) => name);
