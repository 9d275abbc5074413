/** Lists every package with its licence from the lock file. Exits with 1 if a licence is not on the list below. */
import { readFileSync } from 'node:fs';

type Package = { version?: string; license?: string; dev?: boolean };
type Listed = { name: string; version: string; licence: string; dev: boolean };

/** Ours is MIT. None of these requires code that uses the package to be under the same licence. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // Copyleft for its own files only, and we do not change these.
  'MPL-2.0',
  'PSF-2.0',
  // Fonts that documents may embed.
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** libvips in the packages of sharp: loaded as it is, so anybody can put another build in its place, as the LGPL requires. */
const loadedAsLibrary = /^@img\/sharp-/;

/** Packages whose licence is in a file only. */
const readByHand: Readonly<Record<string, string>> = { 'png-js@2.0.0': 'MIT' };

/** `(MIT OR CC0-1.0)`: one allowed licence is enough. `A AND B`: both must be allowed. */
export function fits({ name, licence }: Pick<Listed, 'name' | 'licence'>): boolean {
  const isAllowed = (one: string) => allowed.has(one) || (one === 'LGPL-3.0-or-later' && loadedAsLibrary.test(name));
  const words = licence.replaceAll(/[()]/g, '');
  return words.split(/ or /i).some((choice) => choice.split(' AND ').every((one) => isAllowed(one.trim())));
}

export function listPackages(lock: { packages: Record<string, Package> }): Listed[] {
  return Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .map(([path, { version = '', license, dev = false }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { name, version, licence: license ?? readByHand[`${name}@${version}`] ?? 'unknown', dev };
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
}

if (import.meta.main) {
  const lock = new URL('../package-lock.json', import.meta.url);
  const packages = listPackages(JSON.parse(readFileSync(lock, 'utf8')) as Parameters<typeof listPackages>[0]);
  const rejected = packages.filter((one) => !fits(one));
  if (!process.argv.includes('--check')) {
    for (const { name, version, licence, dev } of packages)
      console.log(`${licence}\t${name}@${version}${dev ? '\tdevelopment' : ''}`);
  }
  for (const { name, version, licence } of rejected)
    console.error(`${name}@${version} is under ${licence}, which is not on the list in scripts/licences.ts`);
  process.exitCode = rejected.length === 0 ? 0 : 1;
}
