import { sql } from 'kysely';
import type { ChangeLog, EngineHandle } from '../db.ts';

const columns = ['at', 'pid', 'kind', 'subject', 'revision', 'uid'] as const;

/** There is one writer, and its row numbers are in the order of the commits. */
export function sqliteChanges(prepareRead: EngineHandle['prepareRead']): ChangeLog {
  let readNumber: ReturnType<typeof prepareRead> | undefined;
  const lastNumber = async (): Promise<number> => {
    // Prepared on first use: before the first migration the table does not exist.
    readNumber ??= prepareRead(`select seq as number from sqlite_sequence where name = 'changes'`);
    const [row] = (await readNumber([])) as { number: number }[];
    return row?.number ?? 0;
  };
  return {
    append: async (trx, rows) => {
      const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
      await sql`insert into changes (at, pid, kind, subject, revision, uid) values ${sql.join(values)}`.execute(trx);
    },
    completeUpTo: lastNumber,
    lastNumber,
    // SQLite counts on from the highest number by itself.
    continueAfterCopy: async () => {},
  };
}
