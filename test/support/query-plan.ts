import { CompiledQuery } from 'kysely';
import type { Compilable } from 'kysely';
import type { Db } from '../../src/server/db/db.ts';

/** The query plan of the engine as text. */
export async function planOf(db: Db, query: Compilable): Promise<string> {
  const { sql: text, parameters } = query.compile();
  const explain = db.engine === 'sqlite' ? 'explain query plan' : 'explain';
  const { rows } = await db.read.executeQuery(CompiledQuery.raw(`${explain} ${text}`, [...parameters]));
  return JSON.stringify(rows);
}
