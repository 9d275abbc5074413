import pg from 'pg';
import { hostUrls } from '../../lib/database-url.ts';
import { ReadOnlyError } from './errors.ts';

const probeTimeoutMs = 2000;

export type Hosts = {
  several: boolean;
  /** The host that accepted writes when last checked. */
  current: () => string;
  /** Finds the host that accepts writes. Concurrent callers share one search. */
  seek: () => Promise<void>;
};

/** Keeps track of which host of the URL is the primary. It is checked again when a connection fails or a write is refused. */
export function hostsOf(url: string, settings: pg.ClientConfig, onMove: () => void): Hosts {
  const urls = hostUrls(url);
  let current = urls[0];
  let search: Promise<void> | undefined;

  const findPrimary = async () => {
    const found = await firstWritable([current, ...urls.filter((other) => other !== current)], settings);
    if (found === undefined || found === current) return;
    current = found;
    onMove();
  };

  return {
    several: urls.length > 1,
    current: () => current,
    seek: () => {
      search ??= findPrimary().finally(() => (search = undefined));
      return search;
    },
  };
}

async function firstWritable(urls: readonly string[], settings: pg.ClientConfig): Promise<string | undefined> {
  for (const url of urls) {
    const timeouts = { connectionTimeoutMillis: probeTimeoutMs, query_timeout: probeTimeoutMs };
    const client = new pg.Client({ ...settings, ...timeouts, connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      await refuseReadOnly(client);
      return url;
    } catch {
      // Try the next host. If none accepts writes, the caller reports its own error.
    } finally {
      client.end().catch(() => {});
    }
  }
  return undefined;
}

export async function refuseReadOnly(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
  if (rows[0]?.transaction_read_only !== 'off') throw new ReadOnlyError('the server is read-only');
}
