import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { ProjectScope } from '../../auth/project-role.ts';
import type { Reader } from '../../db/db.ts';
import { keyset } from '../../db/keyset.ts';
import { enabledMemberships } from '../../db/memberships.ts';
import type { CursorKey } from '../../http/paging.ts';
import type { Tables } from '../../db/tables.ts';
import { endOfPrefix, leadsOf, patternsOf } from '../../lib/words.ts';

/** Prefixes of words of the name; without letters and digits, a prefix of the sort key. */
export type Search = { prefix: string; pieces: readonly string[] };

export type RosterSelection = {
  limit: number;
  after: CursorKey<'sort_key' | 'uid'> | undefined;
  search: Search;
};

/** Owners and people of enabled teams without suspended people, each once, by name. */
export const listRoster = (read: Reader, { pid }: ProjectScope, { limit, after, search }: RosterSelection) =>
  read
    .selectFrom((eb) =>
      enabledMemberships(read)
        .select('memberships.uid')
        .where('memberships.pid', '=', pid)
        .union(eb.selectFrom('project_owners').select('project_owners.uid').where('project_owners.pid', '=', pid))
        .as('present'),
    )
    .innerJoin('people', 'people.uid', 'present.uid')
    .select(['people.uid', 'people.name', 'people.email', 'people.listing', 'people.sort_key'])
    .where('people.suspended_at', 'is', null)
    .where(isFoundBy(search))
    .$call(keyset(['people.sort_key', 'people.uid'], after && [after.sort_key, after.uid]))
    .limit(limit + 1)
    .execute();

export const isFoundBy =
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
