import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { bearer, browserOf, createPerson, tokenOf } from '../../../../test/support/factories.ts';

const muster = useApp();
const url = '/api/me/contact';

const signedIn = async (person: { uid: string }) => bearer(await tokenOf(muster, person));
const read = async (headers: object) => muster.call({ url, headers: { ...headers } });
const write = (headers: object, payload: object) =>
  muster.call({ method: 'PUT', url, headers: { ...headers }, payload });

const given = {
  phone: '+886 912-345-678',
  handles: [
    { service: ' Telegram ', name: '@ada_lovelace' },
    { service: 'Telegram', name: '@ada_lovelace ' },
  ],
  visible_to: 'team',
};
const kept = { ...given, phone: '+886912345678', handles: [{ service: 'Telegram', name: '@ada_lovelace' }] };

test('is empty and visible to chiefs at first, reads back as E.164 and without repeated handles, and can be cleared', async () => {
  const headers = await signedIn(await createPerson(muster));
  const nothing = { phone: '', handles: [], visible_to: 'chiefs' };
  expect((await read(headers)).json()).toEqual(nothing);
  const written = await write(headers, given);
  expect(written.json()).toEqual(kept);
  const found = await read(headers);
  expect([found.json(), found.headers.etag]).toEqual([kept, written.headers.etag]);
  expect((await write(headers, nothing)).json()).toEqual(nothing);
  expect((await read(headers)).json()).toEqual(nothing);
});

test('is encrypted at rest, and the audit log names the fields only', async () => {
  const person = await createPerson(muster);
  await write(await signedIn(person), given);
  const rows = await muster.db.read.selectFrom('private_data').selectAll().where('uid', '=', person.uid).execute();
  const entries = await muster.db.read.selectFrom('audit').selectAll().where('actor', '=', person.uid).execute();
  expect(entries.map(({ kind, detail }) => [kind, JSON.parse(detail)])).toEqual([
    ['private.changed', { kind: 'contact', fields: 'phone,handles,visible_to' }],
  ]);
  const text = JSON.stringify([rows, entries, muster.logs]);
  expect(text).not.toMatch(/912345678|ada_lovelace|Telegram/);
});

test('is not among what the home page asks for', async () => {
  const { missing } = (
    await muster.call({ url: '/api/me', headers: await signedIn(await createPerson(muster)) })
  ).json();
  expect(missing).not.toContain('contact');
});

test.each([
  ['/phone', { phone: '0912345678' }],
  ['/phone', { phone: '+8869' }],
  ['/handles', { handles: Array.from({ length: 6 }, () => ({ service: 'Telegram', name: '@ada' })) }],
  ['/handles/0/service', { handles: [{ service: ' ', name: '@ada' }] }],
  ['/handles/0/name', { handles: [{ service: 'Telegram', name: '' }] }],
  ['/handles/0/name', { handles: [{ service: 'Telegram', name: 'x'.repeat(101) }] }],
  ['/visible_to', { visible_to: 'everyone' }],
  ['/extra', { extra: 1 }],
])('rejects %s in %j', async (pointer, part) => {
  const headers = await signedIn(await createPerson(muster));
  const { status, code, errors } = (await write(headers, { ...given, ...part })).json();
  expect([status, code, errors[0].pointer]).toEqual([400, 'invalid_input', pointer]);
  expect((await read(headers)).json().phone).toBe('');
});

test('a write of an old version is rejected; visitors get 401', async () => {
  const headers = await signedIn(await createPerson(muster));
  const { etag } = (await write(headers, given)).headers;
  await write(headers, { ...given, phone: '' });
  const stale = await write({ ...headers, 'if-match': String(etag) }, given);
  expect([stale.statusCode, stale.json().code]).toEqual([412, 'stale']);
  expect((await read({})).statusCode).toBe(401);
  expect((await write({}, given)).statusCode).toBe(401);
});

test('is part of the export, and gone after erasure', async () => {
  const person = await createPerson(muster);
  const headers = await browserOf(muster, person);
  await write(headers, given);
  expect((await muster.call({ url: '/api/me/export', headers })).json().contact).toEqual(kept);
  expect((await muster.call({ method: 'DELETE', url: '/api/me', headers })).statusCode).toBe(204);
  const rows = await muster.db.read.selectFrom('private_data').selectAll().where('uid', '=', person.uid).execute();
  expect(rows).toEqual([]);
});
