import { expect, test } from 'vitest';
import { isDeviceTokenShaped, isScreenTokenShaped, isTokenShaped } from './token-format.ts';
import { newDeviceToken, newScreenToken, newServiceToken, newToken } from './token-format.ts';

test('tokens are recognised by their prefix, and mistyped ones by their checksum', () => {
  const shapesOf = (token: string) => [isTokenShaped(token), isDeviceTokenShaped(token), isScreenTokenShaped(token)];
  const tokens = [newToken(), newServiceToken(), newDeviceToken(), newScreenToken()];
  expect(tokens.map(shapesOf)).toEqual([
    [true, false, false],
    [true, false, false],
    [false, true, false],
    [false, false, true],
  ]);
  const mistyped = tokens.map((token) => token.replace(/_(.)/, (_, first) => (first === 'a' ? '_b' : '_a')));
  expect(mistyped.flatMap(shapesOf)).not.toContain(true);
});
