import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { browserOf } from '../../../../../test/support/factories.ts';
import { createCrew, createMembers } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import { claimSteps } from '../../../../../test/support/world/claim-steps.ts';
import type { DuePerson } from './payouts.schema.ts';

const muster = useApp();
let crew: Crew;
beforeEach(async () => {
  crew = await createCrew(muster);
});
const { line, sent, decide, browser, keepBank, read } = claimSteps(muster, () => crew);

const approved = async (who: Caller, fields: object = {}) => {
  const id = await sent(who, fields);
  expect((await decide(crew.owner, id, { decision: 'approve' })).statusCode).toBe(200);
  return id;
};
const pay = (claims: string[], fields: object = {}, who = crew.owner) =>
  browser(who, 'POST', 'payouts', { claims, method: 'transfer', ...fields });
const due = async (): Promise<DuePerson[]> => (await browser(crew.owner, 'GET', 'due-payments')).json().data;
const fileOf = (id: string, query = 'format=csv', who = crew.owner) =>
  browser(who, 'GET', `payouts/${id}/file?${query}`);
const rowsOf = (body: string) =>
  body
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .slice(1)
    .map((row) => row.split(','));
const noticesOf = async ({ uid }: Caller) =>
  (
    await muster.db.read.selectFrom('notices').select(['kind', 'detail']).where('uid', '=', uid).orderBy('id').execute()
  ).flatMap(({ kind, detail }) =>
    /^(?:claim\.(?:un)?paid|.*account_changed)$/.test(kind) ? [[kind, JSON.parse(detail)]] : [],
  );
const problemOf = (answer: { statusCode: number; json: () => { code: string; errors?: { pointer: string }[] } }) => [
  answer.statusCode,
  answer.json().code,
  ...(answer.json().errors ?? []).map(({ pointer }) => pointer),
];

test('a payout has one transfer for each person, and the sum of its file is that of the claims', async () => {
  for (const who of [crew.member, crew.chief]) await keepBank(who);
  const ids = [
    await approved(crew.member, { lines: [{ ...line, amount: 1 }] }),
    await approved(crew.chief, { lines: [{ ...line, amount: 999 }] }),
    await approved(crew.member, { lines: [{ ...line, amount: 4_900_000_099 }] }),
  ];
  expect((await due()).map(({ person, amount, bank, claims }) => [person?.name, amount, bank, claims.length])).toEqual([
    ['Chen', 999, 'given', 1],
    ['Mia', 4_900_000_100, 'given', 2],
  ]);
  const made = await pay(ids, { title: 'Camp' });
  expect([made.statusCode, made.json()]).toMatchObject([
    201,
    {
      number: 1,
      currency: 'EUR',
      amount: 4_900_001_099,
      transfers: 2,
      claims: 3,
      file: 'ready',
      paid_at: null,
      created_by: 'Olga',
      people: [{ person: { name: 'Chen' } }, { person: { name: 'Mia' }, claims: [{ number: 1 }, { number: 3 }] }],
    },
  ]);
  expect(await due()).toEqual([]);
  const { id } = made.json();
  const csv = await fileOf(id, 'format=csv&columns=holder,number,amount,reference');
  expect(rowsOf(csv.body)).toEqual([
    ['Chen', 'DE89370400440532013000', '9.99', 'Camp: 2'],
    ['Mia', 'DE89370400440532013000', '49000001.00', '"Camp: 1', ' 3"'],
  ]);
  expect(problemOf(await fileOf(id, 'format=csv&columns=holder,secret'))).toEqual([
    400,
    'invalid_input',
    '/querystring/columns',
  ]);
  // The account to pay from is entered first.
  expect(problemOf(await fileOf(id, 'format=pain001'))).toEqual([422, 'payer_missing']);
  const payer = { payer_name: 'Camp e.V.', payer_iban: 'DE02 1203 0000 0000 2020 51', payer_bic: 'byladem1001' };
  const settings = { ...payer, travel_pays: 'fixed', travel_budget: null };
  const enter = async (part: object) =>
    expect((await browser(crew.owner, 'PUT', 'money-settings', { ...settings, ...part })).statusCode).toBe(204);
  for (const part of [{ payer_name: '' }, { payer_iban: '', payer_bic: '' }]) {
    await enter(part);
    expect(problemOf(await fileOf(id, 'format=pain001'))).toEqual([422, 'payer_missing']);
  }
  await enter({ payer_name: ' Camp e.V. ' });
  expect((await browser(crew.owner, 'GET', 'money-settings')).json().payer_name).toBe('Camp e.V.');
  const xml = await fileOf(id, 'format=pain001');
  expect(xml.headers['content-disposition']).toMatch(/^attachment; .*\.xml"$/);
  expect(xml.body).toContain('<CtrlSum>49000010.99</CtrlSum>');
  expect(xml.body).toContain('<IBAN>DE02120300000000202051</IBAN>');
  expect(xml.body).toContain('<Ustrd>Camp: 1, 3</Ustrd>');
});

test('whose account or consent is missing is named, and nothing is collected', async () => {
  await keepBank(crew.member);
  const ready = await approved(crew.member);
  const missing = await approved(crew.chief);
  expect((await due()).map(({ bank }) => bank)).toEqual(['missing', 'given']);
  expect(problemOf(await pay([ready, missing]))).toEqual([422, 'not_allowed', '/claims/1']);
  await browser(crew.member, 'DELETE', `claims/${ready}/bank-consent`);
  expect((await due()).map(({ bank }) => bank)).toEqual(['missing', 'not_agreed']);
  expect(problemOf(await pay([ready, missing]))).toEqual([422, 'not_allowed', '/claims/0', '/claims/1']);
  expect((await read(crew.member, ready)).state).toBe('approved');
  // In cash it needs no account, and there is no file for the bank.
  const { id, file } = (await pay([ready, missing], { method: 'other' })).json();
  expect(file).toBe('none');
  expect(problemOf(await fileOf(id))).toEqual([422, 'not_allowed']);
});

test('a claim is in one payout only, in one currency, and of this project', async () => {
  await keepBank(crew.member);
  const [one, two] = [await approved(crew.member), await approved(crew.member, { currency: 'USD' })];
  const waiting = await sent(crew.member);
  expect(problemOf(await pay([one, two]))).toEqual([422, 'not_allowed', '/claims/1']);
  expect(problemOf(await pay([one, waiting]))).toEqual([422, 'not_allowed', '/claims/1']);
  expect(problemOf(await pay([one, one]))).toEqual([400, 'invalid_input', '/claims']);
  const foreign = await createCrew(muster);
  const elsewhere = await foreign.inBrowser(foreign.owner, 'POST', 'payouts', { claims: [one], method: 'transfer' });
  expect(problemOf(elsewhere)).toEqual([422, 'not_allowed', '/claims/0']);
  const both = await Promise.all([pay([one]), pay([one])]);
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 422]);
  const { id } = both.find(({ statusCode }) => statusCode === 201)?.json() ?? {};
  for (const path of [`payouts/${id}`, `payouts/${id}/file?format=csv`])
    expect((await foreign.inBrowser(foreign.owner, 'GET', path)).statusCode).toBe(404);
  expect(problemOf(await decide(crew.owner, one, { decision: 'refuse', note: 'No.' }))).toEqual([409, 'claim_decided']);
});

test('only those who handle the money, with a fresh proof; each account that is opened is recorded', async () => {
  await keepBank(crew.member);
  const claim = await approved(crew.member);
  for (const who of [crew.chief, crew.member]) expect((await pay([claim], {}, who)).statusCode).toBe(403);
  const byToken = { claims: [claim], method: 'transfer' };
  expect(problemOf(await crew.as(crew.owner, 'POST', 'payouts', byToken))).toEqual([403, 'browser_only']);
  const { id } = (await pay([claim])).json();
  expect(problemOf(await crew.as(crew.owner, 'GET', `payouts/${id}/file?format=csv`))).toEqual([403, 'browser_only']);
  await fileOf(id);
  const rows = await muster.db.read
    .selectFrom('audit')
    .select(['kind', 'subject'])
    .where('pid', '=', crew.pid)
    .where('kind', 'in', ['private.read', 'payout.exported'])
    .orderBy('kind')
    .execute();
  expect(rows).toEqual([
    { kind: 'payout.exported', subject: id },
    { kind: 'private.read', subject: crew.member.uid },
  ]);
});

test('everybody is notified once when it is paid; undoing brings the claims back, step by step', async () => {
  await keepBank(crew.member);
  const claims = [await approved(crew.member), await approved(crew.member)];
  const { id } = (await pay(claims)).json();
  const change = (method: 'PUT' | 'DELETE', path = '/paid') => browser(crew.owner, method, `payouts/${id}${path}`);
  const answers = await Promise.all([change('PUT'), change('PUT')]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204]);
  const paid = ['claim.paid', { what: '1, 2', amount: 2580, currency: 'EUR' }];
  expect(await noticesOf(crew.member)).toEqual([paid]);
  expect(await read(crew.member, claims[0] ?? '')).toMatchObject({
    state: 'paid',
    payout: 1,
    paid_at: expect.any(String),
  });
  expect(problemOf(await change('DELETE', ''))).toEqual([422, 'not_allowed']);
  muster.clock.advance(86_400);
  expect((await change('DELETE')).statusCode).toBe(204);
  expect((await read(crew.member, claims[0] ?? '')).steps.map(({ step }: { step: string }) => step)).toEqual([
    'sent',
    'approved',
    'paid',
    'unpaid',
  ]);
  expect((await noticesOf(crew.member)).map(([kind]) => kind)).toEqual(['claim.paid', 'claim.unpaid']);
  expect((await change('DELETE', '')).statusCode).toBe(204);
  expect(await due()).toMatchObject([{ amount: 2580, claims: [{ number: 1 }, { number: 2 }] }]);
  expect((await pay(claims)).json().number).toBe(2);
});

test('what somebody else changed in the meantime is not marked as paid', async () => {
  await keepBank(crew.member);
  const { id } = (await pay([await approved(crew.member)])).json();
  const { headers } = await browser(crew.owner, 'GET', `payouts/${id}`);
  await browser(crew.owner, 'PUT', `payouts/${id}/paid`);
  await browser(crew.owner, 'DELETE', `payouts/${id}/paid`);
  const seen = { ...(await browserOf(muster, crew.owner)), 'if-match': String(headers['etag']) };
  const stale = await crew.as(undefined, 'PUT', `payouts/${id}/paid`, undefined, seen);
  expect(problemOf(stale)).toEqual([412, 'stale']);
});

test('an account that changes later leaves the payout as it was, and both sides hear of it once', async () => {
  await keepBank(crew.member);
  const { id } = (await pay([await approved(crew.member)])).json();
  const before = (await fileOf(id)).body;
  await keepBank(crew.member, { number: 'GB82WEST12345698765432' });
  await keepBank(crew.member, { number: 'FR1420041010050500013M02606' });
  expect((await fileOf(id)).body).toBe(before);
  expect(before).toContain('DE89370400440532013000');
  expect(await noticesOf(crew.member)).toEqual([
    ['claim.account_changed', { what: '1', amount: 1290, currency: 'EUR' }],
  ]);
  expect(await noticesOf(crew.owner)).toEqual([['payout.account_changed', { what: '1' }]]);
  const { changed_accounts, people } = (await browser(crew.owner, 'GET', `payouts/${id}`)).json();
  expect([changed_accounts, people[0].account_changed_at]).toEqual([1, expect.any(String)]);
  // After it is paid, nobody needs to know.
  await browser(crew.owner, 'PUT', `payouts/${id}/paid`);
  const { id: second } = (await pay([await approved(crew.member)])).json();
  expect((await fileOf(second)).body).toContain('FR1420041010050500013M02606');
});

test('a person who is erased meanwhile stays as an amount; the file is refused, and the rest can be paid again', async () => {
  for (const who of [crew.member, crew.chief]) await keepBank(who);
  const [gone, kept] = [await approved(crew.member), await approved(crew.chief)];
  const { id } = (await pay([gone, kept])).json();
  await muster.call({ method: 'DELETE', url: '/api/me', headers: await browserOf(muster, crew.member) });
  expect(problemOf(await fileOf(id))).toEqual([422, 'not_allowed']);
  expect((await browser(crew.owner, 'GET', `payouts/${id}`)).json()).toMatchObject({
    file: 'erased',
    amount: 2580,
    people: expect.arrayContaining([expect.objectContaining({ person: null, amount: 1290 })]),
  });
  await browser(crew.owner, 'DELETE', `payouts/${id}`);
  expect((await due()).map(({ person, bank }) => [person?.name ?? null, bank])).toEqual([
    [null, 'left'],
    ['Chen', 'given'],
  ]);
  expect(problemOf(await pay([gone, kept]))).toEqual([422, 'not_allowed', '/claims/0']);
  expect((await pay([kept])).statusCode).toBe(201);
});

test('accounts outside of SEPA are in the table, and named when a SEPA file is asked for', async () => {
  await keepBank(crew.member, { number: '1234567890', code: '812' });
  const { id } = (await pay([await approved(crew.member)])).json();
  const settings = { payer_name: 'Camp', payer_iban: 'DE02120300000000202051', payer_bic: '' };
  await browser(crew.owner, 'PUT', 'money-settings', { ...settings, travel_pays: 'fixed', travel_budget: null });
  const refused = await fileOf(id, 'format=pain001');
  expect([...problemOf(refused), refused.json().names]).toEqual([422, 'not_sepa', ['Mia']]);
  // Nobody has seen an account.
  const seen = async () =>
    (await muster.call({ url: '/api/me/private-reads', headers: crew.member.headers })).json().data;
  expect(await seen()).toEqual([]);
  expect((await fileOf(id)).body).toContain('1234567890');
  expect(await seen()).toMatchObject([{ seen: 'bank', actor: crew.owner.uid, form: null }]);
});

test('payouts take as many queries for many people as for one', async () => {
  const people = await createMembers(muster, crew.pid, 'venue', 6);
  const costOf = async (path: string) => {
    const before = muster.db.queryCount();
    await browser(crew.owner, 'GET', path);
    return muster.db.queryCount() - before;
  };
  await keepBank(crew.member);
  const first = await approved(crew.member);
  const few = await costOf('due-payments');
  const { id: small } = (await pay([first])).json();
  const one = await costOf(`payouts/${small}`);
  const ids: string[] = [];
  for (const who of people) {
    await keepBank(who);
    ids.push(await approved(who));
  }
  expect(await costOf('due-payments')).toBe(few);
  const { id: large } = (await pay(ids)).json();
  expect(await costOf(`payouts/${large}`)).toBe(one);
  expect((await browser(crew.owner, 'GET', 'payouts')).json()).toMatchObject({
    data: [{ number: 2 }, { number: 1 }],
    total: 2,
  });
});

const faults: [string, object, string][] = [
  ['a wrong checksum', { payer_iban: 'DE03120300000000202051' }, '/payer_iban'],
  ['an account that is no IBAN', { payer_iban: '12345678' }, '/payer_iban'],
  ['a BIC of the wrong length', { payer_bic: 'BYLADEM' }, '/payer_bic'],
  ['an unknown way to pay', { travel_pays: 'gold' }, '/travel_pays'],
];
test.each(faults)('settings with %s are rejected', async (_, fields, pointer) => {
  const settings = { payer_name: '', payer_iban: '', payer_bic: '', travel_pays: 'fixed', travel_budget: null };
  const put = (body: object) => browser(crew.owner, 'PUT', 'money-settings', body);
  expect(problemOf(await put({ ...settings, ...fields }))).toEqual([400, 'invalid_input', pointer]);
  expect(problemOf(await put({ ...settings, travel_budget: 'NONE' }))).toEqual([422, 'not_allowed', '/travel_budget']);
  expect((await browser(crew.owner, 'GET', 'money-settings')).json()).toEqual(settings);
});

test('exactly those whose claims cannot be transferred are reminded, once a day', async () => {
  await keepBank(crew.member);
  for (const who of [crew.member, crew.chief, crew.chief])
    await decide(crew.owner, await sent(who), { decision: 'approve' });
  const remind = async (note?: string) =>
    crew.as(crew.owner, 'POST', 'due-payments/reminders', note === undefined ? {} : { note });
  expect((await remind('  We pay on Friday. ')).json()).toEqual({ people: 1, reminded: 1 });
  expect((await remind()).json()).toEqual({ people: 1, reminded: 0 });
  const notices = () =>
    muster.db.read
      .selectFrom('notices')
      .select(['uid', 'detail'])
      .where('kind', '=', 'claim.account_missing')
      .where('pid', '=', crew.pid)
      .execute();
  const detail = { what: '2, 3', amount: 2580, currency: 'EUR', reason: 'We pay on Friday.' };
  expect(await notices()).toEqual([{ uid: crew.chief.uid, detail: JSON.stringify(detail) }]);
  muster.clock.advance(86_400);
  expect((await remind()).json()).toEqual({ people: 1, reminded: 1 });
  expect(await notices()).toHaveLength(2);
  for (const who of [crew.member, crew.chief, crew.stranger])
    expect((await crew.as(who, 'POST', 'due-payments/reminders', {})).statusCode).toBe(403);
  expect((await remind('x'.repeat(1001))).statusCode).toBe(400);
});

test('a deputy does not pay somebody else to the account of those who decide; an owner does', async () => {
  const [deputy, other] = await createMembers(muster, crew.pid, 'venue', 2);
  if (deputy === undefined || other === undefined) throw new Error('two members');
  for (const who of [deputy, other])
    await browser(crew.owner, 'POST', 'grants', { uid: who.uid, role: 'finance', reason: 'Holiday' });
  // The account of the deputy, who also claims as somebody else.
  for (const who of [deputy, crew.member]) await keepBank(who);
  await keepBank(crew.chief, { number: 'GB82WEST12345698765432' });
  const [fake, fair, own] = [await sent(crew.member), await sent(crew.chief), await sent(deputy)];
  for (const id of [fake, fair]) await decide(deputy, id, { decision: 'approve' });
  await decide(other, own, { decision: 'approve' });
  const collect = (who: Caller, claims: string[]) => browser(who, 'POST', 'payouts', { claims, method: 'transfer' });
  for (const who of [deputy, other])
    expect(problemOf(await collect(who, [fair, fake]))).toEqual([422, 'not_allowed', '/claims/1']);
  expect((await collect(other, [fair, own])).statusCode).toBe(201);
  expect((await collect(crew.owner, [fake])).statusCode).toBe(201);
});
