import { expect, test } from 'vitest';
import { demoCallers, demoEvent, fillDemo } from '../scripts/demo/data.ts';
import { keyring } from '../src/server/lib/seal.ts';
import { startTestApp, testClock } from './support/app.ts';
import { browserOf, createPerson } from './support/factories.ts';

const now = new Date('2026-06-01T09:00:00Z');

type Team = { tid: string; chiefs: object[]; members: object[] };

test('the demo event has three years, and 14 teams and 160 people in the last of them', async () => {
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

test('the counts of the demo event match its rows', () => {
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

test('its tasks, forms and travel money are what the API would have created', async () => {
  await using muster = await startTestApp({ clock: testClock(now) });
  await fillDemo(muster.db, now, muster.services.keys);
  const headers = await browserOf(muster, demoCallers().find(({ role }) => role === 'owner') ?? { uid: '' });
  const get = async (path: string) => (await muster.call({ url: `/api/projects/2026/${path}`, headers })).json();
  const tasks = (await get('tasks?limit=200')).data;
  expect(tasks.length).toBe(26);
  for (const { id, attendee_count } of tasks) {
    expect((await get(`tasks/${id}/attendees?limit=200`)).data.length).toBe(attendee_count);
  }
  for (const form of ['shirts', 'beds', 'travel', 'meals']) {
    const { response_count, open } = await get(`forms/${form}`);
    expect(open).toBe(true);
    const { data } = await get(`forms/${form}/responses?limit=200`);
    expect(data.length).toBe(response_count);
    const { answered, left } = await get(`forms/${form}/totals`);
    expect([answered + left, left]).toEqual([response_count, data.filter((one: { left: boolean }) => one.left).length]);
  }
  const passed: { state: string }[] = (await get('forms/travel/passed-on?kind=bank&limit=200')).data;
  expect([...new Set(passed.map(({ state }) => state))].toSorted()).toEqual(['given', 'missing', 'not_asked']);

  type Counted = { pid: string; people: number; no_shows: number };
  const years: Counted[] = (await get('statistics')).projects;
  expect(years.map(({ pid, people, no_shows }) => [pid, people + no_shows])).toEqual([
    ['2026', 0],
    ['today', 0],
    ['2025', 130],
    ['2024', 100],
  ]);
  const hours = await muster.call({ url: '/api/projects/2025/hours?limit=200', headers });
  const rows: { minutes: number; certificate: { minutes: number } | null }[] = hours.json().data;
  expect(rows.filter(({ certificate }) => certificate !== null).length).toBe(
    years.find(({ pid }) => pid === '2025')?.people,
  );
  for (const { minutes, certificate } of rows) expect(certificate?.minutes ?? 0).toBe(minutes);
});

test('it has a picture and a colour, and a small event that is running now', async () => {
  await using muster = await startTestApp({ clock: testClock(now) });
  await fillDemo(muster.db, now, muster.services.keys);
  const headers = await browserOf(muster, demoCallers().find(({ role }) => role === 'chief') ?? { uid: '' });
  const get = async (path: string) => (await muster.call({ url: `/api/projects/${path}`, headers })).json();
  const { colour, picture } = await get('2026');
  expect([colour, picture.width, picture.height]).toEqual(['#c2410c', 1200, 500]);
  const shown = await muster.call(picture.url);
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png']);
  const tasks: { starts_at: string; ends_at: string }[] = (await get('today/tasks?limit=200')).data;
  const at = now.toISOString();
  expect(tasks.filter(({ starts_at, ends_at }) => starts_at <= at && at < ends_at).length).toBe(2);
});
