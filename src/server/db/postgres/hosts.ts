import pg from 'pg';
import { hostUrls } from '../../lib/database-url.ts';

const knockMs = 2000;

/** A standby answers, and refuses every write. */
export class ReadOnlyError extends Error {
  readonly code = '25006';
}

export type Hosts = {
  several: boolean;
  /** The one that was writable when last looked at. */
  current: () => string;
  /** Looks for the one that takes writes. Callers that come meanwhile share the search. */
  seek: () => Promise<void>;
};

/** Which of the hosts of a URL is the primary. It is believed until a connection fails or refuses a write. */
export function hostsOf(url: string, settings: pg.ClientConfig, onMove: () => void): Hosts {
  const urls = hostUrls(url);
  let current = urls[0];
  let search: Promise<void> | undefined;

  const look = async () => {
    const found = await firstWritable([current, ...urls.filter((other) => other !== current)], settings);
    if (found === undefined || found === current) return;
    current = found;
    onMove();
  };

  return {
    several: urls.length > 1,
    current: () => current,
    seek: () => {
      search ??= look().finally(() => (search = undefined));
      return search;
    },
  };
}

async function firstWritable(urls: readonly string[], settings: pg.ClientConfig): Promise<string | undefined> {
  for (const url of urls) {
    const patience = { connectionTimeoutMillis: knockMs, query_timeout: knockMs };
    const client = new pg.Client({ ...settings, ...patience, connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      await refuseReadOnly(client);
      return url;
    } catch {
      // The next one is asked; when nobody takes writes, the caller's own failure says so.
    } finally {
      client.end().catch(() => {});
    }
  }
  return undefined;
}

export async function refuseReadOnly(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
  if (rows[0]?.transaction_read_only !== 'off') throw new ReadOnlyError('the server takes no writes');
}
