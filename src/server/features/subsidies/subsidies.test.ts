import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { bearer, createPerson, createProject, createTeam, tokenOf } from '../../../../test/support/factories.ts';

const muster = useApp();

type Headers = Record<string, string>;
const as = async (person: { uid: string }): Promise<Headers> => bearer(await tokenOf(muster, person));

async function year(data?: { location: string; amount: number }[]) {
  const [owner, chief, member] = [await createPerson(muster), await createPerson(muster), await createPerson(muster)];
  const pid = await createProject(muster, { owners: [owner] });
  await createTeam(muster, pid, { chiefs: [chief], members: [member] });
  const headers = await as(owner);
  const url = `/api/projects/${pid}/traffic-subsidies`;
  const read = async (query = '', by = headers) => muster.call({ url: `${url}${query}`, headers: by });
  const table = async () => (await read('?limit=200')).json();
  const replace = (payload: object, extra: Headers = {}) =>
    muster.call({ method: 'PUT', url, headers: { ...headers, ...extra }, payload });
  const put = (location: string, payload: object, extra: Headers = {}) =>
    muster.call({
      method: 'PUT',
      url: `${url}/${encodeURIComponent(location)}`,
      headers: { ...headers, ...extra },
      payload,
    });
  const remove = (location: string, by = headers) =>
    muster.call({ method: 'DELETE', url: `${url}/${encodeURIComponent(location)}`, headers: by });
  const filled = data === undefined ? 204 : (await replace({ currency: 'TWD', data })).statusCode;
  expect(filled).toBe(204);
  return { pid, url, owner, chief, member, headers, read, table, replace, put, remove };
}

const tainan = { location: 'Tainan', amount: 149_000 };
const taipei = { location: 'Taipei', amount: 11_000 };

const historyOf = async (pid: string) => {
  const rows = await muster.db.read
    .selectFrom('audit')
    .select(['kind', 'subject', 'detail'])
    .where('pid', '=', pid)
    .orderBy('id')
    .execute();
  return rows.map(({ kind, subject, detail }) => [kind, subject, JSON.parse(detail)]);
};

test('a new project has no table; people of the project read it, owners replace it', async () => {
  const { table, read, replace, chief, member } = await year();
  expect(await table()).toEqual({ currency: null, data: [], next: null, rights: { edit: true } });
  expect((await replace({ currency: 'TWD', data: [taipei, tainan] })).statusCode).toBe(204);
  expect(await table()).toEqual({ currency: 'TWD', data: [tainan, taipei], next: null, rights: { edit: true } });
  expect((await read('.csv')).body).toBe(
    '\uFEFFlocation,amount,currency\r\nTainan,1490.00,TWD\r\nTaipei,110.00,TWD\r\n',
  );
  for (const person of [chief, member]) {
    expect((await read('', await as(person))).json()).toEqual({
      currency: 'TWD',
      data: [tainan, taipei],
      next: null,
      rights: { edit: false },
    });
  }
});

test('others cannot read the table, and only owners can write it', async () => {
  const { url, chief, member, read, remove, table } = await year([tainan]);
  const [stranger, admin] = [await createPerson(muster), await createPerson(muster, { administrator: true })];
  const { owner } = await year();
  for (const person of [stranger, admin, owner]) expect((await read('', await as(person))).statusCode).toBe(403);
  expect((await read('', {})).statusCode).toBe(401);
  for (const person of [chief, member, stranger, admin, owner]) {
    const headers = await as(person);
    const one = `${url}/Tainan`;
    expect(
      (await muster.call({ method: 'PUT', url, headers, payload: { currency: 'TWD', data: [] } })).statusCode,
    ).toBe(403);
    expect((await muster.call({ method: 'PUT', url: one, headers, payload: { amount: 1 } })).statusCode).toBe(403);
    expect((await remove('Tainan', headers)).statusCode).toBe(403);
  }
  expect((await remove('Tainan', {})).statusCode).toBe(401);
  expect((await table()).data).toEqual([tainan]);
});

test('each change of an amount has an audit entry with the old and the new value', async () => {
  const { pid, replace, put, remove } = await year([taipei]);
  await replace({ currency: 'TWD', data: [{ ...taipei, amount: 12_000 }, tainan] });
  await replace({ currency: 'TWD', data: [tainan, { ...taipei, amount: 12_000 }] });
  await put('Tainan', { amount: 1 });
  await put('Tainan', { amount: 1 });
  await remove('Tainan');
  await remove('Tainan');
  await replace({ currency: 'JPY', data: [] });
  const money = (old: number | null, now: number | null, currency = 'TWD') => ({ old, new: now, currency });
  const expected = [
    ['subsidy.currency_set', pid, { old: null, new: 'TWD' }],
    ['subsidy.set', 'Taipei', money(null, 11_000)],
    ['subsidy.set', 'Taipei', money(11_000, 12_000)],
    ['subsidy.set', 'Tainan', money(null, 149_000)],
    ['subsidy.set', 'Tainan', money(149_000, 1)],
    ['subsidy.removed', 'Tainan', money(1, null)],
    ['subsidy.currency_set', pid, { old: 'TWD', new: 'JPY' }],
    ['subsidy.removed', 'Taipei', money(12_000, null, 'JPY')],
  ];
  const sorted = (entries: unknown[]) => entries.map((entry) => JSON.stringify(entry)).toSorted();
  expect(sorted(await historyOf(pid))).toEqual(sorted(expected));
});

test('a single location is set and removed by its name, with any characters', async () => {
  const { put, remove, table } = await year([]);
  const names = ['台南市', 'a/b?c#d%', 'São Paulo', "'; drop table x", '高'.repeat(100), '😀'.repeat(100)];
  for (const [index, name] of names.entries()) expect((await put(name, { amount: index + 1 })).statusCode).toBe(204);
  const { data } = await table();
  expect(new Map(data.map(({ location, amount }: typeof tainan) => [location, amount]))).toEqual(
    new Map(names.map((name, index) => [name, index + 1])),
  );
  for (const name of names) expect((await remove(name)).statusCode).toBe(204);
  expect((await table()).data).toEqual([]);
});

test('spaces around a location and its Unicode form make no difference', async () => {
  const { put, remove, replace, table } = await year([]);
  await put('  Caf\u0065\u0301 ', { amount: 1 });
  await put('Caf\u00e9', { amount: 2 });
  expect((await table()).data).toEqual([{ location: 'Caf\u00e9', amount: 2 }]);
  const twice = await replace({
    currency: 'TWD',
    data: [
      { location: 'Café', amount: 1 },
      { location: ' Cafe\u0301', amount: 2 },
    ],
  });
  expect(twice.statusCode).toBe(400);
  expect(twice.json().errors).toMatchObject([{ pointer: '/data/1/location' }]);
  expect((await table()).data).toEqual([{ location: 'Café', amount: 2 }]);
  await remove(' Cafe\u0301');
  expect((await table()).data).toEqual([]);
});

test('a table without a currency rejects amounts', async () => {
  const { put, remove, table } = await year();
  expect((await put('Tainan', { amount: 1 })).json()).toMatchObject({ status: 409, code: 'conflict' });
  expect((await remove('Tainan')).statusCode).toBe(204);
  expect(await table()).toMatchObject({ currency: null, data: [] });
});

test('of two changes with the same ETag, the second gets 412', async () => {
  const { read, replace, put, table } = await year([tainan]);
  const match = { 'if-match': String((await read()).headers['etag']) };
  const answers = await Promise.all([
    put('Tainan', { amount: 1 }, match),
    put('Tainan', { amount: 2 }, match),
    replace({ currency: 'TWD', data: [taipei] }, match),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 412, 412]);
  const again = { 'if-match': String((await read()).headers['etag']) };
  expect((await replace({ currency: 'EUR', data: [] }, again)).statusCode).toBe(204);
  expect(await table()).toMatchObject({ currency: 'EUR', data: [] });
});

test('a table has at most 500 locations, also with concurrent writes, and is read in pages', async () => {
  const lines = Array.from({ length: 498 }, (_, i) => ({
    location: `Place ${String(i).padStart(3, '0')}`,
    amount: i + 1,
  }));
  const { put, read, replace, headers } = await year(lines.slice(0, 1));
  const spend = async (limit: number) => {
    const before = muster.db.queryCount();
    const page = (await read(`?limit=${limit}`)).json();
    return { queries: muster.db.queryCount() - before, page };
  };
  const one = await spend(50);
  await replace({ currency: 'TWD', data: lines });
  const many = await spend(50);
  expect([one.page.data.length, many.page.data.length, many.queries]).toEqual([1, 50, one.queries]);
  const racing = await Promise.all(Array.from({ length: 5 }, (_, i) => put(`New ${i}`, { amount: 1 })));
  expect(racing.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 204, 422, 422, 422]);
  const seen: string[] = [];
  for (let next: string | null = ''; next !== null;) {
    const page: { data: (typeof tainan)[]; next: string | null } = (
      await read(`?limit=200${next === '' ? '' : `&cursor=${next}`}`)
    ).json();
    seen.push(...page.data.map(({ location }) => location));
    next = page.next;
  }
  expect(seen).toHaveLength(500);
  expect(new Set(seen).size).toBe(500);
  const tooMany = await replace(
    { currency: 'TWD', data: Array.from({ length: 501 }, (_, i) => ({ location: `${i}`, amount: 1 })) },
    headers,
  );
  expect(tooMany.json()).toMatchObject({ status: 400, errors: [{ pointer: '/data' }] });
  for (const query of ['?cursor=nonsense', '?limit=0', '?x=1']) expect((await read(query)).statusCode).toBe(400);
});

const line = (fields: object) => ({ currency: 'TWD', data: [{ ...taipei, ...fields }] });

test.each([
  [{ data: [] }, '/currency'],
  [{ currency: 'TWD' }, '/data'],
  [{ currency: 'XYZ', data: [] }, '/currency'],
  [{ currency: 'twd', data: [] }, '/currency'],
  [{ currency: 'NT$', data: [] }, '/currency'],
  [{ currency: 901, data: [] }, '/currency'],
  [{ currency: null, data: [] }, '/currency'],
  [{ currency: 'TW\u0000', data: [] }, '/currency'],
  [{ currency: 'TWD', data: {} }, '/data'],
  [{ currency: 'TWD', data: [], next: null }, '/next'],
  [line({ location: '' }), '/data/0/location'],
  [line({ location: ' \u3000' }), '/data/0/location'],
  [line({ location: 'x'.repeat(101) }), '/data/0/location'],
  [line({ location: 'a\u0000' }), '/data/0/location'],
  [line({ location: 'a\nb' }), '/data/0/location'],
  [line({ location: 'a\ud800' }), '/data/0/location'],
  [line({ location: 5 }), '/data/0/location'],
  [line({ amount: 0 }), '/data/0/amount'],
  [line({ amount: -5 }), '/data/0/amount'],
  [line({ amount: 1.5 }), '/data/0/amount'],
  [line({ amount: '100' }), '/data/0/amount'],
  [line({ amount: 2 ** 53 + 2 }), '/data/0/amount'],
  [line({ amount: null }), '/data/0/amount'],
  [line({ currency: 'EUR' }), '/data/0/currency'],
])('the table %j is refused by naming %s', async (payload, pointer) => {
  const { replace, table } = await year([tainan]);
  const answer = await replace(payload);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
  expect((await table()).data).toEqual([tainan]);
});

test.each([
  {},
  { amount: 0 },
  { amount: -1 },
  { amount: 0.1 },
  { amount: '1' },
  { amount: 2 ** 53 },
  { amount: 1, currency: 'EUR' },
])('an amount of %j is rejected', async (payload) => {
  const { put, table } = await year([tainan]);
  expect((await put('Tainan', payload)).statusCode).toBe(400);
  expect((await table()).data).toEqual([tainan]);
});

test.each(['%00', '%20', 'a%0Ab', 'x'.repeat(101), '%C2%85'])('%s is rejected as a location', async (path) => {
  const { url, headers, table } = await year([tainan]);
  const answer = await muster.call({ method: 'PUT', url: `${url}/${path}`, headers, payload: { amount: 1 } });
  expect(answer.json()).toMatchObject({ status: 400, errors: [{ pointer: '/params/location' }] });
  expect((await muster.call({ method: 'PUT', url: `${url}/%FF`, headers, payload: { amount: 1 } })).statusCode).toBe(
    400,
  );
  expect((await table()).data).toEqual([tainan]);
});

test('the largest safe integer is returned unchanged', async () => {
  const { put, table } = await year([]);
  await put('Moon', { amount: Number.MAX_SAFE_INTEGER });
  expect((await table()).data).toEqual([{ location: 'Moon', amount: Number.MAX_SAFE_INTEGER }]);
});
