import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { browserOf, createPerson } from '../../../../test/support/factories.ts';
import { createCrew, createMembers } from '../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../test/support/world.ts';
import { maxTagsOfPerson, maxTagsOfProject } from '../../../shared/limits.ts';

const muster = useApp();
let crew: Crew;
beforeEach(async () => {
  crew = await createCrew(muster);
});

const change = (uids: readonly string[], changes: object, who: Caller = crew.owner) =>
  crew.as(who, 'POST', 'people/tags', { uids, ...changes });
const tagsOf = async (who: Caller) => (await crew.as(crew.owner, 'GET', `people/${who.uid}`)).json().tags;
const names = async (query: string, who: Caller = crew.owner) =>
  (await crew.as(who, 'GET', `people?${query}`)).json().data.map(({ name }: { name: string }) => name);
const audited = () =>
  muster.db.read
    .selectFrom('audit')
    .select(['subject', 'detail'])
    .where('pid', '=', crew.pid)
    .where('kind', '=', 'person.tagged')
    .orderBy('id')
    .execute();

test('owners give tags to several people; different spellings are one tag', async () => {
  const { member, chief } = crew;
  const first = await change([member.uid, chief.uid], { add: ['Fährt  Auto', 'driver'] });
  expect([first.statusCode, first.json()]).toEqual([200, { changed: 2 }]);
  expect((await change([member.uid], { add: [' DRIVER', 'cook'], remove: ['fahrt auto', 'none'] })).json()).toEqual({
    changed: 1,
  });
  expect((await change([member.uid], { add: ['Cook'] })).json()).toEqual({ changed: 0 });
  expect(await tagsOf(member)).toEqual(['cook', 'driver']);
  expect(await tagsOf(chief)).toEqual(['driver', 'Fährt Auto']);
  expect((await crew.as(crew.owner, 'GET', 'tags')).json()).toEqual({
    data: [
      { tag: 'cook', people: 1 },
      { tag: 'driver', people: 2 },
      { tag: 'Fährt Auto', people: 1 },
    ],
  });
  expect((await audited()).map(({ subject, detail }) => [subject, JSON.parse(detail)])).toEqual([
    [member.uid, { added: 'Fährt Auto, driver', removed: '' }],
    [chief.uid, { added: 'Fährt Auto, driver', removed: '' }],
    [member.uid, { added: 'cook', removed: 'Fährt Auto' }],
  ]);
});

test('people are found by a tag, messages reach them, and the CSV has it', async () => {
  const { member, chief, owner } = crew;
  await change([member.uid, chief.uid], { add: ['Driver'] });
  await change([member.uid], { add: ['cook'] });
  expect(await names('tag=driver')).toEqual(['Chen', 'Mia']);
  expect(await names('tag=driver&role=member')).toEqual(['Mia']);
  expect(await names('tag=none')).toEqual([]);
  const reached = async (audience: object, who = owner) =>
    (await crew.as(who, 'POST', 'messages/audience', { audience })).json().people?.map(({ name }: Caller) => name);
  expect(await reached({ tags: ['DRIVER', 'none'] })).toEqual(['Chen', 'Mia']);
  expect(await reached({ tags: ['none'] })).toEqual([]);
  expect(await reached({ tags: ['driver'], roles: ['chief'] })).toEqual(['Chen']);
  const { body } = await crew.as(owner, 'GET', 'people.csv?tag=cook');
  expect(body.split('\r\n')[1]).toContain('Team 1,"cook, Driver",0');
});

test('chiefs see the tags of people in their teams, and change none', async () => {
  const { member, otherChief, chief } = crew;
  await change([member.uid, otherChief.uid], { add: ['driver'] });
  await change([otherChief.uid], { add: ['secret'] });
  expect((await crew.as(chief, 'GET', 'tags')).json()).toEqual({ data: [{ tag: 'driver', people: 1 }] });
  expect(await names('tag=driver', chief)).toEqual(['Mia']);
  expect(await names('tag=secret', chief)).toEqual([]);
  // Somebody of another team who is on a task of theirs can be written to, but not by tag.
  const times = { starts_at: '2026-08-01T01:00:00.000Z', ends_at: '2026-08-01T03:00:00.000Z', capacity: 2 };
  const { id } = (await crew.as(chief, 'POST', 'tasks', { ...times, title: 'Doors', tid: 'venue' })).json();
  await crew.as(crew.owner, 'PUT', `tasks/${id}/attendees/${otherChief.uid}`);
  muster.clock.advance(3600);
  const count = async (audience: object) =>
    (await crew.as(chief, 'POST', 'messages/audience', { audience })).json().count;
  expect([await count({ tasks: [id] }), await count({ tags: ['secret'] }), await count({ tags: ['driver'] })]).toEqual([
    1, 0, 1,
  ]);
  expect((await change([member.uid], { add: ['x'] }, chief)).statusCode).toBe(403);
  for (const who of [crew.member, crew.stranger]) expect((await crew.as(who, 'GET', 'tags')).statusCode).toBe(403);
});

test('the tags of one person are replaced unless somebody has changed them in the meantime', async () => {
  const path = `people/${crew.member.uid}/tags`;
  const read = await crew.as(crew.owner, 'GET', path);
  expect(read.json()).toEqual({ tags: [] });
  const put = (tags: string[], tag: string) => crew.as(crew.owner, 'PUT', path, { tags }, { 'if-match': tag });
  const saved = await put(['driver', 'cook'], String(read.headers.etag));
  expect(saved.json()).toEqual({ tags: ['cook', 'driver'] });
  expect((await put(['x'], String(read.headers.etag))).json().code).toBe('stale');
  expect((await put(['cook', 'desk'], String(saved.headers.etag))).json()).toEqual({ tags: ['cook', 'desk'] });
});

test.each([
  [{ add: ['a,b'] }, '/add/0'],
  [{ add: ['a；b'] }, '/add/0'],
  [{ add: [' '] }, '/add/0'],
  [{ add: ['x'.repeat(41)] }, '/add/0'],
  [{ remove: ['a\nb'] }, '/remove/0'],
  [{ add: Array.from({ length: 21 }, (_, index) => `t${index}`) }, '/add'],
])('rejects %j', async (changes, pointer) => {
  const refused = await change([crew.member.uid], changes);
  expect([refused.statusCode, refused.json().errors[0].pointer]).toEqual([400, pointer]);
});

test('nobody outside of the project gets a tag, and nothing is changed if one of them is outside', async () => {
  const gone = await createPerson(muster);
  for (const other of [crew.stranger.uid, gone.uid, 'nobody']) {
    const refused = await change([crew.member.uid, other], { add: ['driver'] });
    expect([refused.statusCode, refused.json().errors[0].pointer]).toEqual([400, '/uids/1']);
  }
  expect(await tagsOf(crew.member)).toEqual([]);
  for (const method of ['GET', 'PUT'] as const)
    expect(
      (
        await crew.as(
          crew.owner,
          method,
          `people/${crew.stranger.uid}/tags`,
          method === 'PUT' ? { tags: [] } : undefined,
        )
      ).statusCode,
    ).toBe(404);
});

test('a person has at most 20 tags, and a project at most 200 different ones', async () => {
  const words = (from: number, count: number) => Array.from({ length: count }, (_, index) => `tag ${from + index}`);
  expect((await change([crew.member.uid], { add: words(0, maxTagsOfPerson) })).statusCode).toBe(200);
  expect((await change([crew.member.uid], { add: ['more'] })).json().code).toBe('not_allowed');
  expect((await change([crew.member.uid], { add: ['more'], remove: ['tag 0'] })).json()).toEqual({ changed: 1 });
  const others = await createMembers(muster, crew.pid, 'venue', maxTagsOfProject / maxTagsOfPerson);
  const answers = [];
  for (const [index, { uid }] of others.entries())
    answers.push((await change([uid], { add: words(20 * (index + 1), 20) })).statusCode);
  expect(answers).toEqual([...others.slice(1).map(() => 200), 422]);
});

test('a change takes as many queries for 200 people as for two', async () => {
  const people = await createMembers(muster, crew.pid, 'venue', 200);
  const spend = async (uids: string[], tag: string) => {
    const before = muster.db.queryCount();
    expect((await change(uids, { add: [tag] })).json()).toEqual({ changed: uids.length });
    return muster.db.queryCount() - before;
  };
  const uids = people.map(({ uid }) => uid);
  const few = await spend(uids.slice(0, 2), 'one');
  expect(await spend(uids, 'two')).toBe(few);
});

test('tags are in the export of the person, also when they have left and organisers no longer see them', async () => {
  const { member, chief } = crew;
  await change([member.uid, chief.uid], { add: ['driver'] });
  const exported = async () =>
    (await muster.call({ url: '/api/me/export', headers: await browserOf(muster, member) })).json().tags;
  expect(await exported()).toEqual([{ pid: crew.pid, tag: 'driver' }]);
  await crew.as(crew.owner, 'DELETE', `teams/venue/members/${member.uid}`);
  expect((await crew.as(crew.owner, 'GET', 'tags')).json().data).toEqual([{ tag: 'driver', people: 1 }]);
  expect(await exported()).toHaveLength(1);
});
