import { expect, test } from 'vitest';
import { useApp } from './support/app.ts';
import { operationsOf, requestIn } from './support/operations.ts';
import { keptWorlds } from './support/world/kept-worlds.ts';
import { isAbout, roles } from './support/world/world-types.ts';

const muster = useApp();

/** The table shows whether the caller gets access, not the result. */
const verdict = (status: number): string => ([401, 403, 404].includes(status) ? String(status) : 'yes');

test('every route is accessible to exactly the roles in test/rights.txt', async () => {
  const lines = [['', '', ...roles]];
  const inconclusive: string[] = [];
  const worlds = keptWorlds(muster);
  for (const operation of operationsOf(muster)) {
    const row = [operation.method, operation.path];
    for (const role of roles) {
      if (!isAbout(role, operation)) {
        row.push(row[2 + roles.indexOf('volunteer')] ?? '');
        continue;
      }
      const { statusCode, body } = await muster.call(requestIn(await worlds.of(role), operation));
      // An invalid or failing request says nothing about access.
      if (statusCode === 400 || statusCode >= 500) inconclusive.push(`${row.join(' ')} as ${role}: ${body}`);
      row.push(verdict(statusCode));
      worlds.noteAnswer(role, operation.method, statusCode);
    }
    lines.push(row);
  }
  expect(inconclusive).toEqual([]);
  await expect(tableText(lines)).toMatchFileSnapshot('rights.txt');
});

function tableText(lines: string[][]): string {
  const [head = [], ...rows] = lines;
  const sorted = [head, ...rows.toSorted(([, a = ''], [, b = '']) => (a < b ? -1 : Number(a > b)))];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const text = sorted.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return `${text.join('\n')}\n`;
}
