import { describe, expect, test } from 'vitest';
import { languages } from '../../../locales/catalogues.ts';
import { useApp } from '../../../../test/support/app.ts';
import { bearer, createPerson, tokenOf } from '../../../../test/support/factories.ts';

const muster = useApp();

const signedIn = async (person: { uid: string }) => bearer(await tokenOf(muster, person));
const get = (url: string, headers: object) => muster.call({ url, headers: { ...headers } });
const put = (url: string, headers: object, payload: object) =>
  muster.call({ method: 'PUT', url, headers: { ...headers }, payload });

const bank = { code: '004', number: '1234-5678-9012', branch: '館前分行', holder: '王小明' };
const address = { country: 'TW', postal_code: '106319', receiver: '王小明', address: '台北市\n大安區 1 號' };
const diet = { selected: ['no_beef', 'allergy_seafood'], note: 'Shrimp is fine' };
const real = {
  name: '王小明',
  phone: '+886912345678',
  national_id: 'A123456789',
  company: '=HYPERLINK("x")',
  birthday: '1990-02-28',
};

const kinds = [
  ['bank', '/api/me/bank', bank, { code: '', number: '', branch: '', holder: '' }],
  ['address', '/api/me/address', address, { country: '', postal_code: '', receiver: '', address: '' }],
  ['dietary_habits', '/api/me/dietary-habits', diet, { selected: [], note: '' }],
  ['real_profile', '/api/me/real-profile', real, { name: '', phone: '', national_id: '', company: '', birthday: null }],
] as const;

describe.each(kinds)('%s', (kind, url, value, nothing) => {
  test('is empty at first, reads back as written, and can be cleared', async () => {
    const person = await createPerson(muster);
    const headers = await signedIn(person);
    expect((await get(url, headers)).json()).toEqual(nothing);
    const written = await put(url, headers, value);
    expect(written.statusCode).toBe(200);
    expect(written.json()).toEqual(value);
    const read = await get(url, headers);
    expect(read.json()).toEqual(value);
    expect(read.headers.etag).toBe(written.headers.etag);
    expect((await get('/api/me', headers)).json().missing).not.toContain(kind);
    expect((await put(url, headers, nothing)).json()).toEqual(nothing);
    expect((await get(url, headers)).json()).toEqual(nothing);
    expect((await get('/api/me', headers)).json().missing).toContain(kind);
  });

  test('is never stored or logged in plain text', async () => {
    const person = await createPerson(muster);
    await put(url, await signedIn(person), value);
    const rows = await muster.db.read.selectFrom('private_data').selectAll().where('uid', '=', person.uid).execute();
    const entries = await muster.db.read.selectFrom('audit').selectAll().where('actor', '=', person.uid).execute();
    expect(rows).toHaveLength(1);
    expect(entries.map((entry) => [entry.kind, JSON.parse(entry.detail)])).toEqual([
      ['private.changed', { kind, fields: Object.keys(value).join(',') }],
    ]);
    const kept = JSON.stringify([rows, entries, muster.logs]);
    // Shorter ones could occur in the encrypted text by chance.
    const secrets = Object.values(value)
      .flat()
      .filter((secret) => secret.length >= 3 && !/^\w{1,4}$/.test(secret));
    expect(secrets.length).toBeGreaterThan(0);
    for (const secret of secrets) expect(kept).not.toContain(secret);
  });

  test('a sealed value copied to another person or field cannot be opened', async () => {
    const [ada, eve] = [await createPerson(muster), await createPerson(muster)];
    const headers = { ada: await signedIn(ada), eve: await signedIn(eve) };
    await put(url, headers.ada, value);
    await put(url, headers.eve, value);
    const fields = async (uid: string) =>
      JSON.parse(
        (
          await muster.db.read
            .selectFrom('private_data')
            .select('fields')
            .where('uid', '=', uid)
            .executeTakeFirstOrThrow()
        ).fields,
      ) as Record<string, string>;
    const write = (uid: string, text: object) =>
      muster.db.transaction((trx) =>
        trx
          .updateTable('private_data')
          .set({ fields: JSON.stringify(text) })
          .where('uid', '=', uid)
          .execute(),
      );
    const own = await fields(eve.uid);
    await write(eve.uid, await fields(ada.uid));
    expect((await muster.app.inject({ url, headers: headers.eve })).statusCode).toBe(500);
    const [first = '', second = ''] = Object.keys(own);
    await write(eve.uid, { ...own, [first]: own[second], [second]: own[first] });
    expect((await muster.app.inject({ url, headers: headers.eve })).statusCode).toBe(500);
    await write(eve.uid, own);
    expect((await get(url, headers.eve)).json()).toEqual(value);
    await write(eve.uid, { [first]: 'lost.key' });
    expect((await put(url, headers.eve, value)).json()).toEqual(value);
    expect((await get(url, headers.eve)).json()).toEqual(value);
  });

  test('of two concurrent first writes with If-Match one wins', async () => {
    const headers = await signedIn(await createPerson(muster));
    const tag = { 'if-match': String((await get(url, headers)).headers.etag) };
    const racing = await Promise.all([value, nothing].map((body) => put(url, { ...headers, ...tag }, body)));
    expect(racing.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 412]);
    const winner = racing.find((answer) => answer.statusCode === 200);
    const again = { ...headers, 'if-match': String(winner?.headers.etag) };
    const second = await Promise.all([value, nothing].map((body) => put(url, { ...again }, body)));
    expect(second.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 412]);
  });

  test('writes without If-Match are serialised, and none is lost', async () => {
    const person = await createPerson(muster);
    const headers = await signedIn(person);
    const answers = await Promise.all(Array.from({ length: 10 }, () => put(url, headers, value)));
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array.from({ length: 10 }, () => 200));
    const revisions = answers.map((answer) => Number(/r(\d+)/.exec(String(answer.headers.etag))?.[1]));
    expect(revisions.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test('is visible to the caller only', async () => {
    const [ada, eve] = [await createPerson(muster), await createPerson(muster, { administrator: true })];
    await put(url, await signedIn(ada), value);
    expect((await get(url, await signedIn(eve))).json()).toEqual(nothing);
    expect((await get(url, {})).statusCode).toBe(401);
    expect((await put(url, {}, value)).statusCode).toBe(401);
    const readOnly = bearer(await tokenOf(muster, ada, { scope: 'read' }));
    expect((await put(url, readOnly, nothing)).statusCode).toBe(403);
    expect((await get(url, readOnly)).json()).toEqual(value);
  });
});

test.each([
  [{ number: 'gb82 west 1234 5698 7654 32' }, { number: 'GB82WEST12345698765432' }],
  [{ number: 'DE89 3704 0044 0532 0130 00' }, { number: 'DE89370400440532013000' }],
  [{ number: 'XX00 0000 1111' }, { number: 'XX00 0000 1111' }],
  [{ number: ' 00012345678 ' }, { number: '00012345678' }],
])('the account number %j is stored as %j', async (given, kept) => {
  const headers = await signedIn(await createPerson(muster));
  expect((await put('/api/me/bank', headers, { ...bank, ...given })).json()).toEqual({ ...bank, ...kept });
});

test.each([
  [{ phone: '+886 912-345-678' }, { phone: '+886912345678' }],
  [{ phone: '+44 (20) 7946 0018' }, { phone: '+442079460018' }],
  [{ birthday: '2000-02-29' }, { birthday: '2000-02-29' }],
  [{ birthday: null }, { birthday: null }],
])('the real profile %j is stored as %j', async (given, kept) => {
  const headers = await signedIn(await createPerson(muster));
  expect((await put('/api/me/real-profile', headers, { ...real, ...given })).json()).toEqual({ ...real, ...kept });
});

test.each([
  { country: 'GB', postal_code: 'sw1a 1aa' },
  { country: 'TW', postal_code: '106' },
  { country: 'JP', postal_code: '100-0001' },
  { country: 'HK', postal_code: '' },
  { country: 'VN', postal_code: '700000' },
])('accepts the postal code %j', async (place) => {
  const headers = await signedIn(await createPerson(muster));
  const answer = await put('/api/me/address', headers, { ...address, ...place });
  expect(answer.json()).toEqual({ ...address, ...place, postal_code: place.postal_code.toUpperCase() });
});

type BadInput = [url: string, payload: object, pointer: string];

const textFields = [
  ['/api/me/bank', bank, ['code', 'number', 'branch', 'holder']],
  ['/api/me/address', address, ['country', 'postal_code', 'receiver', 'address']],
  ['/api/me/dietary-habits', diet, ['note']],
  ['/api/me/real-profile', real, ['name', 'phone', 'national_id', 'company', 'birthday']],
] as const;
const bad = ['a\u0000b', '\ud800', '\udc00x', '\u0007', 'a'.repeat(1001), 12, 2 ** 53 + 2, true, ['a'], {}];
const badTexts = textFields.flatMap(([url, value, names]) =>
  names.flatMap((name) => bad.map((wrong): BadInput => [url, { ...value, [name]: wrong }, `/${name}`])),
);

test.each<BadInput>([
  ...badTexts,
  ['/api/me/bank', { ...bank, number: 'GB82WEST12345698765433' }, '/number'],
  ['/api/me/bank', { ...bank, number: 'GB82WEST1234569876543' }, '/number'],
  ['/api/me/bank', { ...bank, number: 'DE00 0000 1111' }, '/number'],
  ['/api/me/bank', { ...bank, number: 'de89' }, '/number'],
  ['/api/me/bank', { ...bank, number: 'XX00 0000 1111 2222 3333' }, '/number'],
  ['/api/me/bank', { ...bank, number: '1234_5678' }, '/number'],
  ['/api/me/bank', { ...bank, iban: '1' }, '/iban'],
  ['/api/me/bank', { code: '004' }, '/number'],
  ['/api/me/address', { ...address, country: 'XX' }, '/country'],
  ['/api/me/address', { ...address, country: 'tw' }, '/country'],
  ['/api/me/address', { ...address, country: '' }, '/country'],
  ['/api/me/address', { ...address, postal_code: '1063' }, '/postal_code'],
  ['/api/me/address', { ...address, country: 'US', postal_code: 'ABCDE' }, '/postal_code'],
  ['/api/me/address', { ...address, country: 'VN', postal_code: '{}' }, '/postal_code'],
  ['/api/me/address', { ...address, uid: 'someone' }, '/uid'],
  ['/api/me/dietary-habits', { ...diet, selected: ['no_beef', 'no_beef'] }, '/selected'],
  ['/api/me/dietary-habits', { ...diet, selected: ['everything'] }, '/selected/0'],
  ['/api/me/dietary-habits', { ...diet, selected: [1] }, '/selected/0'],
  ['/api/me/dietary-habits', { ...diet, selected: 'meat' }, '/selected'],
  ['/api/me/dietary-habits', { ...diet, extra: 1 }, '/extra'],
  ['/api/me/real-profile', { ...real, phone: '0912345678' }, '/phone'],
  ['/api/me/real-profile', { ...real, phone: '+886912' }, '/phone'],
  ['/api/me/real-profile', { ...real, phone: '+999123456789' }, '/phone'],
  ['/api/me/real-profile', { ...real, birthday: '2023-02-29' }, '/birthday'],
  ['/api/me/real-profile', { ...real, birthday: '1990-2-8' }, '/birthday'],
  ['/api/me/real-profile', { ...real, birthday: '' }, '/birthday'],
  ['/api/me/real-profile', { ...real, birthday: '1899-12-31' }, '/birthday'],
  ['/api/me/real-profile', { ...real, birthday: '2026-06-01' }, '/birthday'],
  ['/api/me/real-profile', { ...real, birthday: '2999-01-01' }, '/birthday'],
  ['/api/me/real-profile', { ...real, age: 3 }, '/age'],
])('%s rejects invalid input %# with a pointer to the field', async (url, payload, pointer) => {
  const headers = await signedIn(await createPerson(muster));
  const before = (await get(url, headers)).body;
  const response = await put(url, headers, payload);
  expect(response.statusCode).toBe(400);
  expect(response.json().errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
  expect((await get(url, headers)).body).toBe(before);
});

test('the catalogue of dietary habits is public, in every language, in pages', async () => {
  const all = (await muster.call('/api/dietary-habits')).json();
  expect(all.next).toBeNull();
  expect(all.data[1]).toMatchObject({ code: 'no_beef', labels: { en: 'No beef', 'zh-TW': '不吃牛肉' } });
  for (const { labels } of all.data) expect(Object.keys(labels)).toEqual(languages);
  const first = (await muster.call('/api/dietary-habits?limit=5')).json();
  const rest = (await muster.call(`/api/dietary-habits?cursor=${first.next}`)).json();
  expect([...first.data, ...rest.data]).toEqual(all.data);
  expect((await muster.call('/api/dietary-habits?cursor=x')).statusCode).toBe(400);
});

test('missing data is listed, with the same number of queries for nothing and for everything', async () => {
  const person = await createPerson(muster, { name: '' });
  const headers = await signedIn(person);
  const count = async () => {
    const before = muster.db.queryCount();
    const { missing } = (await get('/api/me', headers)).json();
    return { missing, queries: muster.db.queryCount() - before };
  };
  const nothing = await count();
  expect(nothing.missing).toEqual(['name', 'real_profile', 'address', 'bank', 'dietary_habits']);
  for (const [, url, value] of kinds) await put(url, headers, value);
  expect(await count()).toEqual({ missing: ['name'], queries: nothing.queries });
  await put('/api/me/bank', headers, { ...bank, number: '' });
  expect((await count()).missing).toEqual(['name', 'bank']);
});
