import ipaddr from 'ipaddr.js';

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
