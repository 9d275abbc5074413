import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createCaller, createCrew, createMembers } from '../../../../../test/support/world.ts';
import {
  account,
  consent,
  createDisclosureWorld,
  problemOf,
  until,
} from '../../../../../test/support/world/disclosure.ts';
import type { DisclosureWorld } from '../../../../../test/support/world/disclosure.ts';
import { browserOf } from '../../../../../test/support/factories.ts';
import { declines } from './disclosure.policy.ts';
import type { PassedOn } from './disclosure.schema.ts';

const muster = useApp();
let world: DisclosureWorld;
beforeAll(async () => {
  world = await createDisclosureWorld(muster);
});

const detailsOf = async (kind: string, subject: string): Promise<unknown[]> => {
  const entries = await muster.db.read
    .selectFrom('audit')
    .select('detail')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .execute();
  return entries.map(({ detail }) => JSON.parse(detail));
};

test('a form states what it discloses and until when; invalid settings are rejected by field', async () => {
  const { createForm, change, as, member } = world;
  const form = await createForm({ passes_on: ['real_profile', 'bank'] });
  const disclosure = { passes_on: ['bank', 'real_profile'], passes_until: until };
  expect(form).toMatchObject(disclosure);
  expect((await as(member, 'GET', `forms/${form.form}`)).json()).toMatchObject(disclosure);
  expect(await detailsOf('form.created', form.form)).toMatchObject([{ ...disclosure, passes_on: 'bank real_profile' }]);
  for (const [body, pointer] of [
    [{ passes_on: ['dietary_habits'] }, '/passes_on/0'],
    [{ passes_on: ['bank', 'bank'] }, '/passes_on'],
    [{ passes_on: 'bank' }, '/passes_on'],
    [{ passes_until: '2027-02-30' }, '/passes_until'],
    [{ passes_until: '2025-01-01' }, '/passes_until'],
    [{ passes_on: [], passes_until: until }, '/passes_until'],
    [{ passed_on: ['bank'] }, '/passed_on'],
  ] as const)
    expect(problemOf(await change(form, body))).toEqual([400, 'invalid_input', pointer]);
  expect((await change(form, { passes_on: [] })).json()).toMatchObject({ passes_on: [], passes_until: null });
  // Half a year, where no day is named.
  const half = new Date(muster.clock.now().getTime() + 180 * 86_400_000).toISOString().slice(0, 10);
  expect((await change(form, { passes_on: ['address'] })).json()).toMatchObject({ passes_until: half });
});

test('an answer must consent to exactly what the form discloses', async () => {
  const { createForm, put, newMember, stateOf, as } = world;
  const form = await createForm();
  const who = await newMember();
  for (const [given, pointer] of [
    [{}, '/passes_on'],
    [{ passes_on: ['address'], passes_until: until }, '/passes_on'],
    [{ passes_on: ['bank', 'address'], passes_until: until }, '/passes_on'],
    [{ passes_on: ['bank'] }, '/passes_until'],
    [{ passes_on: ['bank'], passes_until: '2027-02-28' }, '/passes_until'],
  ] as const)
    expect(problemOf(await put(who, form, given))).toEqual([409, 'consent_differs', pointer]);
  const twice = { passes_on: ['bank', 'bank'], passes_until: until };
  expect(problemOf(await put(who, form, twice))).toEqual([400, 'invalid_input', '/passes_on']);
  expect((await as(who, 'GET', `forms/${form.form}/response`)).json().answers).toBeNull();
  // People who want no money have nothing to pass on for it.
  expect(problemOf(await put(who, form, consent, { apply: false }))).toEqual([409, 'consent_differs', '/passes_on']);
  expect((await put(who, form, {}, { apply: false })).json()).toMatchObject({ passes_on: [], passes_until: null });
  expect(await stateOf(form, who)).toBe('not_asked');
  expect((await put(who, form)).json()).toMatchObject(consent);
  expect(await detailsOf('response.saved', who.uid)).toContainEqual(
    expect.objectContaining({ form: form.form, passes_on: 'bank', passes_until: until }),
  );
});

const byUid = (a: { uid: string }, b: { uid: string }) => (a.uid < b.uid ? -1 : 1);

test('an owner sees the current amount and account, and each read has an audit entry for each person', async () => {
  const { createForm, keep, put, look, see, readsOf, owner, pid } = world;
  const form = await createForm();
  const [ada, ben, zoe] = await createMembers(muster, pid, 'venue', 3);
  if (!ada || !ben || !zoe) throw new Error('three members');
  await keep(ada, { ...account, number: '111' });
  for (const who of [ada, ben]) await put(who, form);
  await put(zoe, form, {}, { apply: false });
  await keep(ada);
  expect(await readsOf(ada)).toEqual([]);
  const answer = await look(form);
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
  const unpaid = { paid_at: null, paid_amount: null, paid_currency: null, unconfirmed_since: null };
  const nothing = { amount: null, currency: null, ...unpaid, bank: null, address: null, real_profile: null };
  const money = { ...nothing, amount: 149_000, currency: 'TWD' };
  expect(answer.json()).toEqual({
    data: [
      { uid: ada.uid, name: ada.name, state: 'given', ...money, bank: account },
      { uid: ben.uid, name: ben.name, state: 'missing', ...money },
      { uid: zoe.uid, name: zoe.name, state: 'not_asked', ...nothing },
    ].toSorted(byUid),
    next: null,
  });
  const entry = { actor: owner.uid, pid, detail: `{"what":"bank, form ${form.form}"}` };
  expect([await readsOf(ada), await readsOf(ben)]).toEqual([[entry], []]);

  const csv = await see(`${form.form}/passed-on.csv?kind=bank`);
  expect(csv.headers['content-disposition']).toContain(`${form.form}-bank.csv`);
  const [head, ...lines] = csv.body.slice(1).trimEnd().split('\r\n');
  const columns = 'bank.code,bank.number,bank.branch,bank.holder';
  expect(head).toBe(`uid,name,state,amount,currency,${columns},paid_at,paid_amount,paid_currency,unconfirmed_since`);
  expect(lines.toSorted()).toEqual(
    [
      `${ada.uid},${ada.name},given,1490.00,TWD,004,0012345678,Main,'=Ada Lovelace,,,,`,
      `${ben.uid},${ben.name},missing,1490.00,TWD,,,,,,,,`,
      `${zoe.uid},${zoe.name},not_asked,,,,,,,,,,`,
    ].toSorted(),
  );
  expect(await readsOf(ada)).toEqual([entry, entry]);
  expect(await detailsOf('responses.exported', form.form)).toEqual([{ passed_on: 'bank' }]);
  expect(problemOf(await look(form, 'address'))).toEqual([409, 'not_passed_on']);
  expect(problemOf(await look(form, 'diet'))).toEqual([400, 'invalid_input', '/querystring/kind']);
});

test('disclosed data is listed in pages; only people on a page that was read get an audit entry', async () => {
  const { createForm, keep, put, see, readsOf, pid } = world;
  const form = await createForm();
  const people = (await createMembers(muster, pid, 'venue', 3)).toSorted(byUid);
  for (const who of people) {
    await keep(who);
    await put(who, form);
  }
  const path = `${form.form}/passed-on?kind=bank&limit=2`;
  const first = (await see(path)).json();
  const reads = async () => Promise.all(people.map(async (who) => (await readsOf(who)).length));
  expect(await reads()).toEqual([1, 1, 0]);
  const second = (await see(`${path}&cursor=${first.next}`)).json();
  expect([...first.data, ...second.data].map(({ uid }: PassedOn) => uid)).toEqual(people.map(({ uid }) => uid));
  expect([await reads(), second.next]).toEqual([[1, 1, 1], null]);
  expect(problemOf(await see(`${path}&cursor=nonsense`))).toEqual([400, 'invalid_input', '/querystring/cursor']);
});

test('disclosed data is in no log, no other response and no audit entry, and not stored with the answer', async () => {
  const { createForm, keep, put, look, see, newMember } = world;
  const form = await createForm();
  const who = await newMember();
  await keep(who, { ...account, number: 'CANARY 4711', holder: 'Canary Holder' });
  await put(who, form);
  expect((await look(form)).body).toContain('CANARY 4711');
  for (const path of ['', '/response', '/responses', '/responses.csv', '/totals', '/missing'])
    expect((await see(`${form.form}${path}`)).body).not.toMatch(/canary/i);
  const { read } = muster.db;
  const kept = [
    await read.selectFrom('audit').selectAll().execute(),
    await read.selectFrom('form_responses').selectAll().execute(),
    await read.selectFrom('form_consents').selectAll().execute(),
  ];
  expect(JSON.stringify([muster.logs, kept])).not.toMatch(/canary/i);
});

test('only owners of the project see it, in a browser session with a fresh sign-in', async () => {
  const { createForm, keep, put, look, see, readsOf, newMember, signInAgain, chief, member, stranger, owner } = world;
  const form = await createForm();
  const foreign = await createCrew(muster);
  const who = await newMember();
  await keep(who);
  await put(who, form);
  const administrator = await createCaller(muster, 'Alma');
  const since = muster.clock.now().toISOString();
  await muster.db.transaction((trx) =>
    trx.updateTable('people').set({ administrator_since: since }).where('uid', '=', administrator.uid).execute(),
  );
  for (const path of ['passed-on', 'passed-on.csv']) {
    const codeFor = async (headers: Record<string, string>) =>
      (await see(`${form.form}/${path}?kind=bank`, headers)).json().code;
    for (const person of [chief, member, stranger, who, administrator, foreign.owner])
      expect(await codeFor(await browserOf(muster, person))).toBe('forbidden');
    expect(await codeFor(owner.headers)).toBe('browser_only');
    expect(await codeFor({})).toBe('not_signed_in');
  }
  const there = await browserOf(muster, foreign.owner);
  const elsewhere = await foreign.as(undefined, 'GET', `forms/${form.form}/passed-on?kind=bank`, undefined, there);
  expect(elsewhere.statusCode).toBe(404);
  muster.clock.advance(15 * 60 + 1);
  expect((await look(form)).json().code).toBe('sign_in_again');
  expect(await readsOf(who)).toEqual([]);
  await signInAgain();
});

test('disclosed data takes as many queries for 50 people as for 1', async () => {
  const { createForm, keep, put, see, pid } = world;
  const form = await createForm();
  const [first, ...others] = await createMembers(muster, pid, 'venue', 50);
  const answer = async (who: typeof first) => {
    if (who === undefined) throw new Error('a member');
    await keep(who);
    expect((await put(who, form)).statusCode).toBe(200);
  };
  const costs = async () => {
    const list: number[] = [];
    for (const path of ['passed-on', 'passed-on.csv']) {
      const before = muster.db.queryCount();
      expect((await see(`${form.form}/${path}?kind=bank`)).statusCode).toBe(200);
      list.push(muster.db.queryCount() - before);
    }
    return list;
  };
  await answer(first);
  const few = await costs();
  await Promise.all(others.map(answer));
  expect(await costs()).toEqual(few);
  expect(Math.max(...few)).toBeLessThanOrEqual(12);
});

test('an answer declines only if it meets none of the conditions, each of which can name several values', () => {
  const onlyWhen = (...values: string[]) => ({ only_when: { field: 'coming', values } });
  const fields = [onlyWhen('yes', 'maybe'), onlyWhen('late'), { only_when: null }];
  const answers = ['yes', 'maybe', 'late', 'no', undefined];
  expect(answers.map((coming) => declines(fields, { coming }))).toEqual([false, false, false, true, true]);
  expect(declines([], { coming: 'no' })).toBe(false);
});
