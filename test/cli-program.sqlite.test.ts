import { spawn } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { commands } from '../src/server/cli/commands.ts';
import { muster, musterProgram, runToEnd } from './support/cli.ts';
import { emptyDatabase } from './support/database.ts';
import { scratchFolder } from './support/scratch.ts';

test('the program and every command have --help, which changes nothing', async () => {
  await using place = await emptyDatabase();
  const all = await muster(place, '--help');
  expect(all).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('Exit codes: 0 done') });
  for (const [name, { usage, about, more }] of Object.entries(commands)) {
    expect(usage.startsWith(name)).toBe(true);
    expect(all.stdout).toContain(about);
    expect(more.length).toBeGreaterThan(0);
  }
  const one = await muster(place, 'rotate-key', '--help');
  expect(one).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/^muster rotate-key\n[^]*Exit codes/),
  });
  expect(await muster(place, 'help', 'rotate-key')).toEqual(one);
  expect(readdirSync(place.folder)).toEqual([]);
});

test('the process exits with the code of its command, and writes results to stdout and errors to stderr', async () => {
  await using place = await emptyDatabase();
  const ended = await Promise.all([
    musterProgram(place, '--help'),
    musterProgram(place, 'nothing'),
    musterProgram(place, 'restore', join(place.folder, 'missing')),
  ]);
  expect(ended).toEqual([
    { code: 0, stderr: '', stdout: expect.stringContaining('Exit codes: 0 done') },
    { code: 2, stderr: expect.stringContaining('there is no command "nothing"'), stdout: '' },
    { code: 3, stderr: expect.stringContaining('there is no file'), stdout: '' },
  ]);
  expect(await musterProgram(place, 'doctor')).toEqual({
    code: 1,
    stderr: '',
    stdout: expect.stringMatching(/BAD +database: there is no database at .*muster\.db; is DATA_DIR right\?/),
  });
  expect(await musterProgram(place, 'migrate')).toEqual({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining('ran 0001_foundation'),
  });
});

test('the program runs from an installed package, below node_modules', async () => {
  await using place = await emptyDatabase();
  const root = fileURLToPath(new URL('../', import.meta.url));
  const elsewhere = scratchFolder('installed');
  const installed = join(elsewhere, 'node_modules', 'muster');
  const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { bin: { muster: string } };
  for (const part of [
    'package.json',
    'scripts',
    'locales',
    'src/locales',
    'src/markdown',
    'src/server',
    'src/shared',
  ]) {
    cpSync(join(root, part), join(installed, part), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(installed, 'node_modules'));
  const ended = await runToEnd(join(installed, bin.muster), { DATA_DIR: place.folder }, ['migrate']);
  rmSync(elsewhere, { recursive: true });
  expect(ended).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('ran 0001_foundation') });
});

test('a reader that closes the pipe early ends the program without a stack trace', async () => {
  await using place = await emptyDatabase();
  await muster(place, 'migrate');
  const doctor = fileURLToPath(new URL('../src/server/cli/muster.ts', import.meta.url));
  const child = spawn(process.execPath, [doctor, 'doctor'], {
    env: { PATH: process.env['PATH'], DATA_DIR: place.folder, MUSTER_KEY: '11'.repeat(32) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  expect(await text(child.stderr)).toBe('');
});
