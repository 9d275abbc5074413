import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyDatabase } from './support/database.ts';
import { launchToEnd, startServer } from './support/processes.ts';
import { scratchFolder } from './support/scratch.ts';

let folder: string;
beforeAll(() => {
  folder = scratchFolder('start');
  writeFileSync(join(folder, 'file'), 'in the way');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const key = '11'.repeat(32);
const unreachable = 'postgres://muster:hunter2@127.0.0.1:1/muster';

/** Exit code 1, one line that says what is wrong, no stack, no password. */
async function expectRefusal(env: Record<string, string>, reason: RegExp): Promise<void> {
  const { code, stderr, stdout } = await launchToEnd({ DATA_DIR: join(folder, 'data'), ...env });
  expect({ code, lines: stderr.trimEnd().split('\n').length, stderr }).toEqual({
    code: 1,
    lines: 1,
    stderr: expect.stringMatching(reason),
  });
  expect(stderr).toMatch(/^Muster cannot start: /);
  expect(stderr + stdout).not.toContain('hunter2');
  expect(stderr).not.toMatch(/\bat .*:\d+:\d+/);
}

test.concurrent.each<[string, () => Record<string, string>, RegExp]>([
  ['the port is not a number', () => ({ PORT: 'http' }), /PORT must be a whole number from 0 to 65535, not "http"/],
  ['the port is out of range', () => ({ PORT: '65536' }), /PORT must be .*, not "65536"/],
  [
    'a number is negative',
    () => ({ RATE_LIMIT_SCALE: '-1' }),
    /RATE_LIMIT_SCALE must be a whole number from 1 to 1000000, not "-1"/,
  ],
  ['a number is a fraction', () => ({ TOKEN_TTL_DAYS: '1.5' }), /TOKEN_TTL_DAYS must be .*, not "1.5"/],
  ['the base URL is no URL', () => ({ BASE_URL: 'muster.example' }), /BASE_URL is not a URL of the form http:/],
  [
    'the database is of another kind',
    () => ({ DATABASE_URL: 'mysql://a:hunter2@b/c' }),
    /DATABASE_URL is not a URL of the form postgres:/,
  ],
  [
    'the database is to be a standby',
    () => ({ DATABASE_URL: 'postgres://a:hunter2@b,c/d?target_session_attrs=standby' }),
    /target_session_attrs=standby, but Muster needs read-write or primary/,
  ],
  ['the mail URL is not SMTP', () => ({ SMTP_URL: 'http://a:hunter2@b' }), /SMTP_URL is not a URL of the form smtp:/],
  ['a variable with our prefix is unknown', () => ({ MUSTER_KEYS: key }), /MUSTER_KEYS is not a Muster setting/],
  ['the e-mail hash is unknown', () => ({ EMAIL_HASH: 'sha1' }), /EMAIL_HASH must be one of sha256, md5, not "sha1"/],
  [
    'the administrator is no e-mail address',
    () => ({ ADMIN_EMAIL: 'ada' }),
    /ADMIN_EMAIL must be a comma-separated list of email addresses; "ada" is not one/,
  ],
  ['PostgreSQL has no key', () => ({ DATABASE_URL: unreachable }), /MUSTER_KEY is missing/],
  ['the key is too short', () => ({ MUSTER_KEY: '11' }), /must be 64 hexadecimal digits/],
  [
    'the metrics token is too short',
    () => ({ METRICS_TOKEN: 'hunter2-hunter2' }),
    /METRICS_TOKEN must have at least 16 characters/,
  ],
  ['an old key is too short', () => ({ MUSTER_KEY: `${key},11` }), /must be 64 hexadecimal digits/],
  [
    'PostgreSQL is not reachable',
    () => ({ DATABASE_URL: unreachable, MUSTER_KEY: key }),
    /cannot connect to DATABASE_URL/,
  ],
  ['the host address is not local', () => ({ HOST: '192.0.2.1' }), /cannot listen at HOST/],
  [
    'the data directory is a file',
    () => ({ DATA_DIR: join(folder, 'file') }),
    /DATA_DIR .* is not writable \(EEXIST\)/,
  ],
  [
    'the data directory is below a file',
    () => ({ DATA_DIR: join(folder, 'file', 'data') }),
    /DATA_DIR .* is not writable \(ENOTDIR\)/,
  ],
])('exits with one clear line when %s', async (_name, env, reason) => {
  await expectRefusal(env(), reason);
});

test('exits with one clear line when the port is in use', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await expectRefusal({ PORT: String(port) }, /the port is in use by another program; set PORT to a free one/);
  await new Promise((resolve) => server.close(resolve));
});

test('exits with one clear line when the database file is not a database, and leaves the file unchanged', async () => {
  const data = join(folder, 'not-a-database');
  mkdirSync(data);
  writeFileSync(join(data, 'muster.db'), 'This is a letter to the operator.'.repeat(200));
  const before = readFileSync(join(data, 'muster.db'));
  await expectRefusal(
    { DATA_DIR: data },
    /the database in DATA_DIR .*not-a-database cannot be used: file is not a database/,
  );
  expect(readFileSync(join(data, 'muster.db')).equals(before)).toBe(true);
});

test('exits with one clear line when the key file is damaged', async () => {
  const data = join(folder, 'damaged-key');
  mkdirSync(data);
  writeFileSync(join(data, 'muster.key'), 'oops');
  await expectRefusal({ DATA_DIR: data }, /must be 64 hexadecimal digits/);
});

test('the first start creates its directory and key, readable by the owner only, and prints a set-up link', async () => {
  await using place = await emptyDatabase('sqlite');
  const data = join(place.folder, 'deep', 'data');
  await using server = await startServer(place, { DATA_DIR: data, MUSTER_KEY: '' });
  const [link] = await server.waitForLogLine(/Set-up link: http:\/\/localhost:0\/sign-in#token=setup_[0-9a-z]{52}/);
  expect(link).toBeTruthy();
  expect((statSync(data).mode & 0o777).toString(8)).toBe('700');
  expect((statSync(join(data, 'muster.key')).mode & 0o777).toString(8)).toBe('600');
  expect(readFileSync(join(data, 'muster.key'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
  const { stdout, stderr } = await server.stop();
  for (const line of stdout.split('\n')) expect(() => JSON.parse(line) as unknown).not.toThrow();
  expect(stderr).toBe('');
});

/** A Node in PATH, outside of node_modules, that is too old for Muster. */
function oldNode(): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((entry) => entry !== '' && !entry.includes('node_modules'))
    .map((entry) => join(entry, 'node'))
    .find((path) => {
      try {
        return Number(execFileSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' }).split('.')[0]) < 24;
      } catch {
        return false;
      }
    });
}

const old = oldNode();
const root = fileURLToPath(new URL('..', import.meta.url));
const scripts = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> })
  .scripts;

test.skipIf(old === undefined).each(['start', 'demo', 'test', 'bench', 'muster'])(
  'npm run %s on an old Node says in one line which version is needed (skipped where no old Node is installed)',
  (name) => {
    const env = { PATH: [dirname(old ?? ''), '/usr/bin', '/bin'].join(delimiter) };
    const { status, stderr, stdout } = spawnSync('sh', ['-c', scripts[name] ?? ''], {
      cwd: root,
      env,
      encoding: 'utf8',
    });
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^Muster needs Node 24 or later, but this is v\d+\.\d+\.\d+\. .*\n$/),
    });
  },
);

test('the Node version that runs Muster passes the check', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/require-node.cjs'], { cwd: root, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
