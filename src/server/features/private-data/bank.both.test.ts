import { expect, test } from 'vitest';
import { realLimits, startTestApp, useApp } from '../../../../test/support/app.ts';
import { bearer, browserOf, createPerson, tokenOf } from '../../../../test/support/factories.ts';
import { account, createDisclosureWorld } from '../../../../test/support/world/disclosure.ts';

const muster = useApp();

const redirected = { code: '700', number: '999999', branch: '', holder: 'Eve' };
const nothing = { code: '', number: '', branch: '', holder: '' };
type Headers = Record<string, string>;

const put = (headers: Headers, payload: object, app = muster) =>
  app.call({ method: 'PUT', url: '/api/me/bank', headers, payload });
const confirm = (headers: Headers) => muster.call({ method: 'PUT', url: '/api/me/bank/confirmation', headers });
const since = async (headers: Headers): Promise<string | null> =>
  (await muster.call({ url: '/api/me', headers })).json().bank_unconfirmed_since;
const mailsTo = async ({ email }: { email: string }, app = muster) =>
  (await app.deliver()).filter(({ to }) => to === email);

/** Somebody who shares their bank account for travel money. */
async function prepare() {
  const world = await createDisclosureWorld(muster);
  const form = await world.createForm();
  const who = await world.newMember();
  await world.keep(who);
  await world.put(who, form);
  await muster.deliver();
  const pay = async () => {
    const people = [{ uid: who.uid, amount: 149_000, currency: 'TWD' }];
    return (await world.as(world.owner, 'POST', `forms/${form.form}/payments`, { people })).json().data[0].outcome;
  };
  const payment = async () =>
    (await world.as(world.owner, 'GET', `forms/${form.form}/payments`))
      .json()
      .data.find(({ uid }: { uid: string }) => uid === who.uid);
  return { world, form, who, pay, payment };
}

test('an account that a token wrote is shown to nobody and not paid to until the person confirms it', async () => {
  const { world, form, who, pay, payment } = await prepare();
  using _still = muster.clock.freeze();
  const changedAt = muster.clock.now().toISOString();
  expect((await put(who.headers, redirected)).statusCode).toBe(200);
  const hidden = { state: 'unconfirmed', unconfirmed_since: changedAt, bank: null };
  expect(await world.shownOf(form, who)).toMatchObject(hidden);
  const csv = await world.see(`${form.form}/passed-on.csv?kind=bank`);
  expect(csv.body).not.toContain(redirected.number);
  const [header = '', ...lines] = csv.body.trim().split('\r\n');
  expect(header.endsWith(',unconfirmed_since')).toBe(true);
  expect(lines.find((line) => line.includes(who.uid))?.endsWith(`,${changedAt}`)).toBe(true);
  expect(await payment()).toMatchObject({ bank: 'unconfirmed', bank_unconfirmed_since: changedAt, paid: null });
  expect(await pay()).toBe('unconfirmed');
  expect(await since(who.headers)).toBe(changedAt);
  expect(await world.readsOf(who)).toEqual([]);
  const [mail, ...others] = await mailsTo(who);
  expect(others).toEqual([]);
  expect(mail?.text).toContain('Until you confirm it');
  expect(mail?.text).toContain('/me/bank\n');
  expect(mail?.text).not.toContain(redirected.number);

  expect((await confirm(who.headers)).json().code).toBe('browser_only');
  expect((await confirm(await browserOf(muster, who))).statusCode).toBe(204);
  expect(await world.shownOf(form, who)).toMatchObject({ state: 'given', unconfirmed_since: null, bank: redirected });
  expect(await since(who.headers)).toBeNull();
  expect(await payment()).toMatchObject({ bank: 'given', bank_unconfirmed_since: null });
  expect(await pay()).toBe('paid');
});

test('a new consent does not confirm an account that somebody else may have written', async () => {
  const { world, form, who } = await prepare();
  await put(who.headers, redirected);
  await world.as(who, 'DELETE', `forms/${form.form}/response/consent`);
  await world.put(who, form);
  expect(await world.stateOf(form, who)).toBe('unconfirmed');
});

test('a change in a browser with a recent proof is confirmed at once, in an old session it is not', async () => {
  const person = await createPerson(muster);
  const headers = await browserOf(muster, person);
  await put(headers, account);
  expect(await since(headers)).toBeNull();
  expect((await mailsTo(person))[0]?.text).toContain('there is nothing to do');
  muster.clock.advance(15 * 60 + 1);
  await put(headers, redirected);
  const changedAt = await since(headers);
  expect(changedAt).not.toBeNull();
  // Saving the same again neither confirms it nor sends another email.
  await put(headers, redirected);
  expect(await since(headers)).toBe(changedAt);
  expect(await mailsTo(person)).toHaveLength(1);
  expect((await confirm(headers)).json().code).toBe('sign_in_again');
  await put(await browserOf(muster, person), redirected);
  expect(await since(headers)).toBeNull();
  expect(await mailsTo(person)).toEqual([]);
  const kinds = await muster.db.read
    .selectFrom('audit')
    .select('kind')
    .where('subject', '=', person.uid)
    .where('kind', 'in', ['private.changed', 'bank.confirmed'])
    .orderBy('id')
    .execute();
  expect(kinds.map(({ kind }) => kind)).toEqual(['private.changed', 'private.changed', 'bank.confirmed']);
});

test('people confirm only the account that they were shown', async () => {
  const person = await createPerson(muster);
  const token = bearer(await tokenOf(muster, person));
  await put(token, account);
  const browser = await browserOf(muster, person);
  const { etag } = (await muster.call({ url: '/api/me/bank', headers: browser })).headers;
  await put(token, redirected);
  const late = await confirm({ ...browser, 'if-match': String(etag) });
  expect([late.statusCode, late.json().code]).toEqual([412, 'stale']);
  expect(await since(browser)).not.toBeNull();
  const { etag: shown } = (await muster.call({ url: '/api/me/bank', headers: browser })).headers;
  expect((await confirm({ ...browser, 'if-match': String(shown) })).statusCode).toBe(204);
  expect((await confirm(browser)).statusCode).toBe(204);
  expect(await since(browser)).toBeNull();
});

test('removing the account needs no confirmation, and the person gets an email', async () => {
  const person = await createPerson(muster);
  const token = bearer(await tokenOf(muster, person));
  await put(token, nothing);
  expect(await mailsTo(person)).toEqual([]);
  await put(token, account);
  await muster.deliver();
  await put(token, nothing);
  expect(await since(token)).toBeNull();
  expect((await mailsTo(person))[0]?.text).toContain('was removed');
  expect((await confirm(await browserOf(muster, person))).statusCode).toBe(204);
  const { data } = (await muster.call({ url: '/api/me/notices', headers: token })).json();
  expect(data.map(({ texts }: { texts: string[] }) => texts)).toEqual([
    ['security.bank_changed.removed'],
    ['security.bank_changed.unconfirmed'],
  ]);
});

test('a token cannot fill the mailbox and the notices of its person', async () => {
  await using app = await startTestApp({ env: realLimits });
  const person = await createPerson(app);
  const token = bearer(await tokenOf(app, person));
  for (let index = 0; index < 25; index += 1)
    expect((await put(token, { ...account, number: String(index) }, app)).statusCode).toBe(200);
  expect(await mailsTo(person, app)).toHaveLength(20);
  const read = async () =>
    (await app.call({ url: '/api/me/notices', headers: token }))
      .json()
      .data.map(({ values, read: isRead }: { values: { change: string }; read: boolean }) => [values.change, isRead]);
  expect(await read()).toEqual([['unconfirmed', false]]);
  // No change is hidden: of each sort the newest is there, not read yet, and the next day has its own.
  await app.call({ method: 'PUT', url: '/api/me/notices/read', headers: token, payload: {} });
  await put(token, nothing, app);
  await put(token, redirected, app);
  expect(await read()).toEqual([
    ['unconfirmed', false],
    ['removed', false],
  ]);
  app.clock.advance(86_401);
  await put(token, account, app);
  expect(await read()).toHaveLength(3);
});
