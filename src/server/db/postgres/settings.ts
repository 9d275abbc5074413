import pg from 'pg';

const oid = { int8: 20, date: 1082, timestamptz: 1184 };

/** Converts `2026-11-15 01:02:03.4+00` to the format that both engines return. */
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

const statementTimeoutMs = 8000;
const lockTimeoutMs = 5000;
const idleInTransactionMs = 30_000;
const clientGraceMs = 2000;
const connectTimeoutMs = 5000;
/** Longer than a connection takes: behind it are others that make progress, and admission control limits their number. */
export const poolWaitMs = 10_000;

/** Every connection has these settings. The URL can override the timeouts: `?statement_timeout=...&lock_timeout=...` in milliseconds. */
export const clientSettings: pg.ClientConfig = {
  types,
  options: '-c timezone=UTC',
  application_name: 'muster',
  keepAlive: true,
  connectionTimeoutMillis: connectTimeoutMs,
  statement_timeout: statementTimeoutMs,
  lock_timeout: lockTimeoutMs,
  idle_in_transaction_session_timeout: idleInTransactionMs,
};

/**
 * How long the client waits for an answer. The server ends slow statements itself, so this only runs out when the
 * server hangs, the network is down, or a commit waits for a standby.
 */
export const queryTimeoutMs = (url: string): number =>
  Number(new URLSearchParams(url.split('?')[1]).get('statement_timeout') ?? statementTimeoutMs) + clientGraceMs;

/** For migrations and copies, which may take any time. As statements because the URL may set timeouts. */
export async function removeTimeouts(client: pg.ClientBase): Promise<void> {
  for (const name of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
    await client.query(`set ${name} = 0`);
}
