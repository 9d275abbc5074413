import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { useApp } from './support/app.ts';
import { createCrew } from './support/world.ts';

/** openapi.json is good enough for a generator that knows nothing of Muster: oazapfts. */
const muster = useApp();
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'muster-generated-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const program = `
import * as api from './api.ts';

const { MUSTER_URL = '', MUSTER_TOKEN = '', MUSTER_PROJECT: pid = '', MUSTER_PERSON: uid = '' } = process.env;
api.defaults.baseUrl = MUSTER_URL;
const seen: unknown[] = [];

const listing = await api.listMembers(pid);
if (listing.status === 200) seen.push(listing.data.data.map((team: api.TeamEntry) => team.name));
const refused = await api.getMe();
if (refused.status === 401) seen.push(refused.data.code);

api.defaults.headers = { authorization: \`Bearer \${MUSTER_TOKEN}\` };
const times = { starts_at: '2027-08-01T08:00:00Z', ends_at: '2027-08-01T10:00:00Z' };
const task = await api.createTask(pid, { title: 'Doors', capacity: 2, tid: 'venue', ...times }, { idempotencyKey: 'one' });
if (task.status !== 201) throw new Error(task.data.detail);
seen.push((await api.addAttendee(pid, task.data.id, uid)).status);
const changed = await api.changeTask(pid, task.data.id, { title: 'Gates' }, { ifMatch: '"0"' });
seen.push(changed.status);
const tasks = await api.listTasks(pid, { limit: 1, tid: 'venue', open: true });
if (tasks.status === 200) seen.push(tasks.data.data.map(({ title, open_places }) => ({ title, open_places })));
const changes = await api.readChanges({ project: pid });
if (changes.status === 200) seen.push(changes.data.data.map(({ kind }) => kind));

// @ts-expect-error the title is missing
api.createTask satisfies (pid: string, task: { capacity: number }) => unknown;
console.log(JSON.stringify(seen));
`;

test('a client that another generator makes from the document compiles and works', async () => {
  const crew = await createCrew(muster);
  const env = {
    ...process.env,
    MUSTER_URL: await muster.app.listen({ port: 0, host: '127.0.0.1' }),
    MUSTER_TOKEN: crew.owner.headers.authorization.slice('Bearer '.length),
    MUSTER_PROJECT: crew.pid,
    MUSTER_PERSON: crew.member.uid,
  };
  const run = (args: readonly string[]) => promisify(execFile)(process.execPath, args, { cwd: folder, env });
  const tool = (path: string) => join(root, 'node_modules', path);
  symlinkSync(tool(''), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'use.ts'), program);
  await run([tool('oazapfts/dist/cli.js'), join(root, 'openapi.json'), 'api.ts']);
  const options = [
    '--strict',
    '--noEmit',
    '--allowImportingTsExtensions',
    '--module',
    'nodenext',
    '--target',
    'es2024',
  ];
  await run([tool('typescript/bin/tsc'), ...options, '--types', 'node', 'use.ts']);
  const { stdout } = await run(['use.ts']);
  expect(JSON.parse(stdout)).toEqual([
    ['Team 1', 'Team 2'],
    'not_signed_in',
    204,
    412,
    [{ title: 'Doors', open_places: 1 }],
    ['task.created', 'attendance.added'],
  ]);
});
