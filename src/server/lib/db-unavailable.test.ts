import { expect, test } from 'vitest';
import { dbTroubleHint } from './db-unavailable.ts';

const failure = (fields: object, message = '') => Object.assign(new Error(message), fields);
const ofSqlite = (errcode: number) => failure({ code: 'ERR_SQLITE_ERROR', errcode });

test.each([
  ['SQLite: full', ofSqlite(13), /disk .* full/],
  ['SQLite: read-only', ofSqlite(8), /takes no writes/],
  ['SQLite: read-only because the directory is', ofSqlite(1544), /takes no writes/],
  ['SQLite: busy', ofSqlite(5), /holds it/],
  ['SQLite: busy snapshot', ofSqlite(517), /holds it/],
  ['SQLite: failed write', ofSqlite(778), /look at its disk/],
  ['SQLite: a file that cannot be opened', ofSqlite(14), /look at its disk/],
  ['PostgreSQL: full', failure({ code: '53100' }), /disk .* full/],
  ['PostgreSQL: too many connections', failure({ code: '53300' }), /no connection/],
  ['PostgreSQL: a standby', failure({ code: '25006' }), /takes no writes/],
  ['PostgreSQL: stopping', failure({ code: '57P01' }), /away/],
  ['PostgreSQL: starting', failure({ code: '57P03' }), /away/],
  ['PostgreSQL: connection lost', failure({ code: '08006' }), /away/],
  ['PostgreSQL: a statement that took too long', failure({ code: '57014' }), /too slow/],
  ['PostgreSQL: a lock that was waited for too long', failure({ code: '55P03' }), /too slow/],
  ['PostgreSQL: a file that cannot be written', failure({ code: '58030' }), /look at its disk/],
  ['nobody listens', failure({ code: 'ECONNREFUSED' }), /away/],
  ['the pool is exhausted', failure({}, 'timeout exceeded when trying to connect'), /away/],
  ['a connection does not come about', failure({}, 'timeout expired'), /away/],
])('%s: the hint says what to check', (_, error, hint) => {
  expect(dbTroubleHint(error)).toMatch(hint);
});

test.each([
  ['a unique key', failure({ code: '23505' })],
  ['a constraint of SQLite', ofSqlite(2067)],
  ['a mistake in a statement', failure({ code: '42601' })],
  ['a damaged file', ofSqlite(11)],
  ['a file that is missing', failure({ code: 'ENOENT' })],
  ['no error at all', 'text'],
])('%s does not count as an unavailable database', (_, error) => {
  expect(dbTroubleHint(error)).toBeUndefined();
});
