import { sql } from 'kysely';
import type { CreateTableBuilder, Expression } from 'kysely';
import type { Engine, Reader } from './db.ts';

/** Column types that behave the same on both engines. Text is compared by bytes, so that keyset paging has one order. */
export type ColumnTypes = {
  text: Expression<unknown>;
  integer: Expression<unknown>;
  time: Expression<unknown>;
  date: Expression<unknown>;
};

export const columnTypes: Readonly<Record<Engine, ColumnTypes>> = {
  sqlite: {
    text: sql`text`,
    integer: sql`integer`,
    time: sql`text`,
    date: sql`text`,
  },
  postgres: {
    text: sql`text collate "C"`,
    integer: sql`bigint`,
    time: sql`timestamptz(3)`,
    date: sql`date`,
  },
};

export type MigrationContext = {
  db: Reader;
  column: ColumnTypes;
  engine: Engine;
  /** SQLite checks the types of values only in strict tables. */
  table: (name: string) => CreateTableBuilder<string>;
};

export function migrationContext(db: Reader, engine: Engine): MigrationContext {
  return {
    db,
    engine,
    column: columnTypes[engine],
    table: (name) => {
      const table = db.schema.createTable(name);
      return engine === 'sqlite' ? table.modifyEnd(sql`strict`) : table;
    },
  };
}
