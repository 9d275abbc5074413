import { expect, test } from 'vitest';
import { realLimits, startTestApp, useApp } from '../../../../test/support/app.ts';
import { auditedOf } from '../../../../test/support/audit.ts';
import { bearer, createPerson, tokenOf } from '../../../../test/support/factories.ts';
import { createCrew, createMembers } from '../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../test/support/world.ts';
import { problemOf } from '../../../../test/support/world/disclosure.ts';
import { applyRetention } from '../retention/retention.service.ts';
import type { MyRoom, RoomBoard } from './rooms.schema.ts';
import type { RoomDraft } from './solving/solve.policy.ts';

const muster = useApp();
const nights = ['2026-08-07', '2026-08-08'];

async function withForm(): Promise<Crew> {
  const crew = await createCrew(muster);
  const form = { form: 'beds', kind: 'accommodation', title: 'Beds', days: nights, enabled: true };
  expect((await crew.as(crew.owner, 'POST', 'forms', form)).statusCode).toBe(201);
  return crew;
}

const answer = async ({ as }: Crew, who: Caller, more: object = {}) => {
  const answers = 'stay' in more ? more : { stay: 'yes', nights, mixed_room: true, ...more };
  expect((await as(who, 'PUT', 'forms/beds/response', { answers })).statusCode).toBe(200);
};
const board = async ({ as, owner }: Crew) => (await as(owner, 'GET', 'rooms')).json<RoomBoard>();
const addRooms = async (crew: Crew, rooms: readonly object[]): Promise<string[]> => {
  const response = await crew.as(crew.owner, 'POST', 'rooms', {
    rooms: rooms.map((room, index) => ({ name: `Room ${index + 1}`, beds: 2, kind: 'mixed', ...room })),
  });
  expect(response.statusCode).toBe(201);
  return response.json<RoomBoard>().rooms.map(({ id }) => id);
};
const place = ({ as, owner }: Crew, room: string | undefined, { uid }: { uid: string }, body: object = {}) =>
  as(owner, 'PUT', `rooms/${room}/places/${uid}`, body);
const unplace = ({ as, owner }: Crew, room: string | undefined, { uid }: { uid: string }) =>
  as(owner, 'DELETE', `rooms/${room}/places/${uid}`);
const undo = ({ as, owner }: Crew, response: { json: () => unknown }) =>
  as(owner, 'POST', `room-steps/${(response.json() as { step: string }).step}/undo`);
const mine = async ({ as }: Crew, who: Caller) => (await as(who, 'GET', 'my-room')).json<MyRoom>();
const inRoom = async (crew: Crew, room: string | undefined): Promise<string[]> =>
  (await board(crew)).rooms.find(({ id }) => id === room)?.people.map(({ uid }) => uid) ?? [];

test('owners give people beds, who see their room and who else is there', async () => {
  const crew = await withForm();
  const { member, chief, otherChief } = crew;
  for (const who of [member, chief, otherChief]) await answer(crew, who);
  const [first, second] = await addRooms(crew, [{}, {}]);
  expect(await board(crew)).toMatchObject({
    nights,
    without_bed: 3,
    undo: null,
    rooms: [{ name: 'Room 1', beds: 2, kind: 'mixed', nights, people: [] }, { name: 'Room 2' }],
    people: [
      { name: 'Chen', teams: ['Team 1'], nights, kinds: ['mixed'], mates: [], problem: null },
      { name: 'Mia' },
      { name: 'Otto' },
    ],
  });
  await place(crew, first, member);
  const step = await place(crew, first, chief, { nights: [nights[0]] });
  expect(step.statusCode).toBe(200);
  expect(await mine(crew, member)).toEqual({
    needs_bed: true,
    rooms: [{ name: 'Room 1', kind: 'mixed', nights, mates: [{ name: 'Chen', nights: [nights[0]] }] }],
    wishes: [],
    swaps: [],
  });
  expect((await mine(crew, otherChief)).rooms).toEqual([]);
  const problemsOf = async () => (await board(crew)).people.map(({ problem }) => problem);
  expect(await problemsOf()).toEqual(['some_nights', null, null]);
  // Moving somebody is one step, which takes them out of the other room.
  const moved = await place(crew, second, member);
  expect([await inRoom(crew, first), await inRoom(crew, second)]).toEqual([[chief.uid], [member.uid]]);
  expect((await undo(crew, moved)).statusCode).toBe(204);
  expect((await mine(crew, member)).rooms).toMatchObject([{ name: 'Room 1', nights }]);
  expect((await undo(crew, moved)).json().code).toBe('step_undone');
  // They are in another room.
  expect((await unplace(crew, second, member)).json().step).toBeNull();
  expect((await mine(crew, member)).rooms).toMatchObject([{ name: 'Room 1', nights }]);
  await unplace(crew, first, member);
  expect((await mine(crew, member)).rooms).toEqual([]);
  expect((await place(crew, first, member)).json().step).not.toBeNull();
  expect((await place(crew, first, member)).json().step).toBeNull();
});

test('nobody gets a kind of room that they did not accept, a night they did not ask for, or a bed that is taken', async () => {
  const crew = await withForm();
  const { member, chief, otherChief, owner, stranger } = crew;
  await answer(crew, member, { mixed_room: false, room_kinds: ['women'] });
  await answer(crew, chief, { nights: [nights[0]] });
  await answer(crew, otherChief);
  await answer(crew, owner, { stay: 'no' });
  const [mixed, women] = await addRooms(crew, [{ beds: 1 }, { kind: 'women' }]);
  expect((await place(crew, mixed, member)).json()).toMatchObject({ status: 409, code: 'room_kind' });
  expect((await place(crew, women, member)).statusCode).toBe(200);
  expect(problemOf(await place(crew, mixed, chief, { nights }))).toEqual([400, 'invalid_input', '/nights/1']);
  expect((await place(crew, mixed, chief)).statusCode).toBe(200);
  expect((await place(crew, mixed, otherChief)).json()).toMatchObject({ status: 409, code: 'room_full' });
  expect((await place(crew, mixed, otherChief, { nights: [nights[1]] })).statusCode).toBe(200);
  for (const who of [owner, stranger]) expect((await place(crew, mixed, who)).statusCode).toBe(404);
  expect((await place(crew, 'none', chief)).statusCode).toBe(404);
  // Who changes their answer keeps the bed, and owners see what no longer fits.
  await answer(crew, member, { mixed_room: true, room_kinds: [] });
  await answer(crew, chief, { stay: 'no' });
  await answer(crew, otherChief, { nights: [nights[0]] });
  const problems = (await board(crew)).people.map(({ name, problem }) => `${name}: ${problem}`);
  expect(problems.toSorted()).toEqual(['Chen: not_wanted', 'Mia: room_kind', 'Otto: night']);
});

test('a room cannot become smaller than the people in it, and is deleted only when it is empty', async () => {
  const crew = await withForm();
  const { member, chief, owner, as } = crew;
  for (const who of [member, chief]) await answer(crew, who);
  const [first, second] = await addRooms(crew, [{}, { beds: 40 }]);
  for (const who of [member, chief]) await place(crew, first, who);
  const change = (body: object, headers = {}) => as(owner, 'PATCH', `rooms/${first}`, body, headers);
  expect((await change({ beds: 1 })).json().code).toBe('room_full');
  expect((await change({ kind: 'men' })).json().code).toBe('room_kind');
  expect((await change({ nights: [nights[0]] })).json().code).toBe('conflict');
  expect((await change({ name: 'Room 2' })).json().code).toBe('already_exists');
  expect((await change({ name: ' Tower ', beds: 3 }, { 'if-match': '"r1-0"' })).statusCode).toBe(200);
  expect((await change({ beds: 4 }, { 'if-match': '"r1-0"' })).json().code).toBe('stale');
  expect((await board(crew)).rooms).toMatchObject([{ name: 'Room 2' }, { name: 'Tower', beds: 3, revision: 2 }]);
  await place(crew, second, chief);
  expect((await as(owner, 'DELETE', `rooms/${first}`)).json().code).toBe('conflict');
  await place(crew, first, chief);
  for (let count = 0; count < 2; count += 1)
    expect((await as(owner, 'DELETE', `rooms/${second}`)).statusCode).toBe(204);
  expect(await auditedOf(muster, 'room.removed', second ?? '')).toEqual([
    { actor: owner.uid, detail: { title: 'Room 2' } },
  ]);
});

test('rejects rooms that cannot be', async () => {
  const crew = await createCrew(muster);
  const add = (room: object) =>
    crew.as(crew.owner, 'POST', 'rooms', { rooms: [{ name: 'Tower', beds: 2, kind: 'mixed', nights, ...room }] });
  for (const [room, pointer] of [
    [{ beds: 0 }, '/rooms/0/beds'],
    [{ beds: -1 }, '/rooms/0/beds'],
    [{ kind: 'any' }, '/rooms/0/kind'],
    [{ name: ' ' }, '/rooms/0/name'],
    [{ nights: ['2026-02-30'] }, '/rooms/0/nights/0'],
    [{ nights: undefined }, '/rooms/0/nights'],
  ] as const)
    expect(problemOf(await add(room))).toEqual([400, 'invalid_input', pointer]);
  expect((await add({ beds: 200 })).statusCode).toBe(201);
  expect(problemOf(await add({}))).toEqual([409, 'already_exists', '/rooms/0/name']);
});

test('wishes count only if both have them, and nobody sees others', async () => {
  const crew = await withForm();
  const { member, chief, stranger, as } = crew;
  for (const who of [member, chief]) await answer(crew, who);
  const wish = (who: Caller, ...others: { uid: string }[]) =>
    as(who, 'PUT', 'my-room/wishes', { uids: others.map(({ uid }) => uid) });
  expect((await wish(member, chief)).statusCode).toBe(204);
  expect(await mine(crew, member)).toMatchObject({ wishes: [{ name: 'Chen', mutual: false }] });
  expect((await mine(crew, chief)).wishes).toEqual([]);
  const matesOf = async () => (await board(crew)).people.map(({ mates }) => mates);
  expect(await matesOf()).toEqual([[], []]);
  await wish(chief, member);
  expect(await mine(crew, member)).toMatchObject({ wishes: [{ name: 'Chen', mutual: true }] });
  expect(await matesOf()).toEqual([[member.uid], [chief.uid]]);
  for (const other of [stranger, member, { uid: 'nobody' }]) expect((await wish(member, other)).statusCode).toBe(404);
  expect((await wish(stranger, member)).statusCode).toBe(403);
});

test('a wished room-mate who leaves the project is one again only after coming back', async () => {
  const crew = await withForm();
  const { member, chief, owner, as } = crew;
  for (const who of [member, chief]) await answer(crew, who);
  await as(member, 'PUT', 'my-room/wishes', { uids: [chief.uid] });
  await as(chief, 'PUT', 'my-room/wishes', { uids: [member.uid] });
  const matesOf = async () => (await board(crew)).people.map(({ name, mates }) => [name, mates]);
  await as(owner, 'DELETE', `teams/venue/members/${member.uid}`);
  expect(await matesOf()).toEqual([['Chen', []]]);
  await as(owner, 'PUT', `teams/venue/members/${member.uid}`);
  expect(await matesOf()).toEqual([
    ['Chen', [member.uid]],
    ['Mia', [chief.uid]],
  ]);
});

test('only people of the project are found as room-mates, and no helpers who are hidden', async () => {
  const crew = await withForm();
  const { member, chief, otherChief, owner, stranger, as } = crew;
  await createPerson(muster, { name: 'Chelsea of an earlier year' });
  const found = async (who: Caller, q: string) =>
    (await as(who, 'GET', `my-room/people?q=${q}`)).json<{ data: { uid: string; name: string }[] }>().data;
  expect(await found(member, 'che')).toEqual([{ uid: chief.uid, name: 'Chen' }]);
  expect((await found(member, '')).map(({ name }) => name)).toEqual(['Chen', 'Olga', 'Otto']);
  expect(await found(chief, 'chen')).toEqual([]);
  expect((await as(stranger, 'GET', 'my-room/people')).statusCode).toBe(403);
  expect((await as(undefined, 'GET', 'my-room/people')).statusCode).toBe(401);
  expect((await as(member, 'GET', `my-room/people?q=${'x'.repeat(101)}`)).statusCode).toBe(400);
  const first = (await as(member, 'GET', 'my-room/people?limit=1')).json<{ data: unknown[]; next: string }>();
  const rest = (await as(member, 'GET', `my-room/people?cursor=${first.next}`)).json<{ data: { name: string }[] }>();
  expect([first.data.length, rest.data.map(({ name }) => name)]).toEqual([1, ['Olga', 'Otto']]);

  const helper = await createPerson(muster, { name: 'Hidden Helper' });
  const hide = (uid: string) =>
    muster.db.transaction((trx) =>
      trx.updateTable('people').set({ listing: 'hidden' }).where('uid', '=', uid).execute(),
    );
  const help = (uid: string) =>
    muster.db.transaction((trx) =>
      trx.insertInto('helpers').values({ pid: crew.pid, uid, created_at: '2026-01-01T00:00:00.000Z' }).execute(),
    );
  await help(helper.uid);
  expect((await found(member, 'helper')).map(({ uid }) => uid)).toEqual([helper.uid]);
  for (const { uid } of [helper, otherChief]) await hide(uid);
  expect(await found(owner, 'helper')).toEqual([]);
  expect((await found(member, 'otto')).map(({ uid }) => uid)).toEqual([otherChief.uid]);
  const before = muster.db.queryCount();
  await found(member, 'otto');
  const forOne = muster.db.queryCount() - before;
  await found(member, '');
  expect(muster.db.queryCount() - before - forOne).toBe(forOne);
});

test('a draft puts people together who wish it, says why, and is applied as one step', async () => {
  const crew = await withForm();
  const { member, chief, otherChief, owner, as } = crew;
  for (const who of [member, chief]) await answer(crew, who);
  await answer(crew, otherChief, { mixed_room: false, room_kinds: ['men'] });
  await answer(crew, owner);
  for (const [who, other] of [
    [member, owner],
    [owner, member],
  ] as const)
    await as(who, 'PUT', 'my-room/wishes', { uids: [other.uid] });
  const [first, second] = await addRooms(crew, [{}, { beds: 1 }]);
  const draft = (await as(owner, 'POST', 'rooms/draft')).json<RoomDraft>();
  const placed = new Map(draft.placed.map(({ uid, room, reason }) => [uid, [room, reason]]));
  expect(placed).toEqual(
    new Map([
      [member.uid, [first, 'mates']],
      [owner.uid, [first, 'mates']],
      [chief.uid, [second, 'free']],
    ]),
  );
  expect(draft.left).toEqual([{ uid: otherChief.uid, reason: 'no_kind' }]);
  expect((await board(crew)).without_bed).toBe(4);
  // Meanwhile somebody else got the last bed.
  await place(crew, second, member);
  const placements = draft.placed
    .filter(({ uid }) => uid !== member.uid)
    .map(({ uid, room, nights: own }) => ({ uid, room, nights: own }));
  const applied = await as(owner, 'POST', 'rooms/placements', { placements });
  const results = applied.json<{ results: { uid: string; result: string }[] }>().results;
  expect(Object.fromEntries(results.map(({ uid, result }) => [uid, result]))).toEqual({
    [owner.uid]: 'placed',
    [chief.uid]: 'room_full',
  });
  expect(await inRoom(crew, first)).toEqual([owner.uid]);
  expect((await undo(crew, applied)).statusCode).toBe(204);
  expect([await inRoom(crew, first), await inRoom(crew, second)]).toEqual([[], [member.uid]]);
});

test('a step is not undone over what happened since', async () => {
  const crew = await withForm();
  const { member, chief } = crew;
  for (const who of [member, chief]) await answer(crew, who);
  const [first, second] = await addRooms(crew, [{ beds: 1 }, { beds: 1 }]);
  await place(crew, first, member);
  const step = await place(crew, second, member);
  await place(crew, first, chief);
  expect((await undo(crew, step)).json().code).toBe('step_overtaken');
  expect([await inRoom(crew, first), await inRoom(crew, second)]).toEqual([[chief.uid], [member.uid]]);
  muster.clock.advance(8 * 86_400);
  expect((await undo(crew, step)).statusCode).toBe(404);
});

test('two people swap their rooms if both agree', async () => {
  const crew = await withForm();
  const { member, chief, otherChief, stranger, as } = crew;
  for (const who of [member, chief]) await answer(crew, who);
  await answer(crew, otherChief, { nights: [nights[0]] });
  const [first, second] = await addRooms(crew, [{ beds: 1 }, {}]);
  const ask = (who: Caller, other: { uid: string }) => as(who, 'POST', 'my-room/swaps', { uid: other.uid });
  const say = (who: Caller, id: string | undefined, agrees: boolean) =>
    as(who, 'PUT', `my-room/swaps/${id}`, { agrees });
  expect((await ask(member, chief)).json().code).toBe('conflict');
  await place(crew, second, member);
  // Who has no bed has nothing to swap, also where one is free.
  expect((await ask(member, chief)).json().code).toBe('conflict');
  await unplace(crew, second, member);
  await place(crew, first, member);
  await place(crew, second, chief);
  await place(crew, second, otherChief);
  expect((await ask(member, otherChief)).json().code).toBe('conflict');
  expect((await ask(member, stranger)).statusCode).toBe(404);
  expect((await ask(member, member)).statusCode).toBe(404);
  for (let count = 0; count < 2; count += 1) expect((await ask(member, chief)).statusCode).toBe(204);
  const [asked] = (await mine(crew, chief)).swaps;
  expect(asked).toMatchObject({ name: 'Mia', by_me: false, room: 'Room 1' });
  expect((await mine(crew, member)).swaps).toMatchObject([{ name: 'Chen', by_me: true, room: null }]);
  expect((await say(member, asked?.id, true)).statusCode).toBe(403);
  expect((await say(otherChief, asked?.id, true)).statusCode).toBe(404);
  expect((await say(chief, asked?.id, true)).statusCode).toBe(204);
  expect([await inRoom(crew, first), (await inRoom(crew, second)).toSorted()]).toEqual([
    [chief.uid],
    [member.uid, otherChief.uid].toSorted(),
  ]);
  expect((await mine(crew, chief)).swaps).toEqual([]);
  await ask(member, chief);
  const [again] = (await mine(crew, member)).swaps;
  expect((await say(member, again?.id, false)).statusCode).toBe(204);
  expect((await mine(crew, chief)).swaps).toEqual([]);
});

test('who leaves the project gives up their bed, and sees nobody who sleeps there', async () => {
  const crew = await withForm();
  const { member, chief, owner, as } = crew;
  for (const who of [member, chief]) await answer(crew, who);
  const [room] = await addRooms(crew, [{ beds: 1 }]);
  await as(member, 'PUT', 'my-room/wishes', { uids: [chief.uid] });
  await place(crew, room, member);
  const leave = () => as(owner, 'DELETE', `teams/venue/members/${member.uid}`);
  const join = () => as(owner, 'PUT', `teams/venue/members/${member.uid}`);
  expect((await leave()).statusCode).toBe(204);
  expect(await mine(crew, member)).toEqual({ needs_bed: false, rooms: [], wishes: [], swaps: [] });
  expect(await inRoom(crew, room)).toEqual([]);
  // Nothing has changed since, so the bed is still theirs.
  expect((await join()).statusCode).toBe(204);
  expect(await inRoom(crew, room)).toEqual([member.uid]);
  await leave();
  expect((await place(crew, room, chief)).statusCode).toBe(200);
  await join();
  expect(await inRoom(crew, room)).toEqual([chief.uid]);
  // A step that took them out is not undone either once they have left.
  await place(crew, room, member);
  await unplace(crew, room, chief);
  await place(crew, room, member);
  const out = await unplace(crew, room, member);
  await leave();
  expect((await undo(crew, out)).json().code).toBe('step_overtaken');
  await join();
  expect((await mine(crew, member)).rooms).toEqual([]);
});

test('a room in which only somebody sleeps who has left can be deleted', async () => {
  const crew = await withForm();
  const { member, owner, as } = crew;
  await answer(crew, member);
  const [room] = await addRooms(crew, [{}]);
  await place(crew, room, member);
  await as(owner, 'DELETE', `teams/venue/members/${member.uid}`);
  expect((await as(owner, 'DELETE', `rooms/${room}`)).statusCode).toBe(204);
});

test('one person asks for a swap at most 10 times in an hour', async () => {
  await using app = await startTestApp({ env: realLimits });
  const crew = await createCrew(app);
  const ask = async () => (await crew.as(crew.member, 'POST', 'my-room/swaps', { uid: crew.chief.uid })).statusCode;
  for (let count = 0; count < 10; count += 1) expect(await ask()).toBe(409);
  expect(await ask()).toBe(429);
});

test('only owners see and change who sleeps where', async () => {
  const crew = await withForm();
  const { member, chief, stranger, as } = crew;
  await answer(crew, member);
  const [room] = await addRooms(crew, [{}]);
  for (const who of [member, chief, stranger])
    for (const [method, path] of [
      ['GET', 'rooms'],
      ['POST', 'rooms/draft'],
      ['PUT', `rooms/${room}/places/${member.uid}`],
      ['DELETE', `rooms/${room}`],
    ] as const)
      expect((await as(who, method, path, method === 'PUT' ? {} : undefined)).statusCode).toBe(403);
});

test('the hotel gets what people agreed to share, and of others the name alone', async () => {
  const crew = await withForm();
  const { member, chief, owner } = crew;
  for (const who of [member, chief]) await answer(crew, who);
  const profile = {
    name: 'Mia Maria Meier',
    phone: '+886912345678',
    national_id: 'A123456789',
    company: 'Camp',
    birthday: '1990-12-10',
  };
  const kept = { method: 'PUT' as const, url: '/api/me/real-profile', headers: member.headers, payload: profile };
  expect((await muster.call(kept)).statusCode).toBe(200);
  const shared = { passes_on: ['real_profile'], passes_until: '2099-01-01' };
  expect((await crew.as(owner, 'PATCH', 'forms/beds', shared)).statusCode).toBe(200);
  const answers = { stay: 'yes', nights, mixed_room: true };
  expect((await crew.inBrowser(member, 'PUT', 'forms/beds/response', { answers, ...shared })).statusCode).toBe(200);
  const [room] = await addRooms(crew, [{}]);
  for (const who of [member, chief]) await place(crew, room, who);
  expect((await crew.as(owner, 'GET', 'forms/beds/hotel-list.csv')).json().code).toBe('browser_only');
  const file = await crew.inBrowser(owner, 'GET', 'forms/beds/hotel-list.csv');
  const lines = file.body.trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines.find((line) => line.includes('Mia'))).toContain('given,');
  expect(lines.find((line) => line.includes('Mia'))).toContain('Mia Maria Meier');
  expect(lines.find((line) => line.includes('Chen'))).toMatch(/not_agreed,+$/);
});

test('people find it in their export, and nobody knows it 60 days after the event', async () => {
  const crew = await withForm();
  const { member, chief, pid, as } = crew;
  for (const who of [member, chief]) await answer(crew, who);
  const [room] = await addRooms(crew, [{}]);
  await place(crew, room, member);
  await as(member, 'PUT', 'my-room/wishes', { uids: [chief.uid] });
  const today = muster.clock.now().toISOString().slice(0, 10);
  await muster.db.transaction((trx) =>
    trx.updateTable('projects').set({ starts_on: today, ends_on: today }).where('pid', '=', pid).execute(),
  );
  const known = async () => (await mine(crew, member)).rooms.length + (await mine(crew, member)).wishes.length;
  muster.clock.advance(59 * 86_400);
  await applyRetention(muster, { dryRun: false });
  expect(await known()).toBe(2);
  muster.clock.advance(3 * 86_400);
  await applyRetention(muster, { dryRun: false });
  expect(await known()).toBe(0);
});

test('the next year gets the same rooms, as far from the event, with nobody in them', async () => {
  const crew = await withForm();
  const { member, pid } = crew;
  await muster.db.transaction((trx) =>
    trx
      .updateTable('projects')
      .set({ starts_on: '2026-08-08', ends_on: '2026-08-09' })
      .where('pid', '=', pid)
      .execute(),
  );
  await answer(crew, member);
  const [room] = await addRooms(crew, [{ kind: 'mixed', beds: 3 }]);
  await place(crew, room, member);
  const headers = bearer(await tokenOf(muster, await createPerson(muster, { administrator: true })));
  const next = { pid: `${pid}-next`, name: 'Next', timezone: 'UTC', starts_on: '2027-08-07', ends_on: '2027-08-08' };
  const payload = { ...next, copy_from: pid, state: 'public' };
  expect((await muster.call({ method: 'POST', url: '/api/projects', headers, payload })).statusCode).toBe(201);
  const copied = await muster.call({ url: `/api/projects/${next.pid}/rooms`, headers });
  expect(copied.json()).toMatchObject({
    rooms: [{ name: 'Room 1', beds: 3, kind: 'mixed', nights: ['2027-08-06', '2027-08-07'], people: [] }],
    people: [],
    undo: null,
  });
});

test('the number of queries does not depend on the number of people', async () => {
  const crew = await withForm();
  const { owner, as } = crew;
  const members = await createMembers(muster, crew.pid, 'venue', 12);
  await addRooms(crew, [{ beds: 20 }, { beds: 20 }]);
  const queries = async () => {
    const before = muster.db.queryCount();
    await as(owner, 'GET', 'rooms');
    return muster.db.queryCount() - before;
  };
  await answer(crew, crew.member);
  const few = await queries();
  for (const who of members) await answer(crew, who);
  expect(await queries()).toBe(few);
});
