import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { fits, listPackages } from '../scripts/licences.ts';

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const lock = JSON.parse(read('package-lock.json')) as Parameters<typeof listPackages>[0] & {
  packages: Record<string, { hasInstallScript?: boolean; integrity?: string; link?: boolean }>;
};

test('every package has an allowed licence', () => {
  const packages = listPackages(lock);
  expect(packages.length).toBeGreaterThan(100);
  expect(packages.filter((one) => !fits(one))).toEqual([]);
});

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0)', true],
  ['MIT AND ISC', true],
  ['MIT AND GPL-3.0', false],
  ['GPL-3.0', false],
  ['AGPL-3.0-only', false],
  ['LGPL-3.0-or-later', false],
  ['SEE LICENSE IN x', false],
  ['unknown', false],
])('licence %s is allowed: %s', (licence, expected) => {
  expect(fits({ name: 'some-package', licence })).toBe(expected);
});

test('the LGPL is allowed for the library that sharp loads, and for nothing else', () => {
  const licence = 'Apache-2.0 AND LGPL-3.0-or-later';
  const names = ['@img/sharp-win32-x64', 'some-package', 'x@img/sharp-win32-x64'];
  expect(names.map((name) => fits({ name, licence }))).toEqual([true, false, false]);
});

test('no package runs code at installation, and each is pinned by a checksum', () => {
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
  const entries = Object.entries(lock.packages).filter(([path]) => path !== '');
  // Its script only prints an advertisement, and ignore-scripts prevents even that.
  expect(entries.filter(([, one]) => one.hasInstallScript === true).map(([path]) => path)).toEqual([
    'node_modules/core-js-pure',
  ]);
  expect(entries.filter(([, one]) => one.integrity === undefined && one.link !== true)).toEqual([]);
});

const npmRun = (name: string): string =>
  execFileSync('npm', ['run', '--silent', name], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });

test('the licence list and the SBOM contain every package', () => {
  const locked = new Set(listPackages(lock).map(({ name, version }) => `${name}@${version}`));
  const listed = npmRun('licences').trim().split('\n');
  expect(new Set(listed.map((line) => line.split('\t')[1]))).toEqual(locked);
  const bill = JSON.parse(npmRun('sbom')) as { bomFormat: string; components: { 'bom-ref': string; purl: string }[] };
  expect(bill.bomFormat).toBe('CycloneDX');
  const named = new Set(bill.components.map(({ purl }) => decodeURIComponent(purl.replace(/^pkg:npm\//, ''))));
  expect(named).toEqual(locked);
});
