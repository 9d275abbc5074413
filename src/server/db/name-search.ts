import { sql } from 'kysely';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { sortKey } from '../lib/text.ts';
import { endOfPrefix, leadsOf, patternsOf, piecesOfQuery } from '../lib/words.ts';
import type { Tables } from './tables.ts';

/** Prefixes of words of the name; without letters and digits, a prefix of the sort key. */
export type Search = { prefix: string; pieces: readonly string[] };

export function searchOf(q: string): Search {
  const prefix = sortKey(q);
  return { prefix, pieces: piecesOfQuery(prefix) };
}

export const isFoundBy =
  ({ prefix, pieces }: Search) =>
  (eb: ExpressionBuilder<Tables, 'people'>): Expression<SqlBool> => {
    const [lead] = leadsOf(pieces);
    return lead === undefined
      ? eb('people.sort_key', '>=', prefix).and('people.sort_key', '<', endOfPrefix(prefix))
      : eb.exists(wordsWith(eb, pieces, lead));
  };

/** The same for a column with identifiers of people, before it is joined with them. Text without letters and digits finds nobody. */
export function hasNameWith(uid: string, { pieces }: Search): Expression<SqlBool> {
  const [lead] = leadsOf(pieces);
  if (lead === undefined) return sql<SqlBool>`1 = 0`;
  const patterns = patternsOf(pieces, lead).map((pattern) => sql`and person_words.word like ${pattern}`);
  return sql<SqlBool>`exists (
    select 1 from person_words where person_words.uid = ${sql.ref(uid)}
      and person_words.word >= ${lead} and person_words.word < ${endOfPrefix(lead)} ${sql.join(patterns, sql` `)})`;
}

const wordsWith = (eb: ExpressionBuilder<Tables, 'people'>, pieces: readonly string[], lead: string) =>
  eb
    .selectFrom('person_words')
    .select('person_words.word')
    .whereRef('person_words.uid', '=', 'people.uid')
    .where('person_words.word', '>=', lead)
    .where('person_words.word', '<', endOfPrefix(lead))
    .where((word) => word.and(patternsOf(pieces, lead).map((pattern) => word('person_words.word', 'like', pattern))));
