import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { EngineHandle, Listener, Message } from './db.ts';
import type { Tables } from './tables.ts';

const channel = 'muster';
const poolSize = 10;
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

const retryableCodes = new Set(['40001', '40P01']);

/** Connections of our own making, so that every session counts time in UTC. */
function settings(url: string): pg.ClientConfig {
  return { connectionString: url, types, options: '-c timezone=UTC', application_name: 'muster' };
}

/** A connection that only listens. When it breaks it comes back, and says that something may have been missed. */
function hear(url: string, listeners: ReadonlySet<Listener>, onError: (error: Error) => void): () => Promise<void> {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  const tell = (message: Message) => {
    for (const listener of listeners) listener(message);
  };
  const connect = async () => {
    client = new pg.Client(settings(url));
    client.on('notification', ({ payload = '' }) => {
      const [topic = '', ...key] = payload.split(' ');
      tell({ topic, key: key.join(' ') });
    });
    client.on('error', retry);
    client.on('end', () => retry());
    await client.connect();
    await client.query(`listen ${channel}`);
    tell({ topic: 'missed', key: '' });
  };
  const retry = (error?: Error) => {
    if (closed || timer !== undefined) return;
    if (error !== undefined) onError(error);
    client?.end().catch(() => {});
    timer = setTimeout(() => {
      timer = undefined;
      connect().catch(retry);
    }, reconnectMs);
  };
  connect().catch(retry);
  return async () => {
    closed = true;
    clearTimeout(timer);
    await client?.end().catch(() => {});
  };
}

export function openPostgres(url: string, onQuery: () => void, onError: (error: Error) => void): EngineHandle {
  const pool = new pg.Pool({ ...settings(url), max: poolSize, connectionTimeoutMillis: 10_000 });
  pool.on('error', onError);
  // A connection that breaks while it is in use fails its query, and says so a second time as an event: heard by
  // nobody, that event would end the process.
  pool.on('connect', (client) => void client.on('error', () => {}));
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log: onQuery });
  const listeners = new Set<Listener>();
  const stopHearing = hear(url, listeners, onError);
  let names = 0;
  return {
    engine: 'postgres',
    read: kysely,
    write: kysely,
    prepared: (text) => {
      const name = `hot_${(names += 1)}`;
      return async (values) => {
        onQuery();
        return (await pool.query({ name, text, values: [...values] })).rows;
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
    retryable: (error) => error instanceof pg.DatabaseError && retryableCodes.has(error.code ?? ''),
    close: async () => {
      await stopHearing();
      await kysely.destroy();
    },
  };
}
