import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<string[]>;

/** The name has an address that is not public. */
export class AddressRefused extends Error {
  readonly code = 'EREFUSED_ADDRESS';
}

/**
 * Not `dns.lookup`: it occupies one of few threads that database connections need as well, so names whose server never
 * answers would block them.
 */
export function publicResolver(): Resolve {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  return async (hostname) => {
    const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  };
}

/**
 * For `net.connect`, which connects to the very addresses that were checked here: a name that resolves differently the
 * next time gains nothing. One address that is not public is enough to refuse the name.
 */
export const guardedLookup =
  (resolve: Resolve): LookupFunction =>
  (hostname, _options, done) => {
    const fail = (error: Error) => done(error, []);
    resolve(hostname).then((addresses) => {
      if (addresses.length === 0)
        return fail(Object.assign(new Error('the name has no address'), { code: 'ENOTFOUND' }));
      if (!addresses.every(isPublicAddress))
        return fail(new AddressRefused('the name has an address that is not public'));
      return done(
        null,
        addresses.map((address) => ({ address, family: isIP(address) })),
      );
    }, fail);
  };
