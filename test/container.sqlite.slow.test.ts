/**
 * Where a container engine is installed and can get the base image, the image is built and run. Everywhere, the last stage of
 * deploy/Containerfile is replayed in an empty folder: what the image does not contain is not there, and nothing but the data
 * may change.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readPackage } from '../src/server/lib/package.ts';
import { emptyDatabase } from './support/database.ts';
import { startServer } from './support/processes.ts';
import { scratchFolder } from './support/scratch.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const file = readFileSync(join(root, 'deploy/Containerfile'), 'utf8');

const listing = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('node_modules'))
    .map((name) => `${name} ${statSync(join(folder, name)).mtimeMs}`)
    .toSorted();

/** The command of Docker can be there without the service that does the work. */
const works = (program: string) => spawnSync(program, ['info'], { timeout: 30_000 }).status === 0;
const builder = ['buildah', 'podman', 'docker'].find(works);
const engine = ['podman', 'docker'].find(works);
const [, base = ''] = /^FROM (\S+)$/m.exec(file) ?? [];
const canPull = engine !== undefined && spawnSync(engine, ['pull', '--quiet', base], { timeout: 300_000 }).status === 0;
if (!canPull)
  console.warn(
    'no container engine that can get the base image, so the image is not built; its last stage is replayed',
  );

test('docker and podman leave out the same files', () => {
  const [docker, podman] = ['.dockerignore', '.containerignore'].map((name) => readFileSync(join(root, name), 'utf8'));
  expect(docker).toBe(podman);
});

test.runIf(builder !== undefined)('data, settings, packages and history of this machine are not in the image', () => {
  const context = scratchFolder('context');
  const kept = ['package.json', 'deploy/compose.env.example', 'src/server/features/private-data/a.ts'];
  const left = ['.git/config', 'data/muster.key', 'data/muster.db', 'node_modules/a/b.js', 'dist/web/a.js', 'tmp/a'];
  const more = ['deploy/.env', 'muster.env', 'packages/client/node_modules/a.js', 'npm-debug.log'];
  for (const name of [...kept, ...left, ...more]) {
    mkdirSync(dirname(join(context, name)), { recursive: true });
    writeFileSync(join(context, name), '');
  }
  for (const name of ['.dockerignore', '.containerignore']) cpSync(join(root, name), join(context, name));
  const [target, recipe, id] = ['out', 'recipe', 'id'].map((name) => `${context}-${name}`) as [string, string, string];
  writeFileSync(recipe, 'FROM scratch\nCOPY . .\n');
  const output = ['--output', `type=local,dest=${target}`];
  execFileSync(builder ?? '', ['build', '--iidfile', id, ...output, '-f', recipe, context], { stdio: 'pipe' });
  const copied = readdirSync(target, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(target, name)).isFile() && !name.endsWith('ignore'))
    .toSorted();
  expect(copied).toEqual(kept.toSorted());
  spawnSync(builder ?? '', ['rmi', readFileSync(id, 'utf8').trim()]);
  for (const path of [context, target, recipe, id]) rmSync(path, { recursive: true });
});

test.runIf(canPull)(
  'the image is built from a clean tree and runs as its own user with a read-only file system',
  async () => {
    const run = (...words: string[]) => execFileSync(engine ?? '', words, { cwd: root, encoding: 'utf8' }).trim();
    const format = engine === 'podman' ? ['--format', 'docker'] : [];
    run('build', ...format, '-f', 'deploy/Containerfile', '-t', 'muster-test', '.');
    const limits = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '-p', '127.0.0.1::3000'];
    const id = run('run', '-d', '--rm', ...limits, 'muster-test');
    try {
      const url = `http://${run('port', id, '3000').split('\n')[0]}`;
      const health = () =>
        fetch(`${url}/healthz`).then(
          (answer) => answer.json(),
          () => undefined,
        );
      await expect.poll(health).toEqual({ status: 'ok', version: readPackage().version });
      expect(run('exec', id, 'id', '-u')).toBe('990');
      expect(run('exec', id, 'node', 'scripts/muster.cjs', 'version')).toContain(readPackage().version);
    } finally {
      run('stop', '--time', '15', id);
      run('rmi', 'muster-test');
    }
  },
  1_200_000,
);

test('the files of the image are enough for the service and its commands, which write only to the data folder', async () => {
  const app = join(scratchFolder('container'), 'app');
  mkdirSync(app);
  const copied = [...file.matchAll(/^COPY --from=build --chown=root:root \/app\/(\S+)/gm)].map(([, name = '']) => name);
  expect(copied).toContain('dist');
  for (const name of copied) {
    if (name === 'node_modules') symlinkSync(join(root, name), join(app, name));
    else cpSync(join(root, name), join(app, name), { recursive: true });
  }
  const before = listing(app);
  const [, program = ''] = /^CMD \["node", "(.+)"\]$/m.exec(file) ?? [];
  await using place = await emptyDatabase();
  {
    await using server = await startServer(place, {}, [process.execPath, join(app, program)]);
    expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({
      status: 'ok',
      version: readPackage().version,
    });
    const page = await fetch(server.url, { headers: { accept: 'text/html' } });
    expect([page.status, (await page.text()).includes('<div id="root">')]).toEqual([200, true]);
    const port = new URL(server.url).port;
    const [, check = ''] = /^HEALTHCHECK CMD (.+)$/m.exec(file) ?? [];
    const [, flag = '', code = ''] = JSON.parse(check) as string[];
    const healthy = await startToEnd([flag, code], { PORT: port });
    expect(healthy).toBe(0);
    expect(await startToEnd([flag, code], { PORT: '1' })).toBe(1);
  }
  expect(listing(app)).toEqual(before);
  rmSync(join(app, '..'), { recursive: true });
});

function startToEnd(words: readonly string[], env: Record<string, string>): Promise<number | null> {
  const child = spawn(process.execPath, words, { env, stdio: 'ignore' });
  return new Promise((resolve) => child.on('close', resolve));
}
