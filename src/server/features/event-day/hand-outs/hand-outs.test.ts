import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { codeOf, createDevice, inMinutes } from '../../../../../test/support/world/desk.ts';
import { createCrew } from '../../../../../test/support/world.ts';
import { isEntitled } from './entitlement.policy.ts';

const muster = useApp();

test('hands out one to each person who is entitled, and more only with a reason', async () => {
  const crew = await createCrew(muster);
  const created = await crew.as(crew.owner, 'POST', 'hand-outs', { name: 'Shirt', audience: { tids: ['venue'] } });
  expect(created.statusCode, created.body).toBe(201);
  const { id } = created.json();
  const [one, two] = [await createDevice(muster, crew), await createDevice(muster, crew)];
  const code = await codeOf(crew, crew.member);
  const due = (await one.desk()).json().people.find(({ uid }: { uid: string }) => uid === crew.member.uid);
  expect(due).toMatchObject({ tasks: [], hand_outs: [{ id, given_at: null }] });
  const earlier = inMinutes(muster, -30);
  expect(await one.results([{ code, step: 'hand_out', hand_out: id }])).toEqual(['accepted']);
  expect(await two.results([{ code, step: 'hand_out', hand_out: id, at: earlier }])).toEqual(['repeated']);
  // In one request as in two: the first that arrives is given, the earlier time counts.
  const chief = { uid: crew.chief.uid, step: 'hand_out', hand_out: id };
  expect(await one.results([chief, { ...chief, at: earlier }])).toEqual(['accepted', 'repeated']);
  const other = { uid: crew.otherChief.uid, step: 'hand_out', hand_out: id };
  expect(await one.results([other, { ...other, hand_out: 'none' }])).toEqual(['not_here', 'unknown']);
  expect(await one.results([{ ...other, reason: 'Theirs was torn' }])).toEqual(['accepted']);
  const stranger = { uid: crew.stranger.uid, step: 'hand_out', hand_out: id, reason: 'They asked nicely' };
  expect(await one.results([stranger])).toEqual(['not_here']);
  const limited = await createDevice(muster, crew, { tids: ['press'] });
  const foreign = { uid: crew.chief.uid, step: 'hand_out', hand_out: id };
  expect(await limited.results([foreign, { ...foreign, reason: 'Lost' }])).toEqual(['not_here', 'not_here']);
  const given = (await crew.as(crew.owner, 'GET', `hand-outs/${id}/given`)).json().data;
  // Two of them have the same time, so their order is open.
  const byName = given.toSorted((a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1));
  expect(byName).toMatchObject([
    { name: 'Chen', given_at: earlier, reason: '' },
    { name: 'Mia', given_at: earlier, reason: '', device: 'Entrance' },
    { name: 'Otto', reason: 'Theirs was torn' },
  ]);
  expect((await crew.as(crew.owner, 'GET', 'hand-outs')).json().data).toMatchObject([{ name: 'Shirt', given: 3 }]);
  expect((await crew.as(crew.chief, 'GET', 'hand-outs')).statusCode).toBe(403);
});

test('owners take back what was scanned wrongly, and the person can get it again', async () => {
  const crew = await createCrew(muster);
  const other = await createCrew(muster);
  const create = async ({ as, owner }: typeof crew) =>
    (await as(owner, 'POST', 'hand-outs', { name: 'Shirt', audience: { everyone: true } })).json().id;
  const id = await create(crew);
  const { desk, results } = await createDevice(muster, crew);
  const scan = { uid: crew.member.uid, step: 'hand_out', hand_out: id };
  expect(await results([scan])).toEqual(['accepted']);
  const given = async () => (await crew.as(crew.owner, 'GET', `hand-outs/${id}/given`)).json().data;
  const [entry] = await given();
  const path = `given/${encodeURIComponent(entry.id)}`;
  expect((await crew.as(crew.chief, 'DELETE', `hand-outs/${id}/${path}`)).statusCode).toBe(403);
  expect((await other.as(other.owner, 'DELETE', `hand-outs/${await create(other)}/${path}`)).statusCode).toBe(204);
  expect((await other.as(other.owner, 'DELETE', `hand-outs/${id}/${path}`)).statusCode).toBe(404);
  expect(await given()).toHaveLength(1);
  const { next } = (await desk()).json();
  for (let times = 0; times < 2; times += 1)
    expect((await crew.as(crew.owner, 'DELETE', `hand-outs/${id}/${path}`)).statusCode).toBe(204);
  expect(await given()).toEqual([]);
  expect((await desk(next)).json().people).toMatchObject([{ uid: crew.member.uid, hand_outs: [{ given_at: null }] }]);
  expect(await results([scan])).toEqual(['accepted']);
  const log = await muster.db.read.selectFrom('audit').select(['kind', 'actor']).where('pid', '=', crew.pid).execute();
  expect(log.filter(({ kind }) => kind.startsWith('handout.'))).toEqual([
    { kind: 'handout.added', actor: crew.owner.uid },
    { kind: 'handout.given', actor: null },
    { kind: 'handout.taken_back', actor: crew.owner.uid },
    { kind: 'handout.given', actor: null },
  ]);
});

test('a device of one team shows and hands out to its members only, also with a reason', async () => {
  const crew = await createCrew(muster);
  const { id } = (
    await crew.as(crew.owner, 'POST', 'hand-outs', { name: 'Shirt', audience: { everyone: true } })
  ).json();
  const { desk, results } = await createDevice(muster, crew, { tids: ['venue'] });
  const shown = (await desk()).json<{ people: { uid: string; name: string }[] }>();
  expect(shown.people.map(({ name }) => name).toSorted()).toEqual(['Chen', 'Mia']);
  const to = (person: { uid: string }, reason?: string) => ({
    uid: person.uid,
    step: 'hand_out',
    hand_out: id,
    ...(reason === undefined ? {} : { reason }),
  });
  const outsiders = [crew.otherChief, crew.owner, crew.stranger];
  expect(await results(outsiders.flatMap((person) => [to(person), to(person, 'They asked nicely')]))).toEqual(
    Array.from({ length: 6 }, () => 'not_here'),
  );
  expect(await results([to(crew.member), to(crew.member), to(crew.member, 'Torn')])).toEqual([
    'accepted',
    'repeated',
    'accepted',
  ]);
  const { data } = (await crew.as(crew.owner, 'GET', `hand-outs/${id}/given`)).json();
  expect(data.map(({ name }: { name: string }) => name)).toEqual(['Mia', 'Mia']);
});

test('can be changed and deleted, and names who is entitled in one way', async () => {
  const crew = await createCrew(muster);
  const create = (audience: object, name = 'Voucher') => crew.as(crew.owner, 'POST', 'hand-outs', { name, audience });
  const { id } = (await create({ everyone: true })).json();
  expect((await create({ everyone: true })).json().code).toBe('already_exists');
  for (const [audience, pointer] of [
    [{ everyone: true, tids: ['venue'] }, '/audience'],
    [{ everyone: true, field: 'size' }, '/audience/field'],
    [{ form: 'shirts', values: ['m'] }, '/audience/values'],
    [{ tids: ['none'] }, '/audience/tids/0'],
    [{ form: 'none' }, '/audience/form'],
  ] as const) {
    const response = await create(audience, 'Other');
    expect([response.json().errors?.[0].pointer, response.statusCode < 500]).toEqual([pointer, true]);
  }
  const changed = await crew.as(crew.owner, 'PATCH', `hand-outs/${id}`, {
    name: 'Meal',
    audience: { tids: ['press'] },
  });
  expect(changed.json()).toMatchObject({ id, name: 'Meal', audience: { tids: ['press'] }, given: 0 });
  for (const name of ['Badge', 'Shirt']) expect((await create({ everyone: true }, name)).statusCode).toBe(201);
  const taken = await crew.as(crew.owner, 'PATCH', `hand-outs/${id}`, { name: 'Shirt' });
  expect(taken.json().code).toBe('already_exists');
  expect((await crew.as(crew.owner, 'DELETE', `hand-outs/${id}`)).statusCode).toBe(204);
  expect((await crew.as(crew.owner, 'PATCH', `hand-outs/${id}`, { name: 'Y' })).statusCode).toBe(404);
  const log = await muster.db.read.selectFrom('audit').select('kind').where('subject', '=', id).orderBy('id').execute();
  expect(log.map(({ kind }) => kind)).toEqual(['handout.added', 'handout.changed', 'handout.removed']);
});

test('answers of a form decide who is entitled', () => {
  const person = { inProject: true, tids: new Set(['venue']), answers: new Map([['shirts', { size: 'm', cut: '' }]]) };
  expect(isEntitled({ form: 'shirts', field: 'size', values: ['m'] }, person)).toBe(true);
  expect(isEntitled({ form: 'shirts', field: 'size', values: ['l'] }, person)).toBe(false);
  expect(isEntitled({ form: 'shirts', field: 'size' }, person)).toBe(true);
  expect(isEntitled({ form: 'shirts', field: 'cut' }, person)).toBe(false);
  expect(isEntitled({ form: 'shirts' }, person)).toBe(true);
  expect(isEntitled({ form: 'meals' }, person)).toBe(false);
  expect(isEntitled({ everyone: true }, { ...person, inProject: false })).toBe(false);
});
