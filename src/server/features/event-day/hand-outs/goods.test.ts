import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { bearer, createPerson, tokenOf } from '../../../../../test/support/factories.ts';
import { createDevice, inMinutes, taskNow } from '../../../../../test/support/world/desk.ts';
import { createCrew } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import { problemOf } from '../../../../../test/support/world/disclosure.ts';
import type { Desk } from '../desk/desk.schema.ts';
import { variantsOf } from './variants.policy.ts';

const muster = useApp();

const shirtForm = async (crew: Crew) => {
  const form = { form: 'shirts', kind: 'shirt_size', title: 'Shirts', enabled: true };
  expect((await crew.as(crew.owner, 'POST', 'forms', form)).statusCode).toBe(201);
};
const wears = (crew: Crew, who: Caller, size: string, cut = 'straight') =>
  crew.as(who, 'PUT', 'forms/shirts/response', { answers: { size, cut } });
const create = (crew: Crew, input: object) =>
  crew.as(crew.owner, 'POST', 'hand-outs', { name: 'Shirt', audience: { everyone: true }, ...input });
const give = (id: string, who: Caller, more: object = {}) => ({
  step: 'hand_out',
  hand_out: id,
  uid: who.uid,
  ...more,
});
const personIn = (desk: Desk, { uid }: Caller) => desk.people.find((one) => one.uid === uid);
const read = async (crew: Crew, id: string) => (await crew.as(crew.owner, 'GET', `hand-outs/${id}`)).json();

test('the desk shows the shirt of a person by their answer, and asks for it where there is none', async () => {
  const crew = await createCrew(muster);
  await shirtForm(crew);
  await wears(crew, crew.member, 'M');
  const created = await create(crew, {
    variant_field: { form: 'shirts' },
    stock: [
      { variant: ['M', 'straight'], count: 5 },
      { variant: ['L', 'fitted'], count: 1 },
    ],
  });
  expect(created.statusCode, created.body).toBe(201);
  const { id } = created.json();
  // Codes are not handed out at a desk.
  expect((await create(crew, { kind: 'code', name: 'Wi-Fi' })).statusCode).toBe(201);
  const { desk, results } = await createDevice(muster, crew);
  const day: Desk = (await desk()).json();
  expect(personIn(day, crew.member)?.hand_outs).toEqual([{ id, given_at: null, variant: ['M', 'straight'] }]);
  expect(personIn(day, crew.chief)?.hand_outs).toEqual([{ id, given_at: null }]);
  expect(day.hand_outs).toMatchObject([
    {
      name: 'Shirt',
      variants: { form_kind: 'shirt_size', questions: [{ key: 'size' }, { key: 'cut', options: [{}, {}] }] },
      left: [
        { variant: ['M', 'straight'], count: 5 },
        { variant: ['L', 'fitted'], count: 1 },
      ],
    },
  ]);
  const fitted = { variant: ['L', 'fitted'] };
  expect(
    await results([
      give(id, crew.member),
      give(id, crew.chief),
      give(id, crew.chief, { variant: ['L', 'unknown'] }),
      give(id, crew.chief, fitted),
      give(id, crew.otherChief, fitted),
      // Not counted, so there is always one.
      give(id, crew.otherChief, { variant: ['S', 'fitted'] }),
    ]),
  ).toEqual(['accepted', 'choose', 'choose', 'accepted', 'none_left', 'accepted']);
  const part: Desk = (await desk(day.next)).json();
  expect(part.whole).toBe(false);
  expect(part.hand_outs?.map(({ left }) => left?.map(({ count }) => count))).toEqual([[4, 0]]);
  const shown = await read(crew, id);
  expect(shown).toMatchObject({ given: 3, not_counted: 1 });
  expect(shown.variants.filter(({ given }: { given: number }) => given > 0)).toEqual([
    { variant: ['S', 'fitted'], stock: null, given: 1 },
    { variant: ['M', 'straight'], stock: 5, given: 1 },
    { variant: ['L', 'fitted'], stock: 1, given: 1 },
  ]);
  const given = (await crew.as(crew.owner, 'GET', `hand-outs/${id}/given`)).json().data;
  expect(given.map(({ variant }: { variant: string[] }) => variant[0]).toSorted()).toEqual(['L', 'M', 'S']);
  const missed = (await crew.as(crew.owner, 'GET', `hand-outs/${id}/not-counted`)).json().data;
  expect(missed).toMatchObject([{ name: 'Otto', device: 'Entrance', result: 'none_left' }]);
  // Somebody finds another box.
  const more = [{ variant: ['L', 'fitted'], count: 2 }];
  expect((await crew.as(crew.owner, 'PATCH', `hand-outs/${id}`, { stock: more })).statusCode).toBe(200);
  expect(await results([give(id, crew.owner, fitted)])).toEqual(['accepted']);
});

test('only one question can name the variant', async () => {
  const crew = await createCrew(muster);
  await shirtForm(crew);
  await wears(crew, crew.member, 'M', 'fitted');
  const { id } = (await create(crew, { variant_field: { form: 'shirts', field: 'size' } })).json();
  const { desk } = await createDevice(muster, crew);
  expect(personIn((await desk()).json(), crew.member)?.hand_outs).toEqual([{ id, given_at: null, variant: ['M'] }]);
});

test('a device that was offline learns that somebody had theirs, and owners see it', async () => {
  const crew = await createCrew(muster);
  const { id } = (await create(crew, {})).json();
  const [one, two] = [await createDevice(muster, crew), await createDevice(muster, crew, { name: 'Back door' })];
  expect(await one.results([give(id, crew.member)])).toEqual(['accepted']);
  expect(await two.results([give(id, crew.member, { at: inMinutes(muster, -3) })])).toEqual(['repeated']);
  const { data } = (await crew.as(crew.owner, 'GET', `hand-outs/${id}/not-counted`)).json();
  expect(data).toMatchObject([{ name: 'Mia', device: 'Back door', result: 'repeated' }]);
  expect((await read(crew, id)).not_counted).toBe(1);
});

test('the last scan of a device can be undone for five minutes, in the order of the times', async () => {
  const crew = await createCrew(muster);
  const { id } = (await create(crew, { stock: [{ count: 1 }] })).json();
  const [own, other] = [await createDevice(muster, crew), await createDevice(muster, crew)];
  const scan = crypto.randomUUID();
  const undo = (at: string, undoes = scan) => ({ step: 'undo', undoes, at, id: crypto.randomUUID() });
  const at = (minutes: number) => inMinutes(muster, minutes);
  // Offline for a while: all at once, and the next scan knows that the one before was undone.
  expect(
    await own.results([
      give(id, crew.member, { id: scan, at: at(-30) }),
      undo(at(-26)),
      give(id, crew.chief, { at: at(-20) }),
      give(id, crew.member, { at: at(-19) }),
      undo(at(-18)),
    ]),
  ).toEqual(['accepted', 'accepted', 'accepted', 'none_left', 'repeated']);
  const late = crypto.randomUUID();
  expect(await own.results([{ ...give(id, crew.owner), reason: 'Guest', id: late, at: at(-10) }])).toEqual([
    'none_left',
  ]);
  expect(await own.results([undo(at(-4.9), late), undo(at(-11), late)])).toEqual(['overtaken', 'overtaken']);
  expect(await other.results([undo(at(-9), late)])).toEqual(['unknown']);
  expect(await own.results([undo(at(-9), late), undo(at(-9), crypto.randomUUID())])).toEqual(['accepted', 'unknown']);
  // The same again has the same result, and the scan is known to be undone.
  expect(await own.results([{ ...give(id, crew.member), id: scan, at: at(-30) }])).toEqual(['undone']);
  const given = (await crew.as(crew.owner, 'GET', `hand-outs/${id}/given`)).json().data;
  expect(given.map(({ name }: Caller) => name)).toEqual(['Chen']);
  const kinds = await muster.db.read
    .selectFrom('audit')
    .select('kind')
    .where('pid', '=', crew.pid)
    .orderBy('id')
    .execute();
  // Those of one request have the same time, so their order is open.
  expect(
    kinds
      .map(({ kind }) => kind)
      .filter((kind) => kind.startsWith('handout.'))
      .toSorted(),
  ).toEqual(['handout.added', 'handout.given', 'handout.given', 'handout.taken_back']);
});

test('undoing a check-in leaves what other scans say', async () => {
  const crew = await createCrew(muster);
  const { id: task } = await taskNow(muster, crew, [crew.member]);
  const { results } = await createDevice(muster, crew);
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
  const arrive = { uid: crew.member.uid, task, at: inMinutes(muster, -20) };
  const leave = { ...arrive, step: 'leave', at: inMinutes(muster, -3) };
  expect(
    await results([
      { ...arrive, id: first },
      { ...leave, id: second },
    ]),
  ).toEqual(['accepted', 'accepted']);
  expect(await results([{ step: 'undo', undoes: second }])).toEqual(['accepted']);
  const marks = async () => {
    const { data } = (await crew.as(crew.chief, 'GET', `tasks/${task}/attendees`)).json();
    return data.map(({ state, left_at }: { state: string; left_at: string | null }) => [state, left_at]);
  };
  expect(await marks()).toEqual([['arrived', null]]);
  expect(await results([{ step: 'undo', undoes: first, at: inMinutes(muster, -16) }])).toEqual(['accepted']);
  expect(await marks()).toEqual([['joined', null]]);
});

test('refuses scans that lack a part or have one too many', async () => {
  const crew = await createCrew(muster);
  const { send } = await createDevice(muster, crew);
  const uid = crew.member.uid;
  for (const [scan, name] of [
    [{ step: 'return', uid, barcode: 'x' }, 'uid'],
    [{ step: 'return' }, 'barcode'],
    [{ step: 'arrive', uid, barcode: 'x' }, 'barcode'],
    [{ step: 'arrive', uid, variant: ['M'] }, 'variant'],
    [{ step: 'arrive', uid, condition: 'ok' }, 'condition'],
    [{ step: 'undo' }, 'undoes'],
    [{ step: 'arrive', uid, undoes: crypto.randomUUID() }, 'undoes'],
    [{ step: 'undo', code: 'x', undoes: crypto.randomUUID() }, 'code'],
  ] as const)
    expect(problemOf(await send([scan]))).toEqual([400, 'invalid_input', `/scans/0/${name}`]);
});

test('names what is wrong with a hand-out', async () => {
  const crew = await createCrew(muster);
  await shirtForm(crew);
  const meals = { form: 'meals', kind: 'meals', title: 'Meals', days: ['2026-08-08'], enabled: true };
  await crew.as(crew.owner, 'POST', 'forms', meals);
  const options = Array.from({ length: 15 }, (_, index) => ({ value: `v${index}`, label: `V${index}` }));
  const choice = (key: string) => ({ key, label: key, type: 'choice', options });
  const fields = [choice('one'), choice('two')];
  await crew.as(crew.owner, 'POST', 'forms', { form: 'many', kind: 'custom', title: 'Many', fields, enabled: true });
  const of = { variant_field: { form: 'shirts' } };
  for (const [input, status, pointer] of [
    [{ stock: [{ count: -1 }] }, 400, '/stock/0/count'],
    [{ stock: [{ count: 1 }, { count: 2 }] }, 400, '/stock/1/variant'],
    [{ stock: [{ variant: ['M'], count: 1 }] }, 422, '/stock/0/variant'],
    [{ ...of, stock: [{ variant: ['M', 'other'], count: 1 }] }, 422, '/stock/0/variant'],
    [{ variant_field: { form: 'none' } }, 422, '/variant_field/form'],
    [{ variant_field: { form: 'meals' } }, 422, '/variant_field/form'],
    [{ variant_field: { form: 'shirts', field: 'none' } }, 422, '/variant_field/field'],
    [{ variant_field: { form: 'many' } }, 422, '/variant_field'],
    [{ per_person: 0 }, 400, '/per_person'],
    [{ kind: 'code', ...of }, 400, '/variant_field'],
    [{ kind: 'loan', per_person: 2 }, 400, '/per_person'],
    [{ kind: 'loan', earned: { min_hours: 8 } }, 400, '/earned'],
    [{ earned: {} }, 400, '/earned'],
    [{ earned: { min_hours: 8.1 } }, 400, '/earned/min_hours'],
    [{ earned: { day: '2026-02-30' } }, 400, '/earned/day'],
    [{ earned: { task_kinds: ['none'] } }, 422, '/earned/task_kinds/0'],
  ] as const) {
    const response = await create(crew, input);
    expect([response.json().errors?.[0]?.pointer, response.statusCode], JSON.stringify(input)).toEqual([
      pointer,
      status,
    ]);
  }
  expect((await crew.as(crew.owner, 'GET', 'hand-outs')).json().data).toEqual([]);
});

test('two owners do not overwrite each other, and other variants have no stock', async () => {
  const crew = await createCrew(muster);
  await shirtForm(crew);
  const created = await create(crew, { stock: [{ count: 3 }] });
  const { id } = created.json();
  const patch = (body: object, tag: string) =>
    crew.as(crew.owner, 'PATCH', `hand-outs/${id}`, body, { 'if-match': tag });
  const { etag } = created.headers;
  expect((await patch({ name: 'T-shirt' }, String(etag))).json()).toMatchObject({ variants: [{ stock: 3 }] });
  expect((await patch({ per_person: 2 }, String(etag))).json().code).toBe('stale');
  const changed = await crew.as(crew.owner, 'PATCH', `hand-outs/${id}`, { variant_field: { form: 'shirts' } });
  const { variants } = changed.json();
  expect(variants.length).toBe(20);
  expect(variants.every(({ stock }: { stock: number | null }) => stock === null)).toBe(true);
});

test('the next year gets the same hand-outs, moved by as many days, without stock and codes', async () => {
  const headers = bearer(await tokenOf(muster, await createPerson(muster, { administrator: true })));
  const call = async (method: 'GET' | 'POST', url: string, payload?: object) => {
    const answer = await muster.call({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
    expect([url, answer.statusCode < 300 ? '' : answer.body]).toEqual([url, '']);
    return answer.json();
  };
  const year = (pid: string, starts_on: string, more: object = {}) =>
    call('POST', '/api/projects', {
      pid,
      name: pid,
      timezone: 'UTC',
      state: 'public',
      starts_on,
      ends_on: starts_on,
      ...more,
    });
  await year('goods-2027', '2027-02-05');
  const old = '/api/projects/goods-2027';
  const { id: kind } = await call('POST', `${old}/task-kinds`, { name: 'Build-up' });
  await call('POST', `${old}/forms`, { form: 'shirts', kind: 'shirt_size', title: 'Shirts' });
  const audience = { everyone: true };
  const earned = { per_hours: 4, day: '2027-02-06', task_kinds: [kind] };
  const shirt = { name: 'Shirt', audience, earned, variant_field: { form: 'shirts' }, per_person: 2 };
  await call('POST', `${old}/hand-outs`, { ...shirt, stock: [{ variant: ['M', 'straight'], count: 3 }] });
  const radio = await call('POST', `${old}/hand-outs`, { name: 'Radio', kind: 'loan', audience });
  for (const label of ['Radio 1', 'Radio 2']) await call('POST', `${old}/hand-outs/${radio.id}/things`, { label });
  const [lost] = (await call('GET', `${old}/hand-outs/${radio.id}/things`)).data;
  const mark = { method: 'PUT' as const, url: `${old}/hand-outs/${radio.id}/things/${lost.id}/return` };
  expect((await muster.call({ ...mark, headers, payload: { condition: 'lost' } })).statusCode).toBe(200);
  const list = await call('POST', `${old}/hand-outs`, { name: 'Ticket', kind: 'code', audience });
  await call('POST', `${old}/hand-outs/${list.id}/codes`, { codes: ['A', 'B'] });
  await year('goods-2028', '2028-02-04', { copy_from: 'goods-2027' });
  const fresh = '/api/projects/goods-2028';
  const [newKind] = (await call('GET', `${fresh}/task-kinds`)).data;
  const { data } = await call('GET', `${fresh}/hand-outs`);
  expect(data).toMatchObject([
    { name: 'Radio', kind: 'loan', available: 1, given: 0 },
    {
      name: 'Shirt',
      variant_field: { form: 'shirts' },
      per_person: 2,
      earned: { per_hours: 4, day: '2028-02-05', task_kinds: [newKind.id] },
    },
    { name: 'Ticket', kind: 'code', available: 0 },
  ]);
  expect(data[1].variants.every(({ stock }: { stock: number | null }) => stock === null)).toBe(true);
});

test('the variants of a form are all pairs of its answers', () => {
  const question = (key: string, ...values: string[]) => ({
    key,
    label: key,
    type: 'choice' as const,
    private: false,
    computed: false,
    options: values.map((value) => ({ value, label: value })),
  });
  expect(variantsOf([])).toEqual([[]]);
  expect(variantsOf([question('size', 'S', 'M'), question('cut', 'a', 'b')])).toEqual([
    ['S', 'a'],
    ['S', 'b'],
    ['M', 'a'],
    ['M', 'b'],
  ]);
});
