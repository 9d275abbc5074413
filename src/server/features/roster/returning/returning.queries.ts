import { sql } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import { anyOf } from '../../../db/any-of.ts';
import type { Reader } from '../../../db/db.ts';
import { keyset } from '../../../db/keyset.ts';
import { enabledMemberships } from '../../../db/memberships.ts';
import type { CursorKey } from '../../../http/paging.ts';

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

/** People of the earlier project whose team this project has, with whether they are in it or invited. */
const returning = (read: Reader, { pid }: ProjectScope, selection: ReturningSelection) =>
  earlier(read, selection)
    .innerJoin('teams as next', (join) =>
      join.onRef('next.tid', '=', 'memberships.tid').on('next.pid', '=', pid).on('next.disabled_at', 'is', null),
    )
    .leftJoin('memberships as present', (join) =>
      join
        .on('present.pid', '=', pid)
        .onRef('present.tid', '=', 'memberships.tid')
        .onRef('present.uid', '=', 'memberships.uid'),
    )
    .leftJoin('invitations', (join) =>
      join
        .on('invitations.pid', '=', pid)
        .onRef('invitations.tid', '=', 'memberships.tid')
        .onRef('invitations.email', '=', 'people.email')
        .on('invitations.expires_at', '>', selection.now),
    )
    .leftJoin('ask_again as asked', (join) => join.on('asked.pid', '=', pid).onRef('asked.uid', '=', 'memberships.uid'))
    .$if(selection.led !== undefined, (query) => query.where('next.tid', 'in', anyOf(selection.led ?? [])));

/** Who is asked by somebody else, or has said no, must not be invited by accident. The same as for "Ask again". */
const answer = (pid: string, caller: string) => sql<'asked' | 'said_no' | null>`case
  when asked.state = 'no' then 'said_no'
  when exists (
    select 1 from past_invitations as p where p.pid = ${pid} and p.email = people.email and p.state = 'declined'
      and (asked.answered_at is null or p.ended_at > asked.answered_at)) then 'said_no'
  when asked.state = 'asked' or asked.asker <> ${caller} then 'asked' end`;

type Order = CursorKey<'team_key' | 'tid' | 'sort_key' | 'uid'>;

/** Ordered by team, so that few requests invite them all. */
export const listReturning = (
  read: Reader,
  scope: ProjectScope,
  selection: ReturningSelection,
  { limit, after }: { limit: number; after: Order | undefined },
) =>
  returning(read, scope, selection)
    .select(['people.uid', 'people.name', 'people.email', 'people.sort_key', 'people.suspended_at'])
    .select(['next.tid', 'next.name as team', 'next.sort_key as team_key', 'memberships.role'])
    .select(['present.uid as present', 'invitations.id as invitation'])
    .select(answer(scope.pid, selection.except).as('answer'))
    .$call(
      keyset(
        ['next.sort_key', 'next.tid', 'people.sort_key', 'people.uid'],
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
      fn
        .count<number>(
          sql`case when present.uid is null and invitations.id is null and people.suspended_at is null
            and ${answer(scope.pid, selection.except)} is null then 1 end`,
        )
        .as('open'),
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
