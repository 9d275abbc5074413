import { expect, test } from 'vitest';
import { visitorKey } from '../auth/rate-limits.ts';
import { networkOf } from './address.ts';

test.each([
  ['192.0.2.1:5678', '192.0.2.1'],
  ['192.0.2.1', '192.0.2.1'],
  ['"192.0.2.1:80"', '192.0.2.1'],
  ['[2001:db8:1:2::3]:443', '2001:db8:1:2'],
  ['[2001:db8:1:2::3]', '2001:db8:1:2'],
  ['"[2001:db8:1:2::3]:47"', '2001:db8:1:2'],
  ['2001:0DB8:0001:2::9', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
  ['0:0:0:0:0:0:0:1', '0:0:0:0'],
  ['2001:db8::', '2001:db8:0:0'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['[::ffff:192.0.2.1]:9', '192.0.2.1'],
])('requests from %s count for %s, whatever the port', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('requests of visitors who have already hung up count together', () => {
  expect(visitorKey({ ip: undefined })).toBe('');
});
