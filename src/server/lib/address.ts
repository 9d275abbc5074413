/** The address that one household or server has: in IPv6 a network of 64 bits, which gives its holder endless addresses. */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip;
  const mapped = /^::ffff:([\d.]+)$/i.exec(ip)?.[1];
  return mapped ?? groupsOf(ip).slice(0, 4).join(':');
}

/** The eight groups of an IPv6 address, with those written out that `::` stands for. */
function groupsOf(ip: string): string[] {
  const [head = '', tail] = ip.replace(/%.*$/, '').split('::', 2);
  const split = (part: string) => part.split(':').filter((group) => group !== '');
  if (tail === undefined) return split(head);
  const [before, behind] = [split(head), split(tail)];
  return [...before, ...Array.from({ length: Math.max(0, 8 - before.length - behind.length) }, () => '0'), ...behind];
}

/** This machine itself, as the host of a URL. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
