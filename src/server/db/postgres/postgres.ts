import { Kysely, sql } from 'kysely';
import pg from 'pg';
import type { EngineHandle, Listener, Message, Report } from '../db.ts';
import { batches } from './batches.ts';
import { isRetryableConflict, connectionPool, ours, postgresDialect } from './driver.ts';
import { hostsOf } from './hosts.ts';
import type { Hosts } from './hosts.ts';
import { pipes } from './pipes.ts';
import type { Tables } from '../tables.ts';

const channel = 'muster';
const reconnectMs = 1000;

const oid = { int8: 20, date: 1082, timestamptz: 1184 };

/** `2026-11-15 01:02:03.4+00` as PostgreSQL writes it, in the one form that both engines give. */
function toTimestamp(text: string): string {
  const [date = '', time = ''] = text.replace(/\+00$/, '').split(' ');
  const [seconds = '', fraction = ''] = time.split('.');
  return `${date}T${seconds}.${fraction.padEnd(3, '0')}Z`;
}

const parsers = new Map<number, (text: string) => unknown>([
  [oid.int8, Number],
  [oid.date, (text) => text],
  [oid.timestamptz, toTimestamp],
]);

const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    parsers.get(id) ?? (format === 'binary' ? pg.types.getTypeParser(id, 'binary') : pg.types.getTypeParser(id)),
};

const statementMs = 8000;
const lockMs = 5000;
const abandonedMs = 30_000;
const graceMs = 2000;

/**
 * Connections of our own making: every session counts time in UTC, and none of them waits or holds locks for ever.
 * The URL may say otherwise: `?statement_timeout=...&lock_timeout=...` in milliseconds.
 */
const settings: pg.ClientConfig = {
  types,
  options: '-c timezone=UTC',
  application_name: 'muster',
  keepAlive: true,
  statement_timeout: statementMs,
  lock_timeout: lockMs,
  idle_in_transaction_session_timeout: abandonedMs,
};

/** For reads by keys, of which one plan is as good as the next: the server is not to make a new one each time. */
const hotSettings: pg.ClientConfig = {
  ...settings,
  options: `${settings.options} -c plan_cache_mode=force_generic_plan -c random_page_cost=1 -c enable_hashjoin=off`,
};

/** A server that does not end its statement a while after it should have is gone, or waits for a standby that is. */
const silenceMs = (url: string): number =>
  Number(new URLSearchParams(url.split('?')[1]).get('statement_timeout') ?? statementMs) + graceMs;

type Ear = { comeBack: () => void; close: () => Promise<void> };

/** A connection that only listens. When it breaks it comes back, and says that something may have been missed. */
function listenForNotifications(hosts: Hosts, listeners: ReadonlySet<Listener>, report: Report): Ear {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  const tell = (message: Message) => {
    for (const listener of listeners) listener(message);
  };
  const connect = async () => {
    const own = new pg.Client({ ...settings, connectionString: hosts.current(), connectionTimeoutMillis: lockMs });
    client = own;
    own.on('notification', ({ payload = '' }) => {
      const [topic = '', ...key] = payload.split(' ');
      tell({ topic, key: key.join(' ') });
    });
    // One that was given up may still say so when another has taken its place.
    own.on('error', (error) => void (client === own && retry(error)));
    own.on('end', () => void (client === own && retry()));
    await own.connect();
    await own.query(`listen ${channel}`);
    tell({ topic: 'missed', key: '' });
  };
  const retry = (error?: Error) => {
    if (closed || timer !== undefined) return;
    if (error !== undefined) report.failure(error);
    client?.end().catch(() => {});
    timer = setTimeout(() => {
      timer = undefined;
      const ready = error !== undefined && hosts.several ? hosts.seek() : Promise.resolve();
      void ready.then(connect).catch(retry);
    }, reconnectMs);
  };
  connect().catch(retry);
  return {
    comeBack: () => retry(),
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}

export function openPostgres(url: string, report: Report): EngineHandle {
  const listeners = new Set<Listener>();
  const hosts = hostsOf(url, settings, () => notificationListener.comeBack());
  const pool = connectionPool(hosts, settings, silenceMs(url), report);
  const reads = pipes({ hosts, client: hotSettings, silenceMs: silenceMs(url), report });
  const batch = batches(reads.send);
  const kysely = new Kysely<Tables>({ dialect: postgresDialect(pool), log: report.query });
  const notificationListener = listenForNotifications(hosts, listeners, report);
  return {
    engine: 'postgres',
    read: kysely,
    write: kysely,
    prepared: (statement) => {
      const read = batch(statement);
      return (values) => {
        report.query();
        return read(values);
      };
    },
    listen: (listener) => {
      listeners.add(listener);
    },
    notify: async (trx, message) => {
      await sql`select pg_notify(${channel}, ${`${message.topic} ${message.key}`})`.execute(trx);
    },
    heard: (message) => {
      for (const listener of listeners) listener(message);
    },
    retryable: isRetryableConflict,
    waiting: () => pool.waiting() + reads.waiting(),
    withoutTimeouts: async (trx) => {
      for (const name of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
        await sql`select set_config(${name}, '0', true)`.execute(trx);
      await trx.getExecutor().provideConnection(async (connection) => ours(connection).withoutTimeouts());
    },
    close: async () => {
      await notificationListener.close();
      await kysely.destroy();
      await reads.end();
      await pool.end();
    },
  };
}
