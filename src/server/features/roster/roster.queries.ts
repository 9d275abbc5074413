import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { ProjectScope } from '../../auth/project-role.ts';
import type { Reader } from '../../db/db.ts';
import type { Tables } from '../../db/tables.ts';
import { endOfPrefix, leadsOf, patternsOf } from '../../lib/words.ts';

/** What words of the name begin with; where nothing is a letter or a number, how the sort key does. */
type Search = { prefix: string; pieces: readonly string[] };

export type RosterSelection = {
  limit: number;
  after: readonly string[] | undefined;
  /** Undefined for everybody, the suspended too. */
  search?: Search;
};

/** Everyone in an enabled team, and the owners; each once, by name. */
export const listRoster = (read: Reader, { pid }: ProjectScope, { limit, after, search }: RosterSelection) =>
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
    .$if(search !== undefined, (query) =>
      query.where('people.suspended_at', 'is', null).where(isFoundBy(search ?? { prefix: '', pieces: [] })),
    )
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
  ({ prefix, pieces }: Search) =>
  (eb: ExpressionBuilder<Tables, 'people'>): Expression<SqlBool> => {
    const [lead] = leadsOf(pieces);
    return lead === undefined
      ? eb('people.sort_key', '>=', prefix).and('people.sort_key', '<', endOfPrefix(prefix))
      : eb.exists(wordsWith(eb, pieces, lead));
  };

const wordsWith = (eb: ExpressionBuilder<Tables, 'people'>, pieces: readonly string[], lead: string) =>
  eb
    .selectFrom('person_words')
    .select('person_words.word')
    .whereRef('person_words.uid', '=', 'people.uid')
    .where('person_words.word', '>=', lead)
    .where('person_words.word', '<', endOfPrefix(lead))
    .where((word) => word.and(patternsOf(pieces, lead).map((pattern) => word('person_words.word', 'like', pattern))));

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
