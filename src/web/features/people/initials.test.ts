import { expect, test } from 'vitest';
import { initialsOf } from './initials.tsx';

test.each([
  ['Ada Lovelace', 'AL'],
  ['ada', 'AD'],
  ['謝佩珊', '謝'],
  ['山田 花子', '山'],
  ['김민준', '김'],
  ['ゆき', 'ゆ'],
  ['', ''],
])('the circle of %j shows %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
