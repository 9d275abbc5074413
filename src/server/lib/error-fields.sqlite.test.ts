import { expect, test } from 'vitest';
import { errorFields } from './error-fields.ts';

test('the logged stack of an error has its places, not its message, which may quote what somebody typed', () => {
  const quoting = Object.assign(new Error('invalid input "first line\nsecond line"'), {
    code: '22P02',
    detail: 'typed',
  });
  const text = JSON.stringify(errorFields(quoting));
  expect(text).toContain('error-fields.sqlite.test.ts');
  expect(text).toContain('22P02');
  for (const typed of ['first line', 'second line', 'typed']) expect(text).not.toContain(typed);
});
