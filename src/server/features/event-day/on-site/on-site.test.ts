import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { auditedOf } from '../../../../../test/support/audit.ts';
import { createRows } from '../../../../../test/support/factories.ts';
import { codeOf, createDevice, inMinutes, taskNow } from '../../../../../test/support/world/desk.ts';
import { createCaller, createCrew, createMembers } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import { problemOf } from '../../../../../test/support/world/disclosure.ts';
import { deleteOldScans } from '../marking/marking.service.ts';
import { sinceWhen } from './gate.policy.ts';
import type { RollCall } from './roll-call.schema.ts';

const muster = useApp();

const rollCall = async ({ as, owner }: Crew, who: Caller = owner) =>
  (await as(who, 'GET', 'roll-call')).json<RollCall>();
const marks = ({ as, owner }: Crew, list: readonly object[], who: Caller = owner) =>
  as(who, 'POST', 'roll-call/marks', {
    marks: list.map((one) => ({ at: muster.clock.now().toISOString(), state: 'present', ...one })),
  });
const resultsOf = (response: { json: () => unknown }) =>
  (response.json() as { results: { result: string }[] }).results.map(({ result }) => result);

async function deputyFor(crew: Crew, role: string): Promise<Caller> {
  const deputy = await createCaller(muster);
  const { uid } = deputy;
  expect((await crew.inBrowser(crew.owner, 'POST', 'grants', { uid, role, reason: 'Gate' })).statusCode).toBe(201);
  return deputy;
}

test('people are scanned in and out at the gate without a task', async () => {
  const crew = await createCrew(muster);
  const { member, chief, owner, stranger } = crew;
  const { results, desk } = await createDevice(muster, crew);
  expect(await results([{ step: 'on_site', code: await codeOf(crew, member) }])).toEqual(['accepted']);
  expect(await results([{ step: 'on_site', uid: chief.uid }])).toEqual(['accepted']);
  expect(await results([{ step: 'on_site', uid: owner.uid }])).toEqual(['accepted']);
  expect(await results([{ step: 'on_site', uid: member.uid }])).toEqual(['repeated']);
  expect(await results([{ step: 'on_site', uid: stranger.uid }])).toEqual(['not_here']);
  const found = await rollCall(crew);
  expect(found.people.map(({ name, tids, task }) => [name, tids, task])).toEqual([
    ['Chen', ['venue'], null],
    ['Mia', ['venue'], null],
    ['Olga', [], null],
  ]);
  expect(found).toMatchObject({ here: 3, present: 0, missing: 0, started_at: null, more: false });
  await taskNow(muster, crew, [member, crew.otherChief]);
  const { people } = (await desk()).json<{ people: { name: string; on_site?: boolean }[] }>();
  expect(people.map(({ name, on_site: here }) => [name, here])).toEqual([
    ['Mia', true],
    ['Otto', undefined],
    // Without a task, to be found by name when they leave.
    ['Chen', true],
    ['Olga', true],
  ]);
  muster.clock.advance(60);
  expect(await results([{ step: 'off_site', uid: member.uid }])).toEqual(['accepted']);
  expect((await rollCall(crew)).people.map(({ name }) => name)).toEqual(['Chen', 'Olga']);
});

test('scans of the gate can arrive in any order, and be undone', async () => {
  const crew = await createCrew(muster);
  const { member } = crew;
  const { results } = await createDevice(muster, crew);
  const { uid } = member;
  expect(await results([{ step: 'off_site', uid, at: inMinutes(muster, -5) }])).toEqual(['repeated']);
  expect(await results([{ step: 'on_site', uid, at: inMinutes(muster, -10) }])).toEqual(['overtaken']);
  expect((await rollCall(crew)).here).toBe(0);
  const id = randomUUID();
  expect(await results([{ id, step: 'on_site', uid, at: inMinutes(muster, -2) }])).toEqual(['accepted']);
  expect((await rollCall(crew)).here).toBe(1);
  expect(await results([{ step: 'undo', undoes: id }])).toEqual(['accepted']);
  expect((await rollCall(crew)).here).toBe(0);
});

test('a device of some teams lets in their people only', async () => {
  const crew = await createCrew(muster);
  const { results, desk } = await createDevice(muster, crew, { tids: ['venue'] });
  expect(await results([{ step: 'on_site', uid: crew.member.uid }])).toEqual(['accepted']);
  expect(await results([{ step: 'on_site', uid: crew.otherChief.uid }])).toEqual(['not_here']);
  const all = await createDevice(muster, crew);
  await all.results([{ step: 'on_site', uid: crew.otherChief.uid }]);
  const peopleOn = async (device: typeof all) =>
    (await device.desk()).json<{ people: { name: string }[] }>().people.map(({ name }) => name);
  expect([await peopleOn(all), await peopleOn({ ...all, desk })]).toEqual([['Mia', 'Otto'], ['Mia']]);
});

test('who is at a task is on site, until they leave by the gate', async () => {
  const crew = await createCrew(muster);
  const { member } = crew;
  await taskNow(muster, crew, [member]);
  const { results } = await createDevice(muster, crew);
  await results([{ step: 'arrive', uid: member.uid, at: inMinutes(muster, -1) }]);
  expect((await rollCall(crew)).people).toMatchObject([{ name: 'Mia', task: 'Task' }]);
  await results([{ step: 'off_site', uid: member.uid }]);
  expect((await rollCall(crew)).here).toBe(0);
});

test('several people tick at once: the latest tick counts, whenever it arrives', async () => {
  const crew = await createCrew(muster);
  const safety = await deputyFor(crew, 'safety');
  const { results } = await createDevice(muster, crew);
  const { member, chief, owner, stranger } = crew;
  for (const { uid } of [member, chief]) await results([{ step: 'on_site', uid }]);
  const started = (await crew.as(owner, 'PUT', 'roll-call', { after: null })).json<RollCall>();
  expect(started.started_by).toBe('Olga');
  const joined = await crew.as(safety, 'PUT', 'roll-call', { after: null });
  expect(joined.json<RollCall>().started_at).toBe(started.started_at);
  muster.clock.advance(60);
  expect(resultsOf(await marks(crew, [{ uid: member.uid }, { uid: stranger.uid }]))).toEqual(['accepted', 'unknown']);
  const earlier = { uid: member.uid, state: 'missing', at: inMinutes(muster, -0.5) };
  expect(resultsOf(await marks(crew, [earlier], safety))).toEqual(['overtaken']);
  expect(resultsOf(await marks(crew, [{ uid: chief.uid, state: 'missing' }], safety))).toEqual(['accepted']);
  expect(await rollCall(crew)).toMatchObject({ present: 1, missing: 1 });
  muster.clock.advance(1);
  await marks(crew, [{ uid: chief.uid, state: 'open' }]);
  expect(await rollCall(crew)).toMatchObject({ present: 1, missing: 0 });
  // A phone whose clock is ahead does not win over everybody for the rest of the day.
  await marks(crew, [{ uid: chief.uid, at: inMinutes(muster, 600) }]);
  muster.clock.advance(1);
  expect(resultsOf(await marks(crew, [{ uid: chief.uid, state: 'missing' }]))).toEqual(['accepted']);
  const next = await crew.as(owner, 'PUT', 'roll-call', { after: started.started_at });
  expect(next.json()).toMatchObject({ here: 2, present: 0, missing: 0 });
  expect(resultsOf(await marks(crew, [{ uid: member.uid, at: inMinutes(muster, -1) }]))).toEqual(['overtaken']);
});

test('who is marked as missing at one event is not missing at another', async () => {
  const [crew, other] = [await createCrew(muster), await createCrew(muster)];
  const { uid } = crew.member;
  await createRows(muster, { memberships: [{ pid: other.pid, tid: 'venue', uid, role: 'member' }] });
  for (const each of [crew, other]) {
    const { results } = await createDevice(muster, each);
    expect(await results([{ step: 'on_site', uid }])).toEqual(['accepted']);
  }
  expect(resultsOf(await marks(other, [{ uid, state: 'missing' }]))).toEqual(['accepted']);
  expect([await rollCall(crew), await rollCall(other)]).toMatchObject([
    { here: 1, missing: 0 },
    { here: 1, missing: 1 },
  ]);
});

test('ticks of a phone whose clock is wrong count for when they were made', async () => {
  const crew = await createCrew(muster);
  const { member, chief, owner, as } = crew;
  const { results } = await createDevice(muster, crew);
  for (const { uid } of [member, chief]) await results([{ step: 'on_site', uid }]);
  await as(owner, 'PUT', 'roll-call', { after: null });
  muster.clock.advance(120);
  const send = (uid: string, state: string, minutesAgo: number, wrong: number) =>
    as(owner, 'POST', 'roll-call/marks', {
      marks: [{ uid, state, at: inMinutes(muster, wrong - minutesAgo) }],
      sent_at: inMinutes(muster, wrong),
    });
  // An hour behind: without a correction these would be from before the roll call.
  expect(resultsOf(await send(member.uid, 'present', 1, -60))).toEqual(['accepted']);
  // An hour ahead: the tick of a minute ago does not win over the one of now.
  expect(resultsOf(await send(chief.uid, 'missing', 0, 0))).toEqual(['accepted']);
  expect(resultsOf(await send(chief.uid, 'present', 1, 60))).toEqual(['overtaken']);
  expect(await rollCall(crew)).toMatchObject({ present: 1, missing: 1 });
  const marked = async ({ uid }: Caller) => auditedOf(muster, 'roll_call.marked', uid);
  expect(await marked(member)).toEqual([{ actor: owner.uid, detail: { state: 'present' } }]);
  expect(await marked(chief)).toEqual([{ actor: owner.uid, detail: { state: 'missing' } }]);
  expect(problemOf(await as(owner, 'POST', 'roll-call/marks', { marks: [{}], sent_at: 'now' }))[0]).toBe(400);
});

test('who was removed from the project while on site is called and can leave', async () => {
  const crew = await createCrew(muster);
  const { member, owner, as } = crew;
  const { uid } = member;
  const { results } = await createDevice(muster, crew);
  const some = await createDevice(muster, crew, { tids: ['venue'] });
  await results([{ step: 'on_site', uid }]);
  expect((await as(owner, 'DELETE', `teams/venue/members/${uid}`)).statusCode).toBe(204);
  expect((await rollCall(crew)).people).toMatchObject([{ uid, tids: [] }]);
  expect(resultsOf(await marks(crew, [{ uid }]))).toEqual(['accepted']);
  expect(await some.results([{ step: 'off_site', uid }])).toEqual(['not_here']);
  muster.clock.advance(1);
  expect(await results([{ step: 'off_site', uid }])).toEqual(['accepted']);
  expect((await rollCall(crew)).here).toBe(0);
  expect(await results([{ step: 'on_site', uid }])).toEqual(['not_here']);
});

test('only owners and deputies for safety see who is on site', async () => {
  const crew = await createCrew(muster);
  const { chief, member, stranger, as } = crew;
  const safety = await deputyFor(crew, 'safety');
  const desk = await deputyFor(crew, 'desk');
  expect((await as(safety, 'GET', 'roll-call')).statusCode).toBe(200);
  for (const who of [chief, member, stranger, desk])
    for (const response of [
      await as(who, 'GET', 'roll-call'),
      await as(who, 'PUT', 'roll-call', { after: null }),
      await marks(crew, [{ uid: member.uid }], who),
    ])
      expect(response.json()).toMatchObject({ code: 'forbidden' });
  expect(problemOf(await marks(crew, [{ uid: member.uid, at: 'soon' }]))).toEqual([
    400,
    'invalid_input',
    '/marks/0/at',
  ]);
  expect((await marks(crew, [])).statusCode).toBe(400);
});

test('the number of queries does not depend on the number of people', async () => {
  const crew = await createCrew(muster);
  const { results } = await createDevice(muster, crew);
  const queries = async () => {
    const before = muster.db.queryCount();
    await rollCall(crew);
    return muster.db.queryCount() - before;
  };
  await results([{ step: 'on_site', uid: crew.member.uid }]);
  const few = await queries();
  const members = await createMembers(muster, crew.pid, 'venue', 30);
  await results(members.map(({ uid }) => ({ step: 'on_site', uid })));
  expect((await rollCall(crew)).here).toBe(31);
  expect(await queries()).toBe(few);
});

test('who was on site is not known after 30 days', async () => {
  const crew = await createCrew(muster);
  const { member } = crew;
  const { results } = await createDevice(muster, crew);
  await results([{ step: 'on_site', uid: member.uid }]);
  await marks(crew, [{ uid: member.uid }]);
  const since = (await rollCall(crew)).people[0]?.since;
  const { read } = muster.db;
  const held = async () => ({
    on_site: await read.selectFrom('on_site').select('since').where('uid', '=', member.uid).execute(),
    marks: await read.selectFrom('roll_call_marks').select('state').where('uid', '=', member.uid).execute(),
  });
  expect(await held()).toEqual({ on_site: [{ since }], marks: [{ state: 'present' }] });
  muster.clock.advance(31 * 86_400);
  await muster.db.transaction((trx) => deleteOldScans(trx, muster.clock.now().toISOString()));
  expect(await held()).toEqual({ on_site: [], marks: [] });
});

test('since when somebody is here', () => {
  const event = (id: string, at: string, step: 'on_site' | 'off_site' = 'on_site') => ({ id, at, step });
  expect(sinceWhen([])).toBeUndefined();
  expect(sinceWhen([event('a', '2'), event('b', '1')])).toBe('1');
  expect(sinceWhen([event('a', '1'), event('b', '2', 'off_site'), event('c', '3')])).toBe('3');
  // Of two scans of the same moment, the one with the higher id counts.
  expect(sinceWhen([event('b', '1', 'off_site'), event('a', '1')])).toBeUndefined();
});
