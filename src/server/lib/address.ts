/** The unit that limits count by: an IPv4 address or an IPv6 /64 network, because one host can use all of a /64. */
export function networkOf(address: string): string {
  const ip = withoutPort(address);
  if (!ip.includes(':')) return ip;
  const mapped = /^::ffff:([\d.]+)$/i.exec(ip)?.[1];
  return mapped ?? groupsOf(ip).slice(0, 4).join(':');
}

/** Some proxies add the port of the connection; with it, each connection would have limits of its own. */
function withoutPort(address: string): string {
  const bracketed = /^"?\[([^\]]+)\](?::\d+)?"?$/.exec(address)?.[1];
  return bracketed ?? /^"?([\d.]+):\d+"?$/.exec(address)?.[1] ?? address;
}

/** The eight groups of an IPv6 address, with `::` expanded. */
function groupsOf(ip: string): string[] {
  const [head = '', tail] = ip.replace(/%.*$/, '').split('::', 2);
  const split = (part: string) =>
    part
      .split(':')
      .filter((group) => group !== '')
      .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''));
  if (tail === undefined) return split(head);
  const [before, after] = [split(head), split(tail)];
  return [...before, ...Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0'), ...after];
}

/** Whether the host of a URL is this machine. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
