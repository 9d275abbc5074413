import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A host that the operator allows although it is not public: all its ports, or one. */
export type InternalHost = { hostname: string; port: string | undefined };

/** Where a request may go. `internal`: the operator allows the host, so its address is not checked. */
export type Destination = { url: URL; hostname: string; internal: boolean };

/** Why a URL is refused. */
export type Refusal = 'invalid' | 'not_https' | 'has_credentials' | 'not_public';

const maxUrlLength = 2000;

/** `host`, `host:port`, `192.0.2.1:8065` or `[fd00::1]:8065`; undefined for anything else. */
export function parseInternalHost(text: string): InternalHost | undefined {
  const [, host, port] = /^(\[[^\]]+\]|[^:/?#@\\\s[\]]+)(?::(\d{1,5}))?$/.exec(text) ?? [];
  const url = host === undefined ? null : URL.parse(`https://${host}`);
  return url === null ? undefined : { hostname: nameOf(url), port };
}

/**
 * Checks a URL that somebody typed, without a look-up: names are checked when they are resolved, which has to happen
 * with every connection anyway. The URL parser has already normalised spellings such as 0x7f.1 and 2130706433.
 */
export function checkDestination(text: string, internalHosts: readonly InternalHost[]): Destination | Refusal {
  const url = text.length > maxUrlLength ? null : URL.parse(text);
  if (url === null) return 'invalid';
  if (!/^https?:$/.test(url.protocol)) return 'not_https';
  if (url.username !== '' || url.password !== '') return 'has_credentials';
  const hostname = nameOf(url);
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  const internal = internalHosts.some((host) => host.hostname === hostname && (host.port ?? port) === port);
  if (internal) return { url, hostname, internal };
  if (url.protocol !== 'https:') return 'not_https';
  if (isIP(hostname) === 0 ? isLocalName(hostname) : !isPublicAddress(hostname)) return 'not_public';
  return { url, hostname, internal };
}

/** Without the brackets of IPv6 and the dots at the end: `127.0.0.1..` is no address to the URL parser. */
const nameOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');

/** Names without a dot and those of special domains never belong to the public internet. */
const isLocalName = (hostname: string): boolean =>
  !hostname.includes('.') || /\.(?:localhost|local|internal|home\.arpa)$/.test(hostname);

/**
 * Whether an address belongs to the public internet. Everything with a special purpose does not: loopback, private,
 * link-local, carrier-grade NAT, multicast, documentation, benchmarks, and IPv6 addresses that contain an IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  // Outside 2000::/3 nothing is assigned to hosts, but `::127.0.0.1` counts as unicast.
  return parsed instanceof ipaddr.IPv4 || ((parsed.parts[0] ?? 0) & 0xe000) === 0x2000;
}
