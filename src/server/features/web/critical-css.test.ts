import { expect, test } from 'vitest';
import { criticalCss } from './critical-css.service.ts';

test('a page gets the rules, animations and variables that it uses, and no others', () => {
  const sheet =
    ':root{--used:1px;--unused:2px}.a{margin:var(--used);animation:turn 1s}.b{animation:fade 1s}' +
    '@keyframes turn{to{rotate:1turn}}@keyframes fade{to{opacity:0}}';
  expect(criticalCss(sheet)('<p class="a">')).toBe(
    ':root{--used:1px;}.a{margin:var(--used);animation:turn 1s}@keyframes turn{to{rotate:1turn}}',
  );
});
