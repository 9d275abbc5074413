import { expect, test } from 'vitest';
import { dbFailureHint } from './db-unavailable.ts';

const failure = (fields: object, message = '') => Object.assign(new Error(message), fields);
const ofSqlite = (errcode: number) => failure({ code: 'ERR_SQLITE_ERROR', errcode });

test.each([
  ['SQLite: full', ofSqlite(13), /disk .* full/],
  ['SQLite: read-only', ofSqlite(8), /read-only/],
  ['SQLite: read-only because the directory is', ofSqlite(1544), /read-only/],
  ['SQLite: busy', ofSqlite(5), /locked it/],
  ['SQLite: busy snapshot', ofSqlite(517), /locked it/],
  ['SQLite: a write that failed', ofSqlite(778), /Check its disk/],
  ['SQLite: a file that cannot be opened', ofSqlite(14), /Check its disk/],
  ['PostgreSQL: full', failure({ code: '53100' }), /disk .* full/],
  ['PostgreSQL: too many connections', failure({ code: '53300' }), /out of connections/],
  ['PostgreSQL: a standby', failure({ code: '25006' }), /read-only/],
  ['PostgreSQL: stopping', failure({ code: '57P01' }), /unreachable/],
  ['PostgreSQL: starting', failure({ code: '57P03' }), /unreachable/],
  ['PostgreSQL: connection lost', failure({ code: '08006' }), /unreachable/],
  ['PostgreSQL: a statement that took too long', failure({ code: '57014' }), /too slow/],
  ['PostgreSQL: a lock that was waited for too long', failure({ code: '55P03' }), /too slow/],
  ['PostgreSQL: a file that cannot be written', failure({ code: '58030' }), /Check its disk/],
  ['PostgreSQL: wrong password', failure({ code: '28P01' }), /Check DATABASE_URL/],
  ['no answer to a statement', failure({}, 'Query read timeout'), /unreachable/],
  ['nobody listens', failure({ code: 'ECONNREFUSED' }), /unreachable/],
  ['the pool is exhausted', failure({}, 'timeout exceeded when trying to connect'), /unreachable/],
  ['a connection does not come about', failure({}, 'timeout expired'), /unreachable/],
])('%s: the log has a hint for the operator', (_, error, hint) => {
  expect(dbFailureHint(error)).toMatch(hint);
});

test.each([
  ['a unique key', failure({ code: '23505' })],
  ['a constraint of SQLite', ofSqlite(2067)],
  ['a mistake in a statement', failure({ code: '42601' })],
  ['a damaged file', ofSqlite(11)],
  ['a file that is missing', failure({ code: 'ENOENT' })],
  ['no error at all', 'text'],
])('%s is not a failure of the database', (_, error) => {
  expect(dbFailureHint(error)).toBeUndefined();
});
