import { migratedDb } from '../test/support/database.ts';

const typeOf: Record<string, string> = { text: 'string', integer: 'number', blob: 'Uint8Array' };
const pascal = (name: string) => name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The types of the tables, from a freshly migrated database: the two cannot drift apart. */
export async function tablesModule(): Promise<string> {
  await using database = await migratedDb();
  const tables = (await database.db.read.introspection.getTables())
    .filter(({ name }) => name !== 'schema_migrations')
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));

  const rows = tables.map(({ name, columns }) => {
    const fields = columns.map((column) => {
      const base = typeOf[column.dataType.toLowerCase()];
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
