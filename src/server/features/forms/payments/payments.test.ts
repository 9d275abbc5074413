import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { account, consent, createDisclosureWorld } from '../../../../../test/support/world/disclosure.ts';
import { browserOf } from '../../../../../test/support/factories.ts';
import { createCaller } from '../../../../../test/support/world.ts';
import type { Caller } from '../../../../../test/support/world.ts';
import { expireResponses } from '../answers/expiry.service.ts';
import type { Payment } from './payments.schema.ts';

const muster = useApp();

const money = { amount: 149_000, currency: 'TWD' };

async function createTravel() {
  const world = await createDisclosureWorld(muster);
  const travel = await world.createForm();
  for (const who of [world.member, world.chief]) expect((await world.put(who, travel)).statusCode).toBe(200);
  await world.put(world.otherChief, travel, {}, { apply: false });
  const path = `forms/${travel.form}/payments`;
  return {
    ...world,
    travel,
    path,
    pay: (who: Caller | undefined, people: object[], batch = 'August') =>
      world.as(who, 'POST', path, { batch, people }),
    list: async (): Promise<Payment[]> => (await world.as(world.owner, 'GET', path)).json().data,
  };
}

const kindsOf = async ({ pid }: { pid: string }) =>
  (
    await muster.db.read
      .selectFrom('audit')
      .select(['actor', 'kind', 'subject', 'detail'])
      .where('pid', '=', pid)
      .where('kind', 'in', ['payment.made', 'payment.undone'])
      .orderBy('id')
      .execute()
  ).map(({ detail, ...entry }) => ({ ...entry, detail: JSON.parse(detail) }));

const noBank = { bank: 'missing', bank_unconfirmed_since: null, claim: null };

test('owners mark people as paid, once, and see who, when and in which batch', async () => {
  const { pay, list, member, chief, otherChief, stranger, owner, ...world } = await createTravel();
  const people = [member, otherChief, stranger, member].map(({ uid }) => ({ uid, ...money }));
  const outcomes = (await pay(owner, [...people, { uid: chief.uid, amount: 1, currency: 'TWD' }])).json().data;
  expect(outcomes).toEqual([
    { uid: member.uid, outcome: 'paid' },
    { uid: otherChief.uid, outcome: 'no_amount' },
    { uid: stranger.uid, outcome: 'no_amount' },
    { uid: member.uid, outcome: 'already_paid' },
    { uid: chief.uid, outcome: 'changed' },
  ]);
  expect((await pay(owner, [{ uid: member.uid, ...money }])).json().data[0].outcome).toBe('already_paid');
  expect(await list()).toEqual([
    { uid: chief.uid, name: 'Chen', left: false, ...money, paid: null, difference: null, ...noBank },
    {
      uid: member.uid,
      name: 'Mia',
      left: false,
      ...money,
      paid: { ...money, at: expect.stringMatching(/^2026-06-01T/), by: 'Olga', batch: 'August' },
      difference: 0,
      ...noBank,
    },
  ]);
  const detail = { form: world.travel.form, ...money, batch: 'August' };
  expect(await kindsOf(world)).toEqual([{ actor: owner.uid, kind: 'payment.made', subject: member.uid, detail }]);
});

test('owners see how much is open and paid, without people whom the form no longer asks', async () => {
  const { pay, as, owner, member, chief, pid, travel } = await createTravel();
  const totals = async () => (await as(owner, 'GET', `forms/${travel.form}/payment-totals`)).json();
  expect(await totals()).toEqual({ open: [{ currency: 'TWD', count: 2, amount: 298_000 }], paid: [] });
  await pay(owner, [{ uid: member.uid, ...money }]);
  const one = [{ currency: 'TWD', count: 1, amount: 149_000 }];
  expect(await totals()).toEqual({ open: one, paid: one });
  await muster.db.transaction((trx) =>
    trx.deleteFrom('memberships').where('pid', '=', pid).where('uid', 'in', [member.uid, chief.uid]).execute(),
  );
  expect(await totals()).toEqual({ open: [], paid: one });
  expect((await as(owner, 'GET', 'forms/nothing/payment-totals')).statusCode).toBe(404);
  expect((await as(chief, 'GET', `forms/${travel.form}/payment-totals`)).statusCode).toBe(403);
});

test('what was paid stays in sight by form, also of people who are gone and forms that were deleted', async () => {
  const { pay, as, owner, member, chief, travel } = await createTravel();
  const listed = async () => (await as(owner, 'GET', 'travel-payments')).json().data;
  const form = { form: travel.form, title: travel.title };
  const sum = (count: number) => [{ currency: 'TWD', count, amount: count * money.amount }];
  expect(await listed()).toEqual([{ ...form, open: sum(2), paid: [] }]);
  await pay(
    owner,
    [member, chief].map(({ uid }) => ({ uid, ...money })),
  );
  await as(owner, 'DELETE', `forms/${travel.form}/payments/${chief.uid}`);
  expect(await listed()).toEqual([{ ...form, open: sum(1), paid: sum(1) }]);
  await muster.call({ method: 'DELETE', url: '/api/me', headers: await browserOf(muster, member) });
  expect(await listed()).toEqual([{ ...form, open: sum(1), paid: sum(1) }]);
  expect((await as(owner, 'DELETE', `forms/${travel.form}?force=true`)).statusCode).toBe(204);
  expect(await listed()).toEqual([{ form: travel.form, title: null, open: [], paid: sum(1) }]);
  for (const who of [chief, member]) expect((await as(who, 'GET', 'travel-payments')).statusCode).not.toBe(200);
});

test('undoing a payment is recorded, and the person can be paid again', async () => {
  const { pay, list, as, owner, member, path, ...world } = await createTravel();
  const undo = () => as(owner, 'DELETE', `${path}/${member.uid}`);
  expect((await undo()).statusCode).toBe(204);
  await pay(owner, [{ uid: member.uid, ...money }]);
  expect([(await undo()).statusCode, (await undo()).statusCode]).toEqual([204, 204]);
  expect((await list()).find(({ uid }) => uid === member.uid)).toMatchObject({ paid: null, difference: null });
  expect((await pay(owner, [{ uid: member.uid, ...money }], 'Second')).json().data[0].outcome).toBe('paid');
  const kinds = (await kindsOf(world)).map(({ kind, detail }) => [kind, detail.batch]);
  expect(kinds).toEqual([
    ['payment.made', 'August'],
    ['payment.undone', 'August'],
    ['payment.made', 'Second'],
  ]);
});

test('a payment stays when the answer changes or is taken back, with the difference', async () => {
  const { pay, list, as, owner, member, travel, ...world } = await createTravel();
  const of = async () => (await list()).find(({ uid }) => uid === member.uid);
  await pay(owner, [{ uid: member.uid, ...money }]);
  const table = (currency: string, amount: number) =>
    as(owner, 'PUT', 'traffic-subsidies', { currency, data: [{ location: 'Kaohsiung', amount }] });
  await table('TWD', 100_000);
  await world.put(member, travel);
  expect(await of()).toMatchObject({ amount: 100_000, paid: money, difference: -49_000 });
  await table('EUR', 4000);
  await world.put(member, travel);
  expect(await of()).toMatchObject({ amount: 4000, currency: 'EUR', paid: money, difference: null });
  await world.put(member, travel, {}, { apply: false });
  expect(await of()).toMatchObject({ amount: null, currency: null, paid: money, difference: -149_000 });
  await as(member, 'DELETE', `forms/${travel.form}/response`);
  expect(await of()).toMatchObject({ name: 'Mia', amount: null, paid: money, difference: -149_000 });
  expect((await pay(owner, [{ uid: member.uid, ...money }])).json().data[0].outcome).toBe('already_paid');
});

test('people see in their answer what they were paid, until it is undone', async () => {
  const { pay, as, owner, member, chief, path, travel } = await createTravel();
  const paidTo = async (who: Caller) =>
    (await as(undefined, 'GET', `forms/${travel.form}/response`, undefined, await browserOf(muster, who))).json().paid;
  await pay(owner, [{ uid: member.uid, ...money }]);
  expect(await paidTo(member)).toEqual({ ...money, at: expect.stringMatching(/^2026-06-01T/) });
  expect(await paidTo(chief)).toBeNull();
  await as(owner, 'DELETE', `${path}/${member.uid}`);
  expect(await paidTo(member)).toBeNull();
});

test('many owners who pay the same people at once pay each of them once', async () => {
  const { pay, list, as, owner, member, chief, path, ...world } = await createTravel();
  const others = await Promise.all([1, 2, 3].map((index) => createCaller(muster, `Owner ${index}`)));
  const headers = await browserOf(muster, owner);
  for (const { uid } of others) await as(undefined, 'PUT', `owners/${uid}`, undefined, headers);
  for (let round = 0; round < 3; round += 1) {
    const people = [member, chief].map(({ uid }) => ({ uid, ...money }));
    const given = round % 2 === 0 ? people : people.toReversed();
    const answers = await Promise.all([owner, ...others, owner].map((who) => pay(who, given)));
    const outcomes: { uid: string; outcome: string }[] = answers.flatMap((answer) => answer.json().data);
    const paid = outcomes.filter(({ outcome }) => outcome === 'paid').map(({ uid }) => uid);
    expect(paid.toSorted()).toEqual([member.uid, chief.uid].toSorted());
    expect(outcomes.filter(({ outcome }) => outcome === 'already_paid')).toHaveLength(8);
    await Promise.all(
      [owner, ...others].flatMap((who) =>
        [member, chief].map(({ uid }) =>
          as(who, 'DELETE', `${path}/${uid}`).then((one) => expect(one.statusCode).toBe(204)),
        ),
      ),
    );
  }
  expect((await list()).every(({ paid }) => paid === null)).toBe(true);
  const undone = (await kindsOf(world)).filter(({ kind }) => kind === 'payment.undone');
  expect(undone).toHaveLength(6);
});

test('only owners see and make payments, and only of forms about travel money', async () => {
  const { as, pay, owner, member, chief, path } = await createTravel();
  const people = [{ uid: member.uid, ...money }];
  for (const who of [member, chief]) {
    expect([(await as(who, 'GET', path)).statusCode, (await pay(who, people)).statusCode]).toEqual([403, 403]);
    expect((await as(who, 'DELETE', `${path}/${member.uid}`)).statusCode).toBe(403);
  }
  await as(owner, 'POST', 'forms', { form: 'shirts', kind: 'shirt_size', title: 'Shirts' });
  const refused = [
    await as(owner, 'GET', 'forms/shirts/payments'),
    await as(owner, 'POST', 'forms/shirts/payments', { people }),
    await as(owner, 'DELETE', `forms/shirts/payments/${member.uid}`),
  ];
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([422, 422, 422]);
  const empty = await as(owner, 'POST', path, { people: [] });
  expect(empty.statusCode).toBe(400);
});

test('payments say who has a bank account, and the list of bank accounts who is paid', async () => {
  const { pay, list, owner, member, chief, shownOf, travel, see, ...world } = await createTravel();
  await world.keep(member, account);
  expect((await list()).map(({ name, bank }) => [name, bank])).toEqual([
    ['Chen', 'missing'],
    ['Mia', 'given'],
  ]);
  await pay(owner, [{ uid: member.uid, ...money }]);
  const paid = { paid_amount: 149_000, paid_currency: 'TWD', paid_at: expect.any(String) };
  expect(await shownOf(travel, member)).toMatchObject({ state: 'given', ...paid });
  expect(await shownOf(travel, chief)).toMatchObject({ paid_at: null, paid_amount: null, paid_currency: null });
  const [head = '', ...lines] = (await see(`${travel.form}/passed-on.csv?kind=bank`)).body.split('\r\n');
  expect(head.endsWith('paid_at,paid_amount,paid_currency,unconfirmed_since')).toBe(true);
  expect(lines.find((line) => line.startsWith(member.uid))).toMatch(/,2026-06-01T[^,]*,1490\.00,TWD,$/);
});

test('people who left are marked; erased people and expired answers leave a payment without a name', async () => {
  const { pay, list, as, owner, member, chief, pid, travel } = await createTravel();
  const headers = await browserOf(muster, member);
  await pay(
    owner,
    [member, chief].map(({ uid }) => ({ uid, ...money })),
  );
  const mine = (await muster.call({ url: '/api/me/export', headers })).json().payments;
  expect(mine).toMatchObject([{ pid, form: travel.form, ...money, batch: 'August', undone_at: null }]);
  await as(owner, 'DELETE', `teams/venue/members/${member.uid}`);
  expect((await list()).map(({ name, left }) => [name, left])).toEqual([
    ['Chen', false],
    ['Mia', true],
  ]);
  expect((await muster.call({ method: 'DELETE', url: '/api/me', headers })).statusCode).toBe(204);
  expect((await list()).map(({ name }) => name)).toEqual(['Chen']);
  const rows = () => muster.db.read.selectFrom('payments').select(['uid', 'amount']).where('pid', '=', pid).execute();
  expect(new Set((await rows()).map(({ uid }) => uid))).toEqual(new Set([chief.uid, null]));
  await muster.db.transaction((trx) =>
    trx.updateTable('projects').set({ ends_on: '2026-06-02' }).where('pid', '=', pid).execute(),
  );
  const later = new Date('2030-01-01T00:00:00.000Z');
  for await (const expired of expireResponses({ db: muster.db, now: later, dryRun: false }, later))
    expect(expired.responses).toBeGreaterThan(0);
  expect(await rows()).toEqual([money.amount, money.amount].map((amount) => ({ uid: null, amount })));
});

test('listing payments takes as many queries for many people as for one', async () => {
  const { as, owner, path, newMember, put, travel } = await createTravel();
  const spend = async () => {
    const before = muster.db.queryCount();
    await as(owner, 'GET', path);
    return muster.db.queryCount() - before;
  };
  const few = await spend();
  for (let i = 0; i < 3; i += 1) await put(await newMember(), travel, consent);
  expect(await spend()).toBe(few);
});
