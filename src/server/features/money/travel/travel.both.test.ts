import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createRows } from '../../../../../test/support/factories.ts';
import { claimSteps, pdf } from '../../../../../test/support/world/claim-steps.ts';
import { createDisclosureWorld, problemOf, until } from '../../../../../test/support/world/disclosure.ts';
import type { DisclosureWorld } from '../../../../../test/support/world/disclosure.ts';
import { createCaller } from '../../../../../test/support/world.ts';
import type { Caller } from '../../../../../test/support/world.ts';

const muster = useApp();
let crew: DisclosureWorld;
let travel: { form: string };
beforeEach(async () => {
  crew = await createDisclosureWorld(muster);
  travel = await crew.createForm();
});
const { line, upload, send, decide, browser, read } = claimSteps(muster, () => crew);

const money = { amount: 149_000, currency: 'TWD' };
const settings = { payer_name: '', payer_iban: '', payer_bic: '', travel_pays: 'receipts', travel_budget: null };
const pays = (travel_pays: string, more: object = {}) =>
  crew.as(crew.owner, 'PUT', 'money-settings', { ...settings, travel_pays, ...more });
const ownClaims = async (who: Caller) => (await crew.as(who, 'GET', 'my-claims')).json().data;
const answerOf = async (who: Caller) => (await browser(who, 'GET', `forms/${travel.form}/response`)).json();
const takeBack = (who: Caller) => crew.as(who, 'DELETE', `forms/${travel.form}/response`);
const tableOf = (amount: number, currency = 'TWD') =>
  crew.as(crew.owner, 'PUT', 'traffic-subsidies', { currency, data: [{ location: 'Kaohsiung', amount }] });
/** Answers, and enters receipts of this sum. */
const claimed = async (who: Caller, amount: number) => {
  await crew.put(who, travel);
  const [{ id }] = await ownClaims(who);
  await crew.as(who, 'PATCH', `claims/${id}`, { lines: [{ ...line, amount }] });
  return id as string;
};

test('a project that pays fixed amounts has no claims for travel', async () => {
  expect((await crew.put(crew.member, travel)).json().claim).toBeNull();
  expect(await ownClaims(crew.member)).toEqual([]);
  expect((await crew.as(crew.owner, 'GET', `forms/${travel.form}/payments`)).json().data).toMatchObject([
    { uid: crew.member.uid, amount: 149_000, claim: null },
  ]);
});

test('an answer becomes a claim of which at most the amount of the table is paid, or less by receipts', async () => {
  await pays('receipts');
  const answer = (await crew.put(crew.member, travel)).json();
  const [claim] = await ownClaims(crew.member);
  expect(answer.claim).toEqual({ id: claim.id, number: null, state: 'draft' });
  expect(claim).toMatchObject({ kind: 'travel', form: travel.form, cap: 149_000, currency: 'TWD', claimed: 0 });
  // Answering again changes nothing.
  await crew.put(crew.member, travel);
  expect(await ownClaims(crew.member)).toHaveLength(1);
  const change = (body: object) => crew.as(crew.member, 'PATCH', `claims/${claim.id}`, body);
  expect(problemOf(await change({ currency: 'EUR' }))).toEqual([422, 'not_allowed', '/currency']);
  expect((await change({ lines: [{ ...line, amount: 50_000 }] })).json()).toMatchObject({ amount: 50_000 });
  const dear = [{ ...line, amount: 200_000 }];
  expect((await change({ lines: dear })).json()).toMatchObject({ claimed: 200_000, amount: 149_000 });
  expect((await send(crew.member, claim.id, { share_bank: true })).json().number).toBe(1);
  expect((await decide(crew.owner, claim.id, { decision: 'approve' })).json().state).toBe('approved');
  const due = (await crew.as(crew.owner, 'GET', 'due-payments')).json().data;
  expect(due).toMatchObject([{ person: { uid: crew.member.uid }, amount: 149_000 }]);
});

test('who agreed to the use of their account with the answer need not agree again for the claim', async () => {
  await pays('receipts');
  await crew.keep(crew.member);
  const id = await claimed(crew.member, 50_000);
  const bank = async () => (await read(crew.member, id)).bank;
  expect(await bank()).toEqual({ until, state: 'given', account: 'given' });
  await crew.as(crew.member, 'DELETE', `forms/${travel.form}/response/consent`);
  // The consent of somebody else is theirs.
  await crew.put(await crew.newMember(), travel);
  expect(await bank()).toMatchObject({ until: null, account: 'given' });
});

test('who gets travel money by a claim is not paid the fixed amount as well', async () => {
  await pays('receipts');
  await crew.put(crew.member, travel);
  const path = `forms/${travel.form}/payments`;
  const [claim] = await ownClaims(crew.member);
  const pay = async () =>
    (await crew.as(crew.owner, 'POST', path, { people: [{ uid: crew.member.uid, ...money }] })).json().data;
  expect(await pay()).toEqual([{ uid: crew.member.uid, outcome: 'claimed' }]);
  expect((await crew.as(crew.owner, 'GET', path)).json().data).toMatchObject([
    { uid: crew.member.uid, paid: null, claim: { id: claim.id, state: 'draft' } },
  ]);
  expect((await crew.as(crew.owner, 'GET', `forms/${travel.form}/payment-totals`)).json()).toEqual({
    open: [],
    paid: [],
  });
  // Nor who has renounced it.
  await crew.as(crew.member, 'DELETE', `claims/${claim.id}`);
  expect(await pay()).toEqual([{ uid: crew.member.uid, outcome: 'claimed' }]);
});

test('the claim follows the answer until it is decided', async () => {
  await pays('receipts');
  const id = await claimed(crew.member, 200_000);
  await send(crew.member, id);
  await tableOf(100_000);
  await crew.put(crew.member, travel);
  expect(await read(crew.owner, id)).toMatchObject({ state: 'sent', cap: 100_000, amount: 100_000 });
  // Amounts in another currency say nothing.
  await tableOf(4000, 'EUR');
  await crew.put(crew.member, travel);
  const again = { state: 'returned', cap: 4000, currency: 'EUR', claimed: 0, amount: 0, lines: [] };
  expect(await read(crew.member, id)).toMatchObject(again);
  await crew.put(crew.member, travel, {}, { apply: false });
  expect(await read(crew.member, id)).toMatchObject({ state: 'withdrawn' });
  expect((await answerOf(crew.member)).claim).toBeNull();
  await crew.put(crew.member, travel);
  expect(await read(crew.member, id)).toMatchObject({ state: 'returned', number: 1, cap: 4000 });
  await crew.as(crew.member, 'PATCH', `claims/${id}`, { lines: [{ ...line, amount: 3000 }] });
  await send(crew.member, id);
  await decide(crew.owner, id, { decision: 'approve' });
  await tableOf(1);
  await crew.put(crew.member, travel);
  await takeBack(crew.member);
  expect(await read(crew.member, id)).toMatchObject({ state: 'approved', cap: 4000, amount: 3000 });
});

test('a draft goes with the answer', async () => {
  await pays('receipts');
  await crew.put(crew.member, travel);
  expect((await takeBack(crew.member)).statusCode).toBe(204);
  expect(await ownClaims(crew.member)).toEqual([]);
});

test('a project that begins to pay by receipts opens claims for those who have applied and were not paid', async () => {
  const others = [crew.chief, crew.otherChief];
  for (const who of [crew.member, ...others]) await crew.put(who, travel);
  await crew.as(crew.owner, 'POST', `forms/${travel.form}/payments`, { people: [{ uid: crew.chief.uid, ...money }] });
  // Whom the form no longer asks.
  await muster.db.transaction((trx) =>
    trx.deleteFrom('memberships').where('pid', '=', crew.pid).where('uid', '=', crew.otherChief.uid).execute(),
  );
  await crew.as(crew.owner, 'POST', 'budgets', {
    budgets: [{ code: 'TRIP', name: 'Travel', tid: null, amount: 1_000_000, currency: 'TWD' }],
  });
  expect(problemOf(await pays('receipts', { travel_budget: 'NONE' }))).toEqual([422, 'not_allowed', '/travel_budget']);
  expect(await ownClaims(crew.member)).toEqual([]);
  expect((await pays('receipts', { travel_budget: 'TRIP' })).statusCode).toBe(204);
  expect(await ownClaims(crew.member)).toMatchObject([{ state: 'draft', cap: 149_000, budget: 'TRIP' }]);
  for (const who of others) expect(await ownClaims(who)).toEqual([]);
  const notices = muster.db.read.selectFrom('notices').select('uid').where('kind', '=', 'claim.receipts_needed');
  expect(await notices.where('pid', '=', crew.pid).execute()).toEqual([{ uid: crew.member.uid }]);
  // Who was paid has no claim, also after answering again.
  await crew.put(crew.chief, travel);
  expect(await ownClaims(crew.chief)).toEqual([]);
});

test('who asked for travel money only in another project, whose form has the same name, has no claim', async () => {
  const before = await createDisclosureWorld(muster);
  const form = await before.createForm();
  expect(form.form).toBe(travel.form);
  const { uid } = crew.member;
  await createRows(muster, { memberships: [{ pid: before.pid, tid: 'venue', uid, role: 'member' }] });
  expect((await before.put(crew.member, form)).statusCode).toBeLessThan(300);
  expect((await pays('receipts')).statusCode).toBe(204);
  expect(await ownClaims(crew.member)).toEqual([]);
});

test('it pays fixed amounts again as long as nobody has begun a claim', async () => {
  await pays('receipts');
  const id = await claimed(crew.member, 100);
  expect(problemOf(await pays('fixed'))).toEqual([422, 'not_allowed']);
  await crew.as(crew.member, 'PATCH', `claims/${id}`, { lines: [] });
  await upload(crew.member, id, pdf);
  expect(problemOf(await pays('fixed'))).toEqual([422, 'not_allowed']);
  const [file] = (await read(crew.member, id)).files;
  await crew.as(crew.member, 'DELETE', `claims/${id}/files/${file.id}`);
  expect((await pays('fixed')).statusCode).toBe(204);
  expect(await ownClaims(crew.member)).toEqual([]);
  const path = `forms/${travel.form}/payments`;
  const paid = await crew.as(crew.owner, 'POST', path, { people: [{ uid: crew.member.uid, ...money }] });
  expect(paid.json().data).toEqual([{ uid: crew.member.uid, outcome: 'paid' }]);
});

test('of people who answer while the project begins to pay by receipts, each has one claim', async () => {
  const people = [crew.member, crew.chief, crew.otherChief];
  for (let round = 0; round < 3; round += 1) {
    const switched = pays(round % 2 === 0 ? 'receipts' : 'fixed');
    const answers = await Promise.all([switched, ...people.map((who) => crew.put(who, travel))]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 200, 200, 200]);
    const counts = await Promise.all(people.map(async (who) => (await ownClaims(who)).length));
    expect(counts).toEqual(round % 2 === 0 ? [1, 1, 1] : [0, 0, 0]);
  }
});

test('the budget for travel is forgotten when it is deleted', async () => {
  await crew.as(crew.owner, 'POST', 'budgets', {
    budgets: [{ code: 'TRIP', name: 'Travel', tid: null, amount: 1, currency: 'TWD' }],
  });
  await pays('receipts', { travel_budget: 'TRIP' });
  expect((await crew.as(crew.owner, 'DELETE', 'budgets/TRIP')).statusCode).toBe(204);
  expect((await crew.as(crew.owner, 'GET', 'money-settings')).json().travel_budget).toBeNull();
});

test('only those who handle the money choose how travel is paid, and only owners without receipts', async () => {
  const body = { uid: crew.member.uid, role: 'finance', reason: 'Holiday' };
  expect((await browser(crew.owner, 'POST', 'grants', body)).statusCode).toBe(201);
  expect((await crew.as(crew.member, 'PUT', 'money-settings', settings)).statusCode).toBe(204);
  const fixed = { ...settings, travel_pays: 'fixed' };
  expect((await crew.as(crew.member, 'PUT', 'money-settings', fixed)).statusCode).toBe(403);
  const stranger = await createCaller(muster, 'Sten');
  for (const who of [crew.chief, crew.otherChief, stranger])
    expect((await crew.as(who, 'PUT', 'money-settings', settings)).statusCode).toBe(403);
});
