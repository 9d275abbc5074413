import { expect, test } from 'vitest';
import { isDeclined } from './passkey.ts';

test.each([
  ['NotAllowedError', true],
  ['NotSupportedError', true],
  // The address of the server is not the one that passkeys are for.
  ['SecurityError', false],
])('a %s of the browser is noted without an error: %s', (name, expected) => {
  expect(isDeclined(new DOMException('', name))).toBe(expected);
});
