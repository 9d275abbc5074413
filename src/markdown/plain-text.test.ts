import { expect, test } from 'vitest';
import { plainTextOf } from './plain-text.ts';

test.each([
  ['Be there **ten minutes early**, and *wear* your `badge`.', 'Be there ten minutes early, and wear your badge.'],
  ['# Bring\n\n- a torch\n- ~~two~~ three batteries', 'Bring\n\n- a torch\n- two three batteries'],
  ['> Meet [here](https://example.org/map)', 'Meet here (https://example.org/map)'],
  ['[https://example.org](https://example.org)', 'https://example.org'],
  // Marks that mean nothing stay.
  ['2 * 3 * 4 = 24, snake_case_name, **', '2 * 3 * 4 = 24, snake_case_name, **'],
])('%j reads %j', (markdown, text) => {
  expect(plainTextOf(markdown)).toBe(text);
});

test('a text of marks takes no time worth speaking of', () => {
  for (const marks of ['**a', '[', '*a', '`a '].map((mark) => mark.repeat(400))) {
    const start = performance.now();
    plainTextOf(marks);
    expect(performance.now() - start).toBeLessThan(200);
  }
});
