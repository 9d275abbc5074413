import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeChangelog, release } from '../scripts/release.ts';
import { scratchFolder } from './support/scratch.ts';

const unreleased = `# Changelog

All notable changes.

## 0.1.0 (unreleased)

- Something new.

### What operators must do

Nothing.
`;

let root: string;
const write = (file: string, text: string) => writeFileSync(join(root, file), text);
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
const run = (version: string) => release(root, version, '2026-11-18', () => write('openapi.json', 'generated'));

beforeEach(() => {
  root = scratchFolder('release');
  mkdirSync(join(root, 'packages/client'), { recursive: true });
  const lock = { version: '0.1.0', packages: { '': { version: '0.1.0' }, 'node_modules/pg': { version: '0.1.0' } } };
  write('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
  for (const file of ['package.json', 'packages/client/package.json']) write(file, '{ "version": "0.1.0" }\n');
  write('CHANGELOG.md', unreleased);
  write('openapi.json', '');
  git('init', '--quiet');
  git('config', 'user.email', 'test@example.org');
  git('config', 'user.name', 'Test');
  git('add', '.');
  git('commit', '--quiet', '--message', 'first');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('a release has its version in every file, a section of the changelog and a tag with its notes', () => {
  run('0.1.0');
  expect(git('tag')).toBe('v0.1.0');
  run('0.2.0');
  for (const file of ['package.json', 'packages/client/package.json'])
    expect(JSON.parse(read(file))).toEqual({ version: '0.2.0' });
  expect(JSON.parse(read('package-lock.json'))).toEqual({
    version: '0.2.0',
    packages: { '': { version: '0.2.0' }, 'node_modules/pg': { version: '0.1.0' } },
  });
  expect(read('CHANGELOG.md').match(/^## .*$/gm)).toEqual([
    '## Unreleased',
    '## 0.2.0 (2026-11-18)',
    '## 0.1.0 (2026-11-18)',
  ]);
  expect(git('status', '--porcelain')).toBe('');
  expect(git('show', 'v0.1.0', '--no-patch', '--format=')).toContain('- Something new.\n\n### What operators must do');
});

test('the same or an earlier version, another form of one and uncommitted changes are refused', () => {
  run('0.2.0');
  for (const version of ['0.2.0', '0.1.9']) expect(() => run(version)).toThrow('is not later than 0.2.0');
  expect(() => run('v1')).toThrow('is not a version');
  write('openapi.json', 'changed');
  expect(() => run('0.3.0')).toThrow('commit or discard your changes first');
});

test('a changelog that does not say what operators must do is refused', () => {
  expect(() => closeChangelog('# Changelog\n\n## Unreleased\n\n- New.\n', '0.2.0', '2026-11-18')).toThrow(
    'What operators must do',
  );
  expect(() => closeChangelog('# Changelog\n', '0.2.0', '2026-11-18')).toThrow('no unreleased section');
});
