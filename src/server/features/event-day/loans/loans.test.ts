import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createDevice, inMinutes } from '../../../../../test/support/world/desk.ts';
import { createCrew } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import { problemOf } from '../../../../../test/support/world/disclosure.ts';
import { browserOf } from '../../../../../test/support/factories.ts';
import { remindOfLoans } from '../entitlements/earned.service.ts';
import type { DeskThing } from '../desk/desk.schema.ts';
import { historyOf } from './loans.policy.ts';
import type { ThingEvent } from './loans.policy.ts';

const muster = useApp();

async function createRadios(crew: Crew, audience: object = { everyone: true }) {
  const { id } = (await crew.as(crew.owner, 'POST', 'hand-outs', { name: 'Radio', kind: 'loan', audience })).json();
  const added = await crew.as(crew.owner, 'POST', `hand-outs/${id}/things`, { label: 'Radio 17', barcode: '4006' });
  expect(added.statusCode, added.body).toBe(201);
  return { id, thing: added.json().id as string, path: `hand-outs/${id}/things` };
}

const lend = (id: string, who: Caller, more: object = {}) => ({
  step: 'hand_out',
  hand_out: id,
  uid: who.uid,
  barcode: '4006',
  ...more,
});
const back = (more: object = {}) => ({ step: 'return', barcode: '4006', ...more });

test('a thing is lent to one person at a time, and the list shows who has it', async () => {
  const crew = await createCrew(muster);
  const { id, thing, path } = await createRadios(crew);
  const { desk, results } = await createDevice(muster, crew);
  const { next, things } = (await desk()).json();
  expect(things).toEqual([
    { id: thing, hand_out: id, label: 'Radio 17', barcode: '4006', condition: 'ok', lent_at: null, holder: null },
  ]);
  const [mia, chen] = [lend(id, crew.member), lend(id, crew.chief)];
  expect(await results([mia, mia, chen, lend(id, crew.chief, { barcode: 'none' })])).toEqual([
    'accepted',
    'repeated',
    'on_loan',
    'unknown',
  ]);
  const part = (await desk(next)).json();
  expect([part.whole, part.things]).toMatchObject([
    false,
    [{ id: thing, holder: { uid: crew.member.uid, name: 'Mia' } }],
  ]);
  const out = (await crew.as(crew.owner, 'GET', 'open-loans')).json();
  expect(out).toMatchObject({
    total: 1,
    data: [{ label: 'Radio 17', hand_out: { name: 'Radio' }, holder: { name: 'Mia' } }],
  });
  expect((await crew.as(crew.owner, 'GET', 'hand-outs')).json().data).toMatchObject([{ given: 1, available: 1 }]);
  expect((await crew.as(crew.member, 'GET', 'my-entitlements')).json().data).toMatchObject([
    { name: 'Radio', things: [{ label: 'Radio 17' }] },
  ]);
  expect(
    (await crew.as(crew.owner, 'POST', 'messages/audience', { audience: { open_loans: true } })).json(),
  ).toMatchObject({
    count: 1,
    people: [{ name: 'Mia' }],
  });
  expect((await crew.as(crew.chief, 'POST', 'messages/audience', { audience: { open_loans: true } })).statusCode).toBe(
    403,
  );
  expect((await crew.as(crew.owner, 'DELETE', `${path}/${thing}`)).statusCode).toBe(409);
  expect((await crew.as(crew.owner, 'DELETE', `hand-outs/${id}`)).statusCode).toBe(409);
  expect(await results([back({ condition: 'broken' }), back({ condition: 'broken' }), chen])).toEqual([
    'accepted',
    'not_lent',
    'accepted',
  ]);
  await crew.as(crew.owner, 'POST', 'hand-outs', { name: 'Shirt', audience: { everyone: true } });
  const all = (await desk(part.next)).json();
  expect([all.whole, all.things]).toMatchObject([true, [{ id: thing, holder: { name: 'Chen' } }]]);
  const loans = (await crew.as(crew.owner, 'GET', `${path}/${thing}/loans`)).json().data;
  expect(loans).toMatchObject([
    { name: 'Chen', returned_at: null, condition: null },
    { name: 'Mia', returned_at: expect.any(String), condition: 'broken' },
  ]);
  const headers = await browserOf(muster, crew.member);
  const exported = (await muster.call({ url: '/api/me/export', headers })).json().loans;
  expect(exported).toMatchObject([{ hand_out: 'Radio', label: 'Radio 17', condition: 'broken' }]);
  expect((await crew.as(crew.chief, 'GET', path)).statusCode).toBe(403);
});

test('the same happened in whatever order the scans of offline devices arrive', async () => {
  const crew = await createCrew(muster);
  const { id } = await createRadios(crew);
  const [one, two] = [await createDevice(muster, crew), await createDevice(muster, crew)];
  const at = (minutes: number) => ({ at: inMinutes(muster, minutes) });
  // Two knows of nothing that One did while it was offline.
  expect(await one.results([lend(id, crew.member, at(-60))])).toEqual(['accepted']);
  expect(await two.results([lend(id, crew.chief, at(-20))])).toEqual(['on_loan']);
  expect(await one.results([back(at(-30))])).toEqual(['accepted']);
  const holder = async () => (await crew.as(crew.owner, 'GET', 'open-loans')).json().data[0].holder.name;
  expect(await holder()).toBe('Chen');
  // Nobody loses what a device showed as theirs, but an earlier loan that has ended is added.
  expect(await one.results([lend(id, crew.otherChief, at(-25))])).toEqual(['on_loan']);
  expect(await one.results([lend(id, crew.otherChief, at(-25)), back(at(-22))])).toEqual(['accepted', 'accepted']);
  expect(await holder()).toBe('Chen');
  const events: ThingEvent[] = [
    { id: 'a', at: '1', step: 'lend', uid: 'mia', condition: null },
    { id: 'b', at: '2', step: 'lend', uid: 'chen', condition: null },
    { id: 'c', at: '3', step: 'return', uid: null, condition: 'lost' },
    { id: 'd', at: '4', step: 'return', uid: null, condition: 'lost' },
    { id: 'e', at: '5', step: 'lend', uid: 'chen', condition: null },
  ];
  for (const order of [events, events.toReversed(), [...events.slice(2), ...events.slice(0, 2)]]) {
    const { loans, condition, effects } = historyOf(order);
    expect(condition).toBe('ok');
    expect(loans.map(({ uid, lent_at, returned_at }) => [uid, lent_at, returned_at])).toEqual([
      ['mia', '1', '3'],
      ['chen', '5', null],
    ]);
    expect(['a', 'b', 'c', 'd', 'e'].map((event) => effects.get(event)?.result)).toEqual([
      'accepted',
      'on_loan',
      'accepted',
      'not_lent',
      'accepted',
    ]);
  }
});

test('lending and returning can be undone at the desk', async () => {
  const crew = await createCrew(muster);
  const { id } = await createRadios(crew);
  const { results } = await createDevice(muster, crew);
  const [lent, returned] = [crypto.randomUUID(), crypto.randomUUID()];
  const holders = async () =>
    (await crew.as(crew.owner, 'GET', 'open-loans')).json().data.map(({ holder }: { holder: Caller }) => holder.name);
  expect(await results([lend(id, crew.member, { id: lent }), back({ id: returned })])).toEqual([
    'accepted',
    'accepted',
  ]);
  expect(await holders()).toEqual([]);
  expect(await results([{ step: 'undo', undoes: returned }])).toEqual(['accepted']);
  expect(await holders()).toEqual(['Mia']);
  expect(await results([{ step: 'undo', undoes: lent }])).toEqual(['accepted']);
  expect(await holders()).toEqual([]);
});

test('people outside the audience borrow for a reason only, and devices of other teams see no names', async () => {
  const crew = await createCrew(muster);
  const { id } = await createRadios(crew, { tids: ['venue'] });
  const { results } = await createDevice(muster, crew);
  const press = await createDevice(muster, crew, { tids: ['press'] });
  expect(await results([lend(id, crew.otherChief), lend(id, crew.stranger, { reason: 'Asked nicely' })])).toEqual([
    'not_here',
    'not_here',
  ]);
  expect(await press.results([lend(id, crew.member, { reason: 'Asked' })])).toEqual(['not_here']);
  expect(await results([lend(id, crew.member)])).toEqual(['accepted']);
  const [thing]: DeskThing[] = (await press.desk()).json().things;
  expect(thing).toMatchObject({ lent_at: expect.any(String), holder: null });
  // Anybody can bring it back.
  expect(await press.results([back()])).toEqual(['accepted']);
  expect(await press.results([lend(id, crew.otherChief, { reason: 'Theirs is empty' })])).toEqual(['accepted']);
});

test('owners add, change, take back and delete things; a barcode is used once', async () => {
  const crew = await createCrew(muster);
  const { id, thing, path } = await createRadios(crew);
  const owner = (method: 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'GET', rest: string, body?: object, headers = {}) =>
    crew.as(crew.owner, method, `${path}${rest}`, body, headers);
  const taken = await owner('POST', '', { label: 'Other', barcode: '4006' });
  expect(taken.json()).toMatchObject({
    status: 409,
    code: 'barcode_taken',
    errors: [{ pointer: '/barcode', detail: 'is the barcode of Radio 17' }],
  });
  const many = [{ label: 'Key A' }, { label: 'Key B', barcode: 'Key A' }, { label: 'Radio', barcode: '4006' }];
  expect((await owner('POST', '/import', { things: many })).json().errors).toEqual([
    { pointer: '/things/1/barcode', detail: 'is the same as in /things/0/barcode' },
    { pointer: '/things/2/barcode', detail: 'is the barcode of Radio 17' },
  ]);
  expect((await owner('POST', '/import', { things: [{ label: 'Key A' }, { label: 'Key B' }] })).json()).toEqual({
    added: 2,
  });
  const { data, total } = (await owner('GET', '?limit=2')).json();
  expect([total, data.map(({ barcode }: { barcode: string }) => barcode)]).toEqual([3, ['Key A', 'Key B']]);
  const { etag } = (await owner('GET', `/${thing}`)).headers;
  const renamed = await owner('PATCH', `/${thing}`, { label: 'Radio 18' }, { 'if-match': String(etag) });
  expect(renamed.json()).toMatchObject({ label: 'Radio 18', barcode: '4006' });
  expect((await owner('PATCH', `/${thing}`, { label: 'X' }, { 'if-match': String(etag) })).statusCode).toBe(412);
  expect(problemOf(await owner('PATCH', `/${thing}`, { label: '  ' }))).toEqual([400, 'invalid_input', '/label']);
  expect(problemOf(await owner('PATCH', `/${thing}`, { barcode: 'Key A' }))).toEqual([
    409,
    'barcode_taken',
    '/barcode',
  ]);
  const mark = async (condition: string) => (await owner('PUT', `/${thing}/return`, { condition })).json().result;
  expect([await mark('ok'), await mark('lost'), await mark('lost'), await mark('ok')]).toEqual([
    'not_lent',
    'accepted',
    'not_lent',
    'accepted',
  ]);
  expect((await owner('DELETE', `/${thing}`)).statusCode).toBe(204);
  expect((await owner('DELETE', `/${thing}`)).statusCode).toBe(204);
  expect((await owner('GET', `/${thing}`)).statusCode).toBe(404);
  const items = (
    await crew.as(crew.owner, 'POST', 'hand-outs', { name: 'Shirt', audience: { everyone: true } })
  ).json();
  const wrong = await crew.as(crew.owner, 'POST', `hand-outs/${items.id}/things`, { label: 'X' });
  expect([wrong.statusCode, wrong.json().code]).toEqual([422, 'not_allowed']);
  const log = await muster.db.read
    .selectFrom('audit')
    .select('kind')
    .where('pid', '=', crew.pid)
    .orderBy('id')
    .execute();
  expect(log.map(({ kind }) => kind).filter((kind) => kind.startsWith('thing.'))).toEqual([
    'thing.added',
    'thing.added',
    'thing.changed',
    'thing.changed',
    'thing.changed',
    'thing.removed',
  ]);
  expect((await crew.as(crew.owner, 'DELETE', `hand-outs/${id}`)).statusCode).toBe(204);
});

test('people are reminded on the evening of the last day of what they still have', async () => {
  const crew = await createCrew(muster);
  const { id } = await createRadios(crew);
  const { results } = await createDevice(muster, crew);
  expect(await results([lend(id, crew.member)])).toEqual(['accepted']);
  const day = muster.clock.now().toISOString().slice(0, 10);
  await muster.db.transaction((trx) =>
    trx.updateTable('projects').set({ ends_on: day, timezone: 'UTC' }).where('pid', '=', crew.pid).execute(),
  );
  const remind = () => remindOfLoans(muster.services, new AbortController().signal);
  const until = (time: string) =>
    muster.clock.advance((Date.parse(`${day}T${time}`) - muster.clock.now().getTime()) / 1000);
  const stillOut = async () => (await crew.as(crew.owner, 'GET', 'dashboard')).json().open_loans;
  until('17:59:00.000Z');
  expect([await remind(), await stillOut()]).toEqual([0, 0]);
  until('18:00:00.000Z');
  expect(await stillOut()).toBe(1);
  expect([await remind(), await remind()]).toEqual([1, 0]);
  const notices = await muster.db.read
    .selectFrom('notices')
    .select(['uid', 'detail'])
    .where('kind', '=', 'loan.open')
    .execute();
  expect(notices).toEqual([{ uid: crew.member.uid, detail: JSON.stringify({ what: 'Radio 17' }) }]);
});
