import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { browserOf, createRows } from '../../../../../test/support/factories.ts';
import { createCrew, createMembers } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';

const muster = useApp();
let crew: Crew;

beforeEach(async () => {
  crew = await createCrew(muster);
});

type Item = {
  id: string;
  event: { kind: string; token: string | null } | null;
  received: { notice: { kind: string }; delivery: { state: string } } | null;
};

const inHours = (hours: number): string => new Date(muster.clock.now().getTime() + hours * 3_600_000).toISOString();
const page = async (who: Caller, uid: string, query = '') =>
  (await crew.as(who, 'GET', `people/${uid}/timeline?${query}`)).json<{ data: Item[]; next: string | null }>();
const kindsOf = async (who: Caller, uid: string, query = ''): Promise<string[]> =>
  (await page(who, uid, query)).data.map(({ event, received }) => event?.kind ?? `got ${received?.notice.kind}`);
const createTask = async (tid: string | null, more: object = {}): Promise<string> =>
  (
    await crew.as(crew.owner, 'POST', 'tasks', {
      title: 'Desk',
      tid,
      starts_at: inHours(100),
      ends_at: inHours(102),
      capacity: 9,
      ...more,
    })
  ).json().id;

/** Mia is moved to the press, gets a task of each team, a message and a tag. */
async function happen(): Promise<void> {
  const { uid } = crew.member;
  await crew.as(crew.owner, 'PUT', `teams/press/members/${uid}`);
  await crew.as(crew.chief, 'PUT', `tasks/${await createTask('venue')}/attendees/${uid}`);
  await crew.as(crew.owner, 'POST', 'people/tags', { uids: [uid], add: ['driver'] });
  const message = { audience: { uids: [uid] }, subject: 'Hello', body: 'Hello' };
  const { id } = (await crew.as(crew.chief, 'POST', 'messages', message)).json();
  expect((await crew.as(crew.chief, 'POST', `messages/${id}/send`)).statusCode).toBeLessThan(300);
  await muster.services.outbox.drain();
}

test('owners see what happened to a person and what they were sent, newest first and page by page', async () => {
  await happen();
  const all = await kindsOf(crew.owner, crew.member.uid);
  expect(all.filter((kind) => !kind.startsWith('got '))).toEqual(['person.tagged', 'attendance.added', 'member.added']);
  expect(all).toEqual(expect.arrayContaining(['got message', 'got task.added', 'got team.added']));
  const paged: string[] = [];
  for (let cursor = ''; ;) {
    const { data, next } = await page(crew.owner, crew.member.uid, `limit=2${cursor}`);
    paged.push(...data.map(({ id }) => id));
    if (next === null) break;
    cursor = `&cursor=${next}`;
  }
  const whole = (await page(crew.owner, crew.member.uid)).data.map(({ id }) => id);
  expect(paged).toEqual(whole);
  expect(whole).toEqual(whole.toSorted().toReversed());
});

test('chiefs see their own teams, and the tasks of people in them; not tags, nor other teams', async () => {
  await happen();
  const venue = await kindsOf(crew.chief, crew.member.uid);
  expect(venue).toContain('attendance.added');
  expect(venue).not.toContain('person.tagged');
  expect(venue).not.toContain('member.added');
  const press = await kindsOf(crew.otherChief, crew.member.uid);
  expect(press).toContain('member.added');
  expect(press).not.toContain('got message');
});

test('it names no credential, and nobody sees people whom they do not lead', async () => {
  await happen();
  const { data } = await page(crew.owner, crew.member.uid);
  expect(data.flatMap(({ event }) => event?.token ?? [])).toEqual([]);
  for (const who of [crew.member, crew.stranger])
    expect((await crew.as(who, 'GET', `people/${crew.member.uid}/timeline`)).statusCode).toBe(403);
  expect((await crew.as(crew.chief, 'GET', `people/${crew.otherChief.uid}/timeline`)).statusCode).toBe(404);
  expect((await crew.as(crew.owner, 'GET', `people/${crew.stranger.uid}/timeline`)).statusCode).toBe(404);
  expect((await crew.as(undefined, 'GET', `people/${crew.member.uid}/timeline`)).statusCode).toBe(401);
});

test('one page takes as many queries for many entries as for one', async () => {
  const count = async () => {
    const before = muster.db.queryCount();
    await page(crew.owner, crew.member.uid);
    return muster.db.queryCount() - before;
  };
  await crew.as(crew.chief, 'PUT', `tasks/${await createTask('venue')}/attendees/${crew.member.uid}`);
  const one = await count();
  for (const _ of [1, 2, 3])
    await crew.as(
      crew.chief,
      'PUT',
      `tasks/${await createTask('venue', { title: 'More' })}/attendees/${crew.member.uid}`,
    );
  expect(await count()).toBe(one);
});

const noteOf = (who: Caller, uid: string) => crew.as(who, 'GET', `people/${uid}/note`);
const write = (who: Caller, note: string, headers: Record<string, string> = {}) =>
  crew.as(who, 'PUT', `people/${crew.member.uid}/note`, { note }, headers);

test('organisers share one note about a person, which the person finds in the export only', async () => {
  expect((await noteOf(crew.chief, crew.member.uid)).json()).toEqual({ note: '', changed_by: null, changed_at: null });
  expect((await write(crew.chief, 'Prefers mornings.')).json()).toMatchObject({
    note: 'Prefers mornings.',
    changed_by: 'Chen',
  });
  expect((await noteOf(crew.owner, crew.member.uid)).json()).toMatchObject({ note: 'Prefers mornings.' });
  expect((await noteOf(crew.otherChief, crew.member.uid)).statusCode).toBe(404);
  expect((await write(crew.otherChief, 'x')).statusCode).toBe(404);
  for (const who of [crew.member, crew.stranger]) expect((await noteOf(who, crew.member.uid)).statusCode).toBe(403);
  expect((await noteOf(crew.chief, crew.chief.uid)).statusCode).toBe(403);
  expect((await noteOf(crew.owner, crew.stranger.uid)).statusCode).toBe(404);
  const exported = await muster.call({ url: '/api/me/export', headers: await browserOf(muster, crew.member) });
  expect(exported.json().notes).toEqual([{ pid: crew.pid, note: 'Prefers mornings.', changed_at: expect.any(String) }]);
  expect((await page(crew.owner, crew.member.uid)).data[0]?.event?.kind).toBe('person.noted');
});

test('two who change the note notice each other, and the log does not say what it says', async () => {
  const tag = (await noteOf(crew.owner, crew.member.uid)).headers.etag ?? '';
  expect((await write(crew.owner, 'One', { 'if-match': tag })).statusCode).toBe(200);
  expect((await write(crew.chief, 'Two', { 'if-match': tag })).statusCode).toBe(412);
  expect((await write(crew.owner, 'x'.repeat(2001))).statusCode).toBe(400);
  expect((await write(crew.owner, '')).json()).toMatchObject({ note: '' });
  const entries = await muster.db.read
    .selectFrom('audit')
    .select('detail')
    .where('kind', '=', 'person.noted')
    .where('pid', '=', crew.pid)
    .execute();
  expect(entries).toEqual([{ detail: '{}' }, { detail: '{}' }]);
});

test('deputies who recruit read and write notes; other deputies do not', async () => {
  const ends_at = inHours(10);
  const [deputy] = await createMembers(muster, crew.pid, 'press', 1);
  if (deputy === undefined) throw new Error('expected a person');
  const give = (uid: string, role: 'recruiting' | 'viewer') =>
    createRows(muster, { grants: [{ pid: crew.pid, uid, role, ends_at, granted_by: crew.owner.uid }] });
  await give(deputy.uid, 'recruiting');
  await give(crew.stranger.uid, 'viewer');
  expect((await write(deputy, 'Drives a van.')).statusCode).toBe(200);
  expect((await noteOf(crew.stranger, crew.member.uid)).statusCode).toBe(403);
});
