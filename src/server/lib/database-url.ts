const shape = /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^/?#]*)([^?#]*)(\?[^#]*)?$/;

export type DatabaseUrl = { hosts: string[]; target: string | null; withHosts: (hosts: string) => string };

/** `postgres://user@one:5432,two:5432/name?target_session_attrs=read-write`, as libpq takes it; the driver takes one host. */
export function parseDatabaseUrl(url: string): DatabaseUrl | undefined {
  const [, scheme, credentials, authority = '', path = '', query = ''] = shape.exec(url) ?? [];
  if (scheme === undefined) return undefined;
  const login = credentials === undefined ? '' : `${credentials}@`;
  const withHosts = (hosts: string) => `${scheme}${login}${hosts}${path}${query}`;
  const hosts = authority.split(',');
  if (hosts.some((host) => host === '' || URL.parse(withHosts(host)) === null)) return undefined;
  return { hosts, target: new URLSearchParams(query).get('target_session_attrs'), withHosts };
}

/** One URL for each host that may have the database. */
export function hostUrls(url: string): [string, ...string[]] {
  const parsed = parseDatabaseUrl(url);
  const [first = url, ...others] = parsed?.hosts.map(parsed.withHosts) ?? [];
  return [first, ...others];
}

/** What only the driver understands; the programs of PostgreSQL refuse to start with it. */
const driverOnly = ['statement_timeout', 'lock_timeout'];

/** For the programs of PostgreSQL, and without the password: arguments can be read by every user of the machine. */
export function forPrograms(url: string): { url: string; password: string } {
  const parsed = parseDatabaseUrl(url);
  if (parsed === undefined) throw new Error('this is not a URL of PostgreSQL');
  const { hosts, withHosts } = parsed;
  const one = new URL(withHosts(hosts[0] ?? ''));
  const password = decodeURIComponent(one.password);
  one.password = '';
  for (const name of driverOnly) one.searchParams.delete(name);
  const told = parseDatabaseUrl(one.href);
  return { url: told?.withHosts(hosts.join(',')) ?? one.href, password };
}
