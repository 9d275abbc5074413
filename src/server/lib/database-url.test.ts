import { expect, test } from 'vitest';
import { forPrograms, hostUrls, parseDatabaseUrl } from './database-url.ts';

test('a URL with several hosts becomes one URL for each host, otherwise unchanged', () => {
  expect(hostUrls('postgres://ada:p%2Cw@one:5432,two,[::1]:5433/muster?target_session_attrs=read-write')).toEqual([
    'postgres://ada:p%2Cw@one:5432/muster?target_session_attrs=read-write',
    'postgres://ada:p%2Cw@two/muster?target_session_attrs=read-write',
    'postgres://ada:p%2Cw@[::1]:5433/muster?target_session_attrs=read-write',
  ]);
  expect(hostUrls('postgresql://one/muster')).toEqual(['postgresql://one/muster']);
});

test.each(['postgres://', 'postgres:///muster', 'postgres://one,/muster', 'postgres://one:x/muster', 'mysql://one/db'])(
  '%s is not a database URL',
  (url) => {
    expect(parseDatabaseUrl(url)).toBeUndefined();
  },
);

test('PostgreSQL programs get all hosts, no password and no unknown parameters', () => {
  expect(forPrograms('postgres://ada:s%20cret@one:1,two:2/muster?statement_timeout=5&sslmode=disable')).toEqual({
    url: 'postgres://ada@one:1,two:2/muster?sslmode=disable',
    password: 's cret',
  });
  expect(forPrograms('postgres://ada@one/muster?password=s%20cret')).toEqual({
    url: 'postgres://ada@one/muster',
    password: 's cret',
  });
});
