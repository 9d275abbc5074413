import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { demoCallers, demoEvent, fillDemo } from '../scripts/demo-data.ts';
import { keyring } from '../src/server/lib/seal.ts';
import { startTestApp, testClock } from './support/app.ts';
import { browserOf, createPerson } from './support/factories.ts';
import { freePort } from './support/postgres-server.ts';
import { scratchFolder } from './support/scratch.ts';

const now = new Date('2026-06-01T09:00:00Z');

type Team = { tid: string; chiefs: object[]; members: object[] };

test('the made-up event has three years, 14 teams and 160 people in the last of them', async () => {
  await using muster = await startTestApp();
  expect(await fillDemo(muster.db, now, muster.services.keys)).toBe(true);
  expect(await fillDemo(muster.db, now, muster.services.keys)).toBe(false);
  const listing = async (pid: string): Promise<Team[]> => (await muster.call(`/api/members/${pid}`)).json().data;
  expect((await listing('2024')).length).toBe(10);
  expect((await listing('2025')).length).toBe(12);
  const teams = await listing('2026');
  expect(teams.length).toBe(14);
  for (const { chiefs, members } of teams) expect(members.length).toBeGreaterThan(chiefs.length);

  const { people, memberships } = demoEvent(now, keyring([new Uint8Array(32)]));
  const in2026 = memberships.filter(({ pid }) => pid === '2026').map(({ uid }) => uid);
  expect(new Set(in2026).size).toBe(160);
  const earlier = new Set(memberships.filter(({ pid }) => pid !== '2026').map(({ uid }) => uid));
  expect(in2026.filter((uid) => earlier.has(uid)).length).toBe(80);
  const unseen = people.filter(({ listing, suspended_at }) => listing === 'hidden' || (suspended_at ?? null) !== null);
  const shown = teams.flatMap(({ members }) => members);
  expect(shown.length).toBe(160 - unseen.filter(({ uid }) => in2026.includes(uid)).length);
  expect(shown.length).toBeLessThan(160);
  expect(people.filter(({ suspended_at }) => (suspended_at ?? null) !== null).length).toBe(1);
  expect(JSON.stringify(shown)).toMatch(/\p{Script=Han}/u);
  expect(JSON.stringify(shown)).toMatch(/Lindström/);
});

test('the counts of the event are those of its rows', () => {
  const { teams, memberships } = demoEvent(now, keyring([new Uint8Array(32)]));
  for (const { pid, tid, member_count, headcount } of teams) {
    const rows = memberships.filter((row) => row.pid === pid && row.tid === tid);
    expect({ pid, tid, member_count }).toEqual({ pid, tid, member_count: rows.length });
    expect(headcount).toBeGreaterThanOrEqual(rows.length);
  }
});

test("a real installation's data are left alone", async () => {
  await using muster = await startTestApp();
  await createPerson(muster);
  await expect(fillDemo(muster.db, now, muster.services.keys)).rejects.toThrow('another installation');
});

async function runDemo(folder: string) {
  const port = await freePort();
  const child = spawn(process.execPath, [fileURLToPath(new URL('../scripts/demo.ts', import.meta.url))], {
    env: { PATH: process.env['PATH'], DATA_DIR: folder, PORT: String(port), DATABASE_URL: 'postgres://nowhere/real' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let text = '';
  for await (const part of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += part;
    if (text.includes('Each link works once')) break;
  }
  child.stdout.resume();
  const links = [...text.matchAll(/Sign in as (\w+) .*:\n\s+(\S+)#token=(\S+)/g)].map(([, role, page, token]) => ({
    role,
    page,
    token,
  }));
  const stop = async () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { base: `http://127.0.0.1:${port}`, port, links, stop };
}

test('the demo prints a working link for each kind of caller, and new ones at the next start', async () => {
  const folder = scratchFolder('demo');
  try {
    for (const start of ['first', 'second']) {
      const demo = await runDemo(folder);
      expect(demo.links.map(({ role }) => role)).toEqual(['administrator', 'owner', 'chief', 'volunteer']);
      const callers = [];
      for (const { page, token } of demo.links) {
        expect(page).toBe(`http://localhost:${demo.port}/sign-in`);
        const signedIn = await fetch(`${demo.base}/api/sign-in`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ token }),
        });
        expect({ start, status: signedIn.status }).toEqual({ start, status: 200 });
        const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
        callers.push(await (await fetch(`${demo.base}/api/me`, { headers: { cookie } })).json());
      }
      const [administrator, owner, chief, volunteer] = callers;
      expect(callers.map(({ email }) => email)).toEqual(demoCallers().map(({ email }) => email));
      expect(administrator.roles).toEqual(['administrator']);
      expect(owner.projects.map((project: { owner: boolean }) => project.owner)).toEqual([true, true, true]);
      expect(chief.projects[0]).toMatchObject({ pid: '2026', owner: false, teams: [{ tid: 'venue', role: 'chief' }] });
      expect(volunteer.projects[0]).toMatchObject({ pid: '2026', teams: [{ tid: 'venue', role: 'member' }] });
      expect(await demo.stop()).toBe(0);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('its tasks, forms and travel money are what the API itself would have made', async () => {
  await using muster = await startTestApp({ clock: testClock(now) });
  await fillDemo(muster.db, now, muster.services.keys);
  const headers = await browserOf(muster, demoCallers().find(({ role }) => role === 'owner') ?? { uid: '' });
  const get = async (path: string) => (await muster.call({ url: `/api/projects/2026/${path}`, headers })).json();
  const tasks = (await get('tasks?limit=200')).data;
  expect(tasks.length).toBe(18);
  for (const { id, attendee_count } of tasks) {
    expect((await get(`tasks/${id}/attendees?limit=200`)).data.length).toBe(attendee_count);
  }
  for (const form of ['shirts', 'beds', 'travel', 'meals']) {
    const { response_count, open } = await get(`forms/${form}`);
    expect(open).toBe(true);
    const { data } = await get(`forms/${form}/responses?limit=200`);
    expect(data.length).toBe(response_count);
    const { answered } = await get(`forms/${form}/totals`);
    expect(answered).toBe(response_count);
  }
  const passed: { state: string }[] = (await get('forms/travel/passed-on?kind=bank&limit=200')).data;
  expect([...new Set(passed.map(({ state }) => state))].toSorted()).toEqual(['given', 'missing', 'not_asked']);
});
