import { expect, test } from 'vitest';
import { suppress } from './suppression.policy.ts';

const shown = (type: string, numbers: number[], answered: number, respondents = answered) => {
  const counts = numbers.map((count, index) => ({ value: String(index), label: String(index), count }));
  const field = { type, private: true, computed: false };
  const total = suppress(field, { answered, counts, sum: null, sums: null }, respondents);
  return [total.answered, ...(total.counts ?? []).map(({ count }) => count)];
};

test.each([
  ['all cells are large', [10, 7, 5], 22, [22, 10, 7, 5]],
  ['one respondent: also the zeros, which would name the answer', [1, 0, 0], 1, [null, null, null, null]],
  ['one small cell: one more, or the total would tell it', [10, 7, 3], 20, [20, 10, null, null]],
  ['an empty cell is a small cell', [10, 7, 0], 17, [17, 10, null, null]],
  ['small cells of fewer than five people together: one more', [10, 7, 1, 2], 20, [20, 10, null, null, null]],
  ['small cells of five people together are enough', [10, 3, 2], 15, [15, 10, null, null]],
  ['everybody chose the same', [20, 0, 0], 20, [20, null, null, null]],
  ['yes and no: both or none', [20, 4], 24, [24, null, null]],
] as const)('one choice per person, %s', (_name, counts, answered, expected) => {
  expect(shown('choice', [...counts], answered)).toEqual(expected);
});

test.each([
  ['small cells', [10, 4, 0], 20, [20, 10, null, null]],
  ['cells that nearly everybody chose', [20, 16, 15], 20, [20, null, null, 15]],
] as const)('several choices per person, %s', (_name, counts, answered, expected) => {
  expect(shown('choices', [...counts], answered)).toEqual(expected);
});

test('how many answered is hidden if few did, or few did not', () => {
  expect(shown('text', [], 4, 20)).toEqual([null]);
  expect(shown('text', [], 18, 20)).toEqual([null]);
  expect(shown('text', [], 15, 20)).toEqual([15]);
  expect(shown('text', [], 20, 20)).toEqual([20]);
});

test('the few who left a field out cannot be computed from the cells', () => {
  expect(shown('choice', [6, 5], 11, 15)).toEqual([null, 6, null]);
  expect(shown('yes_no', [20, 9], 29, 30)).toEqual([null, 20, null]);
  expect(shown('choice', [10, 7, 3], 20, 26)).toEqual([20, 10, null, null]);
});

test('from what is shown no hidden cell can be computed', () => {
  // Every way to spread up to twelve people over three cells.
  for (let answered = 0; answered <= 12; answered += 1) {
    for (let a = 0; a <= answered; a += 1) {
      for (let b = 0; a + b <= answered; b += 1) {
        const [, ...cells] = shown('choice', [a, b, answered - a - b], answered);
        const hidden = cells.filter((cell) => cell === null).length;
        expect([0, 2, 3]).toContain(hidden);
        for (const cell of cells) expect(cell ?? 5).toBeGreaterThanOrEqual(5);
      }
    }
  }
});
