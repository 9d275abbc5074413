import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useApp } from './support/app.ts';
import { muster as command } from './support/cli.ts';
import { realisticCoscup, writeCoscup } from './support/exports/coscup.ts';
import { realisticEngelsystem, writeEngelsystem } from './support/exports/engelsystem.ts';

const muster = useApp();

const timed = async (...args: string[]) => {
  const started = Date.now();
  const { code, stdout, stderr } = await command(muster.place, ...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  console.info(`${args[0]}: ${Date.now() - started} ms`);
  return stdout;
};

test('3,300 people and five years of COSCUP-Volunteer are moved, and a second time nothing', async () => {
  const folder = join(muster.place.folder, 'coscup');
  writeCoscup(folder, realisticCoscup);
  const stdout = await timed('import-coscup', folder);
  expect(stdout).toContain('people: 3300 new');
  expect(stdout).toContain('projects: 5 new');
  expect(stdout).toContain('tasks: 600 new');
  expect(await timed('import-coscup', folder)).not.toMatch(/: [1-9]\d* new/);
});

test('3,300 angels and 900 shifts of engelsystem are moved, in five years, and a second time nothing', async () => {
  for (const [index, year] of [2021, 2022, 2023, 2024, 2025].entries()) {
    const folder = join(muster.place.folder, `engelsystem-${year}`);
    writeEngelsystem(folder, realisticEngelsystem, year);
    const follows = index === 0 ? [] : ['--follows', `c${year - 1}`];
    const args = [folder, '--project', `c${year}`, '--owner', 'heaven@example.org', ...follows];
    const stdout = await timed('import-engelsystem', ...args);
    expect(stdout).toContain('tasks: 1800 new');
    expect(await timed('import-engelsystem', ...args)).not.toMatch(/: [1-9]\d* new/);
  }
});

test('the script in docs/moving.md saves what the import reads', async () => {
  const source = join(muster.place.folder, 'served');
  writeEngelsystem(source, { people: 12, types: 3, shifts: 6 });
  // engelsystem answers without the ending of a file; a user is at users/ID.
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace('/api/v0-beta/', '').replace(/^(users\/\d+)$/, '$1/user');
    const file = join(source, `${path}.json`);
    const isAllowed = request.headers.authorization === 'Bearer secret';
    response.writeHead(isAllowed ? 200 : 401, { 'content-type': 'application/json' });
    response.end(isAllowed && existsSync(file) ? readFileSync(file) : '{"data":[]}');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const guide = readFileSync(new URL('../docs/moving.md', import.meta.url), 'utf8');
  const [, script = ''] = /<!-- runs: save-engelsystem\.sh -->\n```sh\n([^]*?)```/.exec(guide) ?? [];
  const program = join(muster.place.folder, 'save.sh');
  writeFileSync(program, script);
  const target = join(muster.place.folder, 'saved');
  const env = { PATH: process.env['PATH'], ENGELSYSTEM_URL: `http://127.0.0.1:${port}`, ENGELSYSTEM_KEY: 'secret' };
  const code = await new Promise((resolve) => {
    execFile('sh', [program, target], { env }, (error) => resolve(error === null ? 0 : error.message));
  });
  server.close();
  expect(code).toBe(0);
  copyFileSync(join(source, 'people.csv'), join(target, 'people.csv'));
  const stdout = await timed('import-engelsystem', target, '--project', 'saved', '--owner', 'heaven@example.org');
  expect(stdout).toContain('tasks: 12 new');
});
