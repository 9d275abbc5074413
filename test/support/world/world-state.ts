import { sql } from 'kysely';
import type { Db } from '../../../src/server/db/db.ts';
import type { World } from './world-types.ts';

/** Columns that change on their own or by legitimate actions of others: an owner can give anybody a task in the owner's project. */
const restless = new Set(['last_seen_at', 'last_used_at', 'expires_at', 'plan_revision']);

/** Rows that people write about themselves, in any project that they can see. */
const personal = new Set(['listing_choices']);

type Tables = Awaited<ReturnType<Db['read']['introspection']['getTables']>>;

const tables = new WeakMap<Db, Tables>();

/** Asking for the tables takes longer than reading their rows. */
async function tablesOf(db: Db): Promise<Tables> {
  const found = tables.get(db) ?? (await db.read.introspection.getTables());
  tables.set(db, found);
  return found;
}

/** Every row of a world's project and its people, which nobody outside can change. */
export async function stateOf(db: Db, { pid, uid, caller, task }: World, but: readonly string[] = []): Promise<string> {
  const rows: unknown[] = [];
  for (const { name, columns } of await tablesOf(db)) {
    const has = (column: string) => columns.some((one) => one.name === column);
    const its =
      has('pid') && !personal.has(name)
        ? sql`pid = ${pid}`
        : has('task_id')
          ? sql`task_id = ${task}`
          : has('uid')
            ? sql`uid in (${uid}, ${caller})`
            : undefined;
    if (its === undefined || but.includes(name)) continue;
    const found = await sql<object>`select * from ${sql.table(name)} where ${its}`.execute(db.read);
    const kept = found.rows.map((row) =>
      JSON.stringify(Object.entries(row).filter(([column]) => !restless.has(column))),
    );
    rows.push(name, kept.toSorted());
  }
  return JSON.stringify(rows);
}
