/**
 * `npm run release -- 0.2.0`: writes the version everywhere, closes the unreleased section of the changelog, commits and tags.
 * Nothing is pushed.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const operators = '### What operators must do';

/** Returns numbers, so that 0.10.0 follows 0.9.0. */
function partsOf(version: string): [number, number, number] {
  const found = /^(\d+)\.(\d+)\.(\d+)$/.exec(version);
  if (found === null) throw new Error(`"${version}" is not a version such as 0.2.0`);
  return [Number(found[1]), Number(found[2]), Number(found[3])];
}

/** A version that was prepared as unreleased can be released under its own number. */
function isAllowed(version: string, current: string, isReleased: boolean): boolean {
  const [wanted, present] = [partsOf(version), partsOf(current)];
  const difference = wanted.map((part, index) => part - (present[index] ?? 0)).find((one) => one !== 0) ?? 0;
  return isReleased ? difference > 0 : difference >= 0;
}

/** Returns the changelog with the version and a new unreleased section, and the notes of the version. */
export function closeChangelog(text: string, version: string, day: string): { text: string; notes: string } {
  const [, before = '', rest = ''] = /^([^]*?)^## .*\(?unreleased\)?$\n([^]*)$/im.exec(text) ?? [];
  if (rest === '') throw new Error('CHANGELOG.md has no unreleased section');
  const end = rest.search(/^## /m);
  const notes = (end === -1 ? rest : rest.slice(0, end)).trim();
  const older = end === -1 ? '' : `\n${rest.slice(end)}`;
  if (!notes.includes(`${operators}\n`)) throw new Error(`the unreleased section has no "${operators}"`);
  const next = `## Unreleased\n\n${operators}\n\nNothing.\n`;
  return { text: `${before}${next}\n## ${version} (${day})\n\n${notes}\n${older}`, notes };
}

const withVersion = (json: string, version: string): string => json.replace(/("version": ")[^"]+/, `$1${version}`);

export function release(root: string, version: string, day: string, regenerate: () => void): void {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
  if (git('status', '--porcelain') !== '') throw new Error('commit or discard your changes first');
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const { version: current } = JSON.parse(read('package.json')) as { version: string };
  const isReleased = git('tag', '--list', `v${current}`) !== '';
  if (!isAllowed(version, current, isReleased)) throw new Error(`${version} is not later than ${current}`);
  const { text, notes } = closeChangelog(read('CHANGELOG.md'), version, day);
  writeFileSync(join(root, 'CHANGELOG.md'), text);
  for (const file of ['package.json', 'packages/client/package.json'])
    writeFileSync(join(root, file), withVersion(read(file), version));
  // The first two are those of this package; the others belong to dependencies.
  const lock = read('package-lock.json').split('"version": "');
  const own = lock.map((part, index) => (index === 1 || index === 2 ? part.replace(/^[^"]+/, version) : part));
  writeFileSync(join(root, 'package-lock.json'), own.join('"version": "'));
  regenerate();
  git('commit', '--quiet', '--all', '--message', `chore(release): ${version}`);
  git('tag', '--annotate', `v${version}`, '--cleanup=verbatim', '--message', `${version}\n\n${notes}`);
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const [version = ''] = process.argv.slice(2);
  const day = new Date().toISOString().slice(0, 10);
  try {
    release(root, version, day, () => {
      execFileSync(process.execPath, ['scripts/generate.ts'], { cwd: root, stdio: 'inherit' });
    });
    console.log(`Tagged v${version}. Publish it with: git push --follow-tags`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
