import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { ProjectScope } from '../../auth/standing.ts';
import type { Reader } from '../../db/db.ts';
import type { Tables } from '../../db/tables.ts';
import { endOfPrefix } from '../../lib/words.ts';

export type RosterSelection = {
  limit: number;
  after: readonly string[] | undefined;
  /** How the sort key of the name begins, at its start or at a word; undefined for everybody, the suspended too. */
  prefix?: string;
};

/** Everyone in an enabled team, and the owners; each once, by name. */
export const listRoster = (read: Reader, { pid }: ProjectScope, { limit, after, prefix }: RosterSelection) =>
  read
    .selectFrom((eb) =>
      eb
        .selectFrom('memberships')
        .innerJoin('teams', (join) =>
          join.onRef('teams.pid', '=', 'memberships.pid').onRef('teams.tid', '=', 'memberships.tid'),
        )
        .select('memberships.uid')
        .where('memberships.pid', '=', pid)
        .where('teams.disabled_at', 'is', null)
        .union(eb.selectFrom('project_owners').select('project_owners.uid').where('project_owners.pid', '=', pid))
        .as('present'),
    )
    .innerJoin('people', 'people.uid', 'present.uid')
    .select(['people.uid', 'people.name', 'people.email', 'people.sort_key', 'people.suspended_at'])
    .$if(prefix !== undefined, (query) => query.where('people.suspended_at', 'is', null).where(isFoundBy(prefix ?? '')))
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('people.sort_key', 'people.uid'), '>', eb.tuple(after?.[0] ?? '', after?.[1] ?? '')),
      ),
    )
    .orderBy('people.sort_key')
    .orderBy('people.uid')
    .limit(limit + 1)
    .execute();

export type RosterRow = Awaited<ReturnType<typeof listRoster>>[number];

const isFoundBy =
  (prefix: string) =>
  (eb: ExpressionBuilder<Tables, 'people'>): Expression<SqlBool> =>
    eb.or([
      eb('people.sort_key', '>=', prefix).and('people.sort_key', '<', endOfPrefix(prefix)),
      eb.exists(
        eb
          .selectFrom('person_words')
          .select('person_words.word')
          .whereRef('person_words.uid', '=', 'people.uid')
          .where('person_words.word', '>=', prefix)
          .where('person_words.word', '<', endOfPrefix(prefix)),
      ),
    ]);

/** In which teams these people are, and which of them own the project. */
export async function placesOf(read: Reader, { pid }: ProjectScope, uids: readonly string[]) {
  if (uids.length === 0) return { teams: [], owners: [] };
  const teams = await read
    .selectFrom('memberships')
    .innerJoin('teams', (join) =>
      join.onRef('teams.pid', '=', 'memberships.pid').onRef('teams.tid', '=', 'memberships.tid'),
    )
    .select(['memberships.uid', 'memberships.tid', 'memberships.role'])
    .where('memberships.pid', '=', pid)
    .where('memberships.uid', 'in', uids)
    .where('teams.disabled_at', 'is', null)
    .orderBy('memberships.tid')
    .execute();
  const owners = await read
    .selectFrom('project_owners')
    .select('uid')
    .where('pid', '=', pid)
    .where('uid', 'in', uids)
    .execute();
  return { teams, owners };
}
