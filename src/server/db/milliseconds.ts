import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from './db.ts';

/** A point in time as whole milliseconds since 1970. */
export const milliseconds = (engine: Db['engine'], time: RawBuilder<unknown>) =>
  engine === 'sqlite'
    ? sql<number>`cast(round(unixepoch(${time}, 'subsec') * 1000) as integer)`
    : sql<number>`(extract(epoch from ${time}) * 1000)::bigint`;
