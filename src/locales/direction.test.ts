import { expect, test } from 'vitest';
import { languages } from './catalogues.ts';
import { directionOf } from './direction.ts';

test('the direction follows from the language, with or without a region', () => {
  expect(['ar', 'he-IL', 'fa', 'ur-PK'].map(directionOf)).toEqual(['rtl', 'rtl', 'rtl', 'rtl']);
  expect(languages.map(directionOf)).toEqual(languages.map(() => 'ltr'));
});
