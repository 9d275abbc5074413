import { sql } from 'kysely';
import type { Db } from '../src/server/db/db.ts';
import { migratedDb } from '../test/support/database.ts';

const typeOf: Record<string, string> = { text: 'string', integer: 'number', blob: 'Uint8Array' };
const pascal = (name: string) => name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * The types of the tables, from a freshly migrated SQLite database. PostgreSQL has the same tables with the same check
 * constraints (`test/tables.postgres.test.ts`), and the driver gives its timestamps and dates as strings.
 */
export async function tablesModule(): Promise<string> {
  await using database = await migratedDb('sqlite');
  const tables = (await database.db.read.introspection.getTables())
    .filter(({ name }) => name !== 'schema_migrations')
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));

  const allowed = await allowedValues(database.db);
  const rows = tables.map(({ name, columns }) => {
    const fields = columns.map((column) => {
      const base = allowed.get(`${name}.${column.name}`)?.join(' | ') ?? typeOf[column.dataType.toLowerCase()];
      if (base === undefined) throw new Error(`${name}.${column.name} has the unknown type ${column.dataType}`);
      const type = column.isNullable ? `${base} | null` : base;
      return `  ${column.name}: ${column.hasDefaultValue ? `Generated<${type}>` : type};`;
    });
    return `export type ${pascal(name)}Table = {\n${fields.join('\n')}\n};\n`;
  });
  const index = tables.map(({ name }) => `  ${name}: ${pascal(name)}Table;`);
  return [
    '// Generated from the migrations by `npm run generate`. Do not edit.',
    "import type { Generated } from 'kysely';\n",
    ...rows,
    `export type Tables = {\n${index.join('\n')}\n};\n`,
  ].join('\n');
}

/** The values that a check constraint allows, as SQL and TypeScript both quote them, by `table.column`. */
export async function allowedValues({ read }: Db): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = 'table'`.execute(read);
  const constraints = rows.flatMap(({ name, sql: statement }) =>
    [...statement.matchAll(/check \("?(\w+)"? in \(([^)]*)\)\)/g)].map(
      ([, column = '', values = '']): [string, string[]] => [`${name}.${column}`, values.split(', ')],
    ),
  );
  return new Map(constraints);
}
