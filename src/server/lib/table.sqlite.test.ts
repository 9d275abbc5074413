import { expect, test } from 'vitest';
import { mapInTurns, readCells } from './table.ts';

const limits = { lines: 20_001, columns: 10, cells: 1_000_000, record: 20_000 };
const long = Array.from({ length: 20_000 }, (_, index) => `p${index}@example.org,"Néwton, ${index}",組`).join('\n');

/** How often others could run meanwhile. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const look = (): void => {
    count += 1;
    next = setImmediate(look);
  };
  let next = setImmediate(look);
  await work();
  clearImmediate(next);
  return count;
}

test('a long table is read in parts, between which others are served, and letters are not cut', async () => {
  let lines: { line: number; cells: string[] }[] = [];
  const turns = await turnsDuring(async () => {
    const read = await readCells(long, limits);
    lines = 'lines' in read ? read.lines : [];
  });
  expect(turns).toBeGreaterThan(5);
  expect(lines).toHaveLength(20_000);
  expect(lines.every(({ line, cells }, index) => line === index + 1 && cells[1] === `Néwton, ${index}`)).toBe(true);
  expect(lines.every(({ cells }) => cells[2] === '組')).toBe(true);
  expect(await turnsDuring(() => mapInTurns(lines, ({ line }) => line))).toBeGreaterThan(30);
});

test('reading ends at the first line too many, whatever comes after it', async () => {
  const few = { ...limits, lines: 3 };
  const read = await readCells(`a\nb\nc\nd\ne\n"${'f'.repeat(200_000)}`, few);
  expect(read).toEqual({ lines: ['a', 'b', 'c', 'd'].map((cell, index) => ({ line: index + 1, cells: [cell] })) });
  expect(await readCells(`a\n"b`, few)).toEqual({ unreadable: { line: 2, why: 'quotes' } });
  expect(await readCells(`a\n${'b'.repeat(30_000)}\nc`, few)).toEqual({ unreadable: { line: 2, why: 'too_long' } });
});

test.each(['a\n'.repeat(10), 'a,'.repeat(10), 'a,b\n'.repeat(5)])(
  'more cells than allowed are not read: %j',
  async (text) => {
    expect(await readCells(text, { ...limits, columns: 20, cells: 10 })).toEqual({
      unreadable: { line: 1, why: 'too_many_cells' },
    });
    expect(await readCells(text, { ...limits, columns: 20, cells: 12 })).toHaveProperty('lines');
  },
);
