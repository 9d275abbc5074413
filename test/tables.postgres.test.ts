import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { allowedValues } from '../scripts/generate-tables.ts';
import type { Db } from '../src/server/db/db.ts';
import { migratedDb } from './support/database.ts';

/** PostgreSQL rewrites `role in ('chief', 'member')` as `role = ANY (ARRAY['chief'::text, 'member'::text])`. */
async function allowedInPostgres({ read }: Db): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select relname as name, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_class on pg_class.oid = conrelid where contype = 'c'`.execute(read);
  const constraints = rows.flatMap(({ name, definition }): [string, string[]][] => {
    const [, column, values] = /\(\((\w+) = ANY \(ARRAY\[(.*)\]\)\)\)/.exec(definition) ?? [];
    return column === undefined || values === undefined
      ? []
      : [
          [
            `${name}.${column}`,
            values
              .replaceAll(/\((\d+)\)::bigint/g, '$1')
              .replaceAll('::text', '')
              .split(', '),
          ],
        ];
  });
  return new Map(constraints);
}

test('the check constraints of PostgreSQL allow the values that tables.ts was generated from', async () => {
  await using sqlite = await migratedDb('sqlite');
  await using postgres = await migratedDb('postgres');
  const allowed = await allowedInPostgres(postgres.db);
  expect(allowed.get('memberships.role')).toEqual(["'chief'", "'member'"]);
  expect(allowed).toEqual(await allowedValues(sqlite.db));
});

test('both engines have the same tables and columns, each nullable and with a default in both or in none', async () => {
  await using sqlite = await migratedDb('sqlite');
  await using postgres = await migratedDb('postgres');
  expect(await columnsOf(postgres.db)).toEqual(await columnsOf(sqlite.db));
});

/** Primary keys that SQLite calls nullable because they are not declared `not null`. */
const keys = new Set(['installation.id', 'schema_migrations.name']);

async function columnsOf({ read }: Db): Promise<string[]> {
  const tables = await read.introspection.getTables();
  return tables
    .flatMap(({ name, columns }) =>
      columns.map((one) => {
        const column = `${name}.${one.name}`;
        const type = one.isNullable && !keys.has(column) ? 'nullable' : 'not null';
        return `${column} ${type}${one.hasDefaultValue ? ' default' : ''}`;
      }),
    )
    .toSorted();
}
