import type { Db } from '../db/db.ts';
import { copyAll, digestOf, isEmpty, tableNames, withSnapshot } from '../db/transfer.ts';
import type { TableName } from '../db/transfer.ts';
import { CommandError, exitCodes, refuse } from './terminal.ts';
import type { Terminal } from './terminal.ts';

/** Copies everything to the other engine, and compares a digest of every table. */
export async function move(source: Db, target: Db, terminal: Terminal): Promise<number> {
  if (!(await isEmpty(target))) refuse('the target is not empty; nothing was changed');
  return withSnapshot(source, async (from) => {
    await copyAll(from, target, (table, rows) => terminal.progress(`copying ${table}`, rows));
    terminal.endProgress();
    let total = 0;
    for (const [index, table] of tableNames.entries()) {
      terminal.progress('verifying', index + 1, tableNames.length);
      total += await verify(table, from, target);
    }
    terminal.endProgress();
    return total;
  });
}

async function verify(table: TableName, from: Parameters<typeof digestOf>[0], target: Db): Promise<number> {
  const [before, after] = [await digestOf(from, table), await digestOf(target.read, table)];
  if (before.sha256 !== after.sha256) {
    throw new CommandError(
      `${table} differs after the move (${before.rows} rows before, ${after.rows} after); do not use the target`,
      exitCodes.failed,
    );
  }
  return before.rows;
}
