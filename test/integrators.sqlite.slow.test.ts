import { execFile, spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokenScopes } from '../src/server/auth/scopes.ts';
import { cursorOf } from '../src/server/features/changes/changes.policy.ts';
import { createLink } from '../src/server/features/sign-in/sign-in.service.ts';
import { signedHeaders } from '../src/server/features/webhooks/signing.policy.ts';
import { useApp } from './support/app.ts';
import { bearer, browserOf, createTask } from './support/factories.ts';
import { freePort } from './support/servers/postgres-server.ts';
import { createCrew } from './support/world.ts';
import type { Crew } from './support/world.ts';

/** The package as other projects install it, and every example of docs/integrators.md, against a real server. */
const muster = useApp();
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'muster-client-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let crew: Crew;
let env: NodeJS.ProcessEnv;
const guide = readFileSync(join(root, 'docs/integrators.md'), 'utf8');

/** Not synchronously: the server is in this process. */
const run = async (program: string, args: readonly string[], cwd = folder, more = {}): Promise<string> =>
  (await promisify(execFile)(program, args, { cwd, env: { ...env, ...more }, timeout: 100_000 })).stdout;
const compiler = join(root, 'node_modules/typescript/bin/tsc');
/** TypeScript 5 is there because the generator of generated-client.sqlite.test.ts needs it. */
const olderCompiler = join(root, 'node_modules/oazapfts/node_modules/typescript/bin/tsc');

beforeAll(async () => {
  const url = await muster.app.listen({ port: 0, host: '127.0.0.1' });
  crew = await createCrew(muster);
  const headers = await browserOf(muster, crew.owner);
  const scopes = [
    'people:read',
    'contacts:read',
    'teams:write',
    'invitations:write',
    'tasks:read',
    'tasks:write',
    'changes:read',
  ];
  const ends_at = new Date(muster.clock.now().getTime() + 86_400_000).toISOString();
  const payload = { name: 'Bot', scopes, ends_at };
  const { token } = (
    await muster.call({ method: 'POST', url: `/api/projects/${crew.pid}/service-accounts`, headers, payload })
  ).json();
  env = { ...process.env, MUSTER_URL: url, MUSTER_TOKEN: token, MUSTER_PROJECT: crew.pid };
  const source = join(root, 'packages/client');
  await run(process.execPath, [compiler, '-p', source]);
  const packed = await run('npm', ['pack', '--silent', '--pack-destination', folder], source);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${packed.trim()}`]);
  for (const [, name = '', code = ''] of guide.matchAll(/<!-- runs: (\S+) -->\n```\w+\n(.*?)```/gs))
    writeFileSync(join(folder, name), code);
});

/** Also those that are installed on this machine, which are often older. */
const installed = ['/usr/bin/node', '/usr/local/bin/node'];
const nodes = [process.execPath, ...installed.filter((path) => spawnSync(path, ['--version']).status === 0)];
const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.warn('python3 is not installed: the Python examples are not tested');
const pythons = hasPython ? ['python3'] : [];

test('the guide lists every scope with its meaning', () => {
  const rows = [...guide.matchAll(/^\| `([a-z:]+)` \| (.+) \|$/gm)].map(([, scope, meaning]) => [scope, meaning]);
  const expected = [...Object.entries(tokenScopes), ['private:read', expect.stringMatching(/^personal tokens only/)]];
  expect(rows.slice(0, expected.length)).toEqual(expected);
});

test('personal token: token.mjs exchanges one-time credentials', async () => {
  const headers = await browserOf(muster, crew.owner);
  const credentials = (await muster.call({ method: 'POST', url: '/api/me/exchange-credentials', headers })).json();
  const { username: MUSTER_USERNAME, password: MUSTER_PASSWORD } = credentials;
  const token = (await run(process.execPath, ['token.mjs'], folder, { MUSTER_USERNAME, MUSTER_PASSWORD })).trim();
  const { data } = (await muster.call({ url: '/api/me/tokens', headers: bearer(token) })).json();
  expect(data).toContainEqual(expect.objectContaining({ name: 'My script', scope: 'write' }));
});

test('service account: account.mjs creates one with a sign-in link and ends its session', async () => {
  const { config, clock } = muster.services;
  const wanted = { purpose: 'sign_in', email: crew.owner.email, seconds: 900 } as const;
  const MUSTER_LINK = await muster.db.transaction((trx) => createLink(trx, config, clock, wanted));
  const sessions = () => muster.db.read.selectFrom('sessions').select('id').where('uid', '=', crew.owner.uid).execute();
  const before = await sessions();
  const token = (await run(process.execPath, ['account.mjs'], folder, { MUSTER_LINK })).trim();
  expect((await muster.call({ url: `/api/projects/${crew.pid}/tasks`, headers: bearer(token) })).statusCode).toBe(200);
  expect(await sessions()).toEqual(before);
});

test('following: follow.mjs goes on behind its last change after a restart, and stops when asked to', async () => {
  const start = () =>
    spawn(process.execPath, ['follow.mjs'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const rename = (headcount: number) => crew.as(crew.owner, 'PATCH', 'teams/venue', { headcount });
  const stop = async (program: ChildProcess, said: () => string[]) => {
    program.kill('SIGTERM');
    await expect.poll(said).toContain('stopped');
  };
  const first = start();
  await expect.poll(() => existsSync(join(folder, 'cursor.txt'))).toBe(true);
  await rename(40);
  const saidFirst = linesOf(first);
  await expect.poll(saidFirst).toContain('team.changed');
  await stop(first, saidFirst);
  await rename(41);
  await rename(42);
  const second = start();
  const saidSecond = linesOf(second);
  await expect.poll(saidSecond).toEqual(['team.changed', 'team.changed', '']);
  await stop(second, saidSecond);
});

test('the package contains compiled modules with types, and nothing else', () => {
  const { dependencies, exports } = JSON.parse(
    readFileSync(join(folder, 'node_modules/@muster/client/package.json'), 'utf8'),
  );
  expect(dependencies).toBeUndefined();
  expect(Object.keys(exports)).toEqual(['.', './changes', './pages']);
  const code = readFileSync(join(folder, 'node_modules/@muster/client/dist/changes.js'), 'utf8');
  expect([...code.matchAll(/from '(.*?)'/g)].map(([, from]) => from)).toEqual(['./client.js']);
});

test.each([
  ['7', compiler],
  ['5', olderCompiler],
])('its types are those of the API: TypeScript %s', async (version, program) => {
  expect(await run(process.execPath, [program, '--version'])).toMatch(`Version ${version}.`);
  writeFileSync(
    join(folder, 'typed.ts'),
    `import { createClient } from '@muster/client';
    import { followChanges } from '@muster/client/changes';
    import { allOf } from '@muster/client/pages';
    const client = createClient({ baseUrl: '', token: '' });
    for await (const team of allOf((query) => client.call('list_teams', { path: { pid: '2026' }, query }))) {
      const name: string = team.name;
      // @ts-expect-error there is no such field
      name + team.nmae;
    }
    for await (const { kind } of followChanges({ baseUrl: '', after: 'latest' })) kind satisfies string;
    // @ts-expect-error the project is missing
    await client.call('list_teams', {});`,
  );
  const compilerOptions = { noEmit: true, strict: true, module: 'nodenext', lib: ['es2022', 'dom'], types: [] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['typed.ts'] }));
  await run(process.execPath, [program, '-p', folder]);
});

test.each(nodes)(
  'the start: addresses.mjs lists the groups, and the addresses of those of one who agreed, with %s',
  async (program) => {
    const groups = (await run(program, ['addresses.mjs'])).trim().split('\n');
    expect(groups).toEqual(['staff', 'chiefs', 'team:press', 'chiefs:press', 'team:venue', 'chiefs:venue']);
    expect(await run(program, ['addresses.mjs', 'chiefs:press'])).toBe('');
    for (const who of [crew.chief, crew.member]) await crew.inBrowser(who, 'PUT', 'my-groups', { agrees: true });
    expect((await run(program, ['addresses.mjs', 'team:venue'])).trim().split('\n').toSorted()).toEqual(
      [crew.chief.email, crew.member.email].toSorted(),
    );
  },
);

test.each(nodes)('invitations: invite.mjs sends a whole list again and again, with %s', async (program) => {
  writeFileSync(join(folder, 'venue.txt'), `new@example.org\n\n${crew.member.email}\nnobody\n`);
  const send = async () => (await run(program, ['invite.mjs', 'venue', 'venue.txt'])).trim().split('\n');
  const others = [`already_member ${crew.member.email}`, 'invalid nobody'];
  await send();
  expect(await send()).toEqual(['already_invited new@example.org', ...others]);
});

test('the start has at most 20 lines', () => {
  const [, code = ''] = /<!-- runs: addresses\.mjs -->\n```js\n(.*?)```/s.exec(guide) ?? [];
  expect(code.trim().split('\n').length).toBeLessThanOrEqual(20);
});

test.each([...nodes.map((node) => [node, 'staff-page.mjs']), ...pythons.map((python) => [python, 'staff_page.py'])])(
  'staff page: %s %s',
  async (program = '', file = '') => {
    expect((await run(program, [file])).trim().split('\n')).toEqual([
      '<h2>Team 1</h2>',
      '<p>Chen</p>',
      '<p>Mia</p>',
      '<h2>Team 2</h2>',
      '<p>Otto</p>',
    ]);
  },
);

test.each([...nodes.map((node) => [node, 'bot.mjs']), ...pythons.map((python) => [python, 'bot.py'])])(
  'chat bot: %s %s',
  async (program = '', file = '') => {
    const task = await createTask(muster, crew.pid, { tid: 'venue', title: 'Desk', capacity: 3 });
    const bot = spawn(program, [file], { cwd: folder, env, stdio: ['pipe', 'pipe', 'inherit'] });
    try {
      const said = linesOf(bot);
      const tell = (line: string) => bot.stdin?.write(`${line}\n`);
      tell(`assign ${task} nobody@example.org`);
      await expect.poll(said).toContain('Nobody here has the address nobody@example.org.');
      tell(`assign ${task} ${crew.member.email}`);
      await expect.poll(() => said().join('\n')).toContain('Mia is on Desk now');
      await expect.poll(said).toContain(`changed: attendance.added ${task}`);
      tell(`assign ${task}x ${crew.member.email}`);
      await expect.poll(() => said().join('\n')).toContain('(not_found)');
    } finally {
      bot.kill();
      await crew.as(crew.owner, 'DELETE', `tasks/${task}?force=true`);
    }
  },
  60_000,
);

test.each(pythons)('stream: %s stream.py', async (program) => {
  const stream = spawn(program, ['stream.py'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const said = linesOf(stream);
    // Until it is connected, it misses what happens.
    const rename = () => crew.as(crew.owner, 'PATCH', 'teams/press', { headcount: Math.floor(Math.random() * 1000) });
    await expect.poll(async () => (await rename(), said()), { interval: 200 }).toContain('team.changed');
  } finally {
    stream.kill();
  }
});

test('webhooks: webhook.mjs and webhook.py take what Muster signs, and nothing else', async () => {
  const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
  const body = '{"type":"team.changed","data":{"subject":{"tid":"venue"}}}';
  const signed = (text: string) =>
    signedHeaders([secret], { id: 'one', body: text, atSeconds: Math.floor(Date.now() / 1000) });
  symlinkSync(join(root, 'node_modules/standardwebhooks'), join(folder, 'node_modules/standardwebhooks'));
  const PORT = String(await freePort());
  const own = { ...env, MUSTER_WEBHOOK_SECRET: secret, PORT };
  const program = spawn(process.execPath, ['webhook.mjs'], {
    cwd: folder,
    env: own,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const said = linesOf(program);
    const send = (headers: Record<string, string>) =>
      fetch(`http://127.0.0.1:${PORT}/`, { method: 'POST', headers, body }).then(({ status }) => status);
    await expect.poll(() => send(signed(body)).catch(() => 0)).toBe(204);
    expect(await send(signed(body))).toBe(204);
    expect(await send(signed(`${body} `))).toBe(400);
    await breakOff(Number(PORT));
    expect(await send(signed(body))).toBe(204);
    // Once: it has the same id.
    await expect.poll(said).toEqual(["team.changed { tid: 'venue' }", '']);
  } finally {
    program.kill();
  }
  const check =
    'import json, sys; from webhook import is_genuine; print(is_genuine(json.loads(sys.argv[1]), sys.argv[2].encode()))';
  const judge = (python: string, headers: object) =>
    run(python, ['-c', check, JSON.stringify(headers), body], folder, own);
  const wrong = [signed(`${body} `), ...['1', 'soon'].map((at) => ({ ...signed(body), 'webhook-timestamp': at })), {}];
  for (const python of pythons) {
    expect(await judge(python, signed(body))).toBe('True\n');
    expect(await Promise.all(wrong.map((headers) => judge(python, headers)))).toEqual(wrong.map(() => 'False\n'));
  }
});

/** A request that ends in the middle of its body. */
async function breakOff(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.end('POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{');
  socket.resume();
  await once(socket, 'close');
}

function linesOf(process: ChildProcess): () => string[] {
  let text = '';
  process.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return () => text.split('\n');
}

test.each([...nodes.map((node) => [node, 'sync.mjs']), ...pythons.map((python) => [python, 'sync.py'])])(
  'sync: %s %s',
  async (program = '', file = '') => {
    const groups = () => JSON.parse(readFileSync(join(folder, 'groups.json'), 'utf8')).groups;
    const member = `teams/press/members/${crew.stranger.uid}`;
    rmSync(join(folder, 'groups.json'), { force: true });
    expect(await run(program, [file])).toBe('updated\n');
    expect(groups()['team:press']).toEqual([crew.otherChief.email]);
    expect(await run(program, [file])).toBe('nothing to do\n');
    await crew.as(crew.owner, 'PUT', member);
    expect(await run(program, [file])).toBe('updated\n');
    expect(groups()['team:press']).toEqual([crew.otherChief.email, crew.stranger.email]);
    expect(Object.keys(groups())).toEqual([
      'staff',
      'chiefs',
      'team:press',
      'chiefs:press',
      'team:venue',
      'chiefs:venue',
    ]);
    await crew.as(crew.owner, 'DELETE', member);
    const groupsBefore = groups();
    const old = cursorOf({ seq: 1, atMs: muster.clock.now().getTime() - 40 * 86_400_000 });
    writeFileSync(join(folder, 'groups.json'), JSON.stringify({ cursor: old, groups: {} }));
    expect(await run(program, [file])).toBe('updated\n');
    expect(groups()).toEqual({ ...groupsBefore, 'team:press': [crew.otherChief.email], staff: expect.any(Array) });
    expect(await run(program, [file])).toBe('nothing to do\n');
  },
);
