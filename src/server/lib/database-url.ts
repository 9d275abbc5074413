const shape = /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^/?#]*)([^?#]*)(\?[^#]*)?$/;

export type DatabaseUrl = { hosts: string[]; target: string | null; withHosts: (hosts: string) => string };

/** Parses `postgres://user@one:5432,two:5432/name?target_session_attrs=read-write` like libpq; the driver knows one host only. */
export function parseDatabaseUrl(url: string): DatabaseUrl | undefined {
  const [, scheme, credentials, authority = '', path = '', query = ''] = shape.exec(url) ?? [];
  if (scheme === undefined) return undefined;
  const login = credentials === undefined ? '' : `${credentials}@`;
  const withHosts = (hosts: string) => `${scheme}${login}${hosts}${path}${query}`;
  const hosts = authority.split(',');
  if (hosts.some((host) => host === '' || URL.parse(withHosts(host)) === null)) return undefined;
  return { hosts, target: new URLSearchParams(query).get('target_session_attrs'), withHosts };
}

/** Returns one URL for each host in the list. */
export function hostUrls(url: string): [string, ...string[]] {
  const parsed = parseDatabaseUrl(url);
  const [first = url, ...others] = parsed?.hosts.map(parsed.withHosts) ?? [];
  return [first, ...others];
}

/** Parameters of the Node driver. PostgreSQL's own programs refuse to start with them. */
const driverOnly = ['statement_timeout', 'lock_timeout'];

/** For PostgreSQL's own programs. The password is separate because every user of the machine can read arguments. */
export function forPrograms(url: string): { url: string; password: string } {
  const parsed = parseDatabaseUrl(url);
  if (parsed === undefined) throw new Error('not a PostgreSQL URL');
  const { hosts, withHosts } = parsed;
  const one = new URL(withHosts(hosts[0] ?? ''));
  const password = one.searchParams.get('password') ?? decodeURIComponent(one.password);
  one.password = '';
  for (const name of [...driverOnly, 'password']) one.searchParams.delete(name);
  const cleaned = parseDatabaseUrl(one.href);
  return { url: cleaned?.withHosts(hosts.join(',')) ?? one.href, password };
}

/** Whether the URL contains a password, in either of the two places. */
export const hasPassword = (url: string): boolean =>
  parseDatabaseUrl(url) !== undefined && forPrograms(url).password !== '';
