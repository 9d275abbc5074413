/** `npm run bench`, or `node bench/run.ts NAME...` for some rows only. bench/README.md explains the table. */
import { cpus } from 'node:os';
import { openStage, rows } from './rows.ts';
import type { Row } from './stage.ts';

const defaultRounds = 15;
const names = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const rounds = Number(process.argv.find((word) => word.startsWith('--rounds='))?.split('=')[1] ?? defaultRounds);
const unknown = names.filter((name) => !(name in rows));
if (unknown.length > 0 || !(rounds > 0)) {
  console.error(`usage: node bench/run.ts [--rounds=${defaultRounds}] [${Object.keys(rows).join(' | ')}]...`);
  process.exit(1);
}

const chosen = Object.entries(rows).filter(([name, { optional }]) =>
  names.length > 0 ? names.includes(name) : optional !== true,
);
const measured: Row[] = [];
const stage = openStage(rounds);
try {
  for (const [name, { run }] of chosen) {
    console.error(`measuring ${name} ...`);
    measured.push(...(await run(stage)));
  }
} finally {
  await stage.stop();
}

const heading = ['What', 'Goal', 'Median', 'Range', 'Verdict', 'Notes'];
const lines = measured.map((row) => [
  row.what,
  row.goal,
  row.measured,
  row.spread,
  row.ok ? 'ok' : 'MISSED',
  row.notes,
]);
const widths = heading.map((word, i) => Math.max(word.length, ...lines.map((line) => line[i]?.length ?? 0)));
const print = (cells: string[]) =>
  console.log(`| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`);
console.log(`\nNode ${process.version}, ${cpus().length} x ${cpus()[0]?.model}, ${rounds} rounds a row\n`);
print(heading);
print(widths.map((width) => '-'.repeat(width)));
for (const line of lines) print(line);
process.exitCode = measured.some((row) => !row.ok) ? 1 : 0;
