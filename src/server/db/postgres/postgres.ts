import { Kysely, PostgresDialect, sql } from 'kysely';
import type { LogEvent } from 'kysely';
import type { EngineHandle, Listener, Report } from '../db.ts';
import type { Tables } from '../tables.ts';
import { postgresChanges } from './changes.ts';
import { isRetryableConflict } from './errors.ts';
import { hostsOf } from './hosts.ts';
import { channel, listenForNotifications } from './notifications.ts';
import { pipelinedConnections } from './pipelined.ts';
import { connectionPool } from './pool.ts';
import type { ConnectionPool } from './pool.ts';
import { clientSettings, queryTimeoutMs, removeTimeouts } from './settings.ts';

/** Advisory locks with two keys, unlike those of the change feed and of migrations. */
const lockClass = 77_103;
const transactionControl = /^(?:begin|commit|rollback)$/;

export function openPostgres(url: string, report: Report): EngineHandle {
  const listeners = new Set<Listener>();
  const hosts = hostsOf(url, clientSettings, () => notificationListener.reconnect());
  const settings = { ...clientSettings, query_timeout: queryTimeoutMs(url) };
  const pool = connectionPool({ hosts, settings, report });
  const poolWithoutTimeouts = connectionPool({ hosts, settings: clientSettings, report, onConnect: removeTimeouts });
  // Kysely logs its `begin` and `commit`, too. They are not counted on SQLite either.
  const countQuery = ({ query }: LogEvent): void => {
    if (!transactionControl.test(query.sql)) report.query();
  };
  const kyselyOn = (from: ConnectionPool) =>
    new Kysely<Tables>({ dialect: new PostgresDialect({ pool: from }), log: countQuery });
  const kysely = kyselyOn(pool);
  const withoutTimeouts = kyselyOn(poolWithoutTimeouts);
  const preparedReads = pipelinedConnections({ hosts, client: settings, report });
  const notificationListener = listenForNotifications(hosts, listeners, report);
  let statements = 0;
  const prepareRead: EngineHandle['prepareRead'] = (text) => {
    const name = `read_${(statements += 1)}`;
    return (values) => {
      report.query();
      return preparedReads.send({ name, text, values: [...values] });
    };
  };
  return {
    engine: 'postgres',
    read: kysely,
    write: kysely,
    writeWithoutTimeouts: withoutTimeouts,
    prepareRead,
    listen: (listener) => {
      listeners.add(listener);
    },
    notify: async (trx, message) => {
      await sql`select pg_notify(${channel}, ${`${message.topic} ${message.key}`})`.execute(trx);
    },
    notifyLocal: (message) => {
      for (const listener of listeners) listener(message);
    },
    changes: postgresChanges(prepareRead),
    lockName: async (trx, name) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(lockClass)}, hashtext(${name}))`.execute(trx);
    },
    isRetryable: isRetryableConflict,
    waiting: () => pool.waiting() + preparedReads.waiting(),
    close: async () => {
      await notificationListener.close();
      for (const one of [kysely, withoutTimeouts]) await one.destroy();
      for (const one of [preparedReads, pool, poolWithoutTimeouts]) await one.close();
    },
  };
}
