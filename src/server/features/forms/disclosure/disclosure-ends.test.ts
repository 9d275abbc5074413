import { setImmediate as turn } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createMembers } from '../../../../../test/support/world.ts';
import { account, createDisclosureWorld, problemOf, until } from '../../../../../test/support/world/disclosure.ts';
import type { DisclosureWorld } from '../../../../../test/support/world/disclosure.ts';
import { browserOf } from '../../../../../test/support/factories.ts';

const muster = useApp();
let world: DisclosureWorld;
beforeAll(async () => {
  world = await createDisclosureWorld(muster);
});

const consentsOf = ({ uid }: { uid: string }) =>
  muster.db.read.selectFrom('form_consents').select(['form', 'kind', 'until']).where('uid', '=', uid).execute();

test('a kind of data added to the form later is not disclosed before the person answers again', async () => {
  const { createForm, change, put, shownOf, newMember, as } = world;
  const form = await createForm();
  const who = await newMember();
  const address = { country: 'TW', postal_code: '', receiver: 'Ada', address: '1 Example Road' };
  await muster.call({ method: 'PUT', url: '/api/me/address', headers: who.headers, payload: address });
  await put(who, form);
  const more = { passes_on: ['bank', 'address'], passes_until: '2027-03-31' };
  await change(form, more);
  expect(await shownOf(form, who, 'address')).toMatchObject({ state: 'not_agreed', address: null });
  expect(await shownOf(form, who, 'bank')).toMatchObject({ state: 'not_agreed', bank: null });
  expect((await as(who, 'GET', `forms/${form.form}/response`)).json()).toMatchObject({ passes_on: [] });
  expect(problemOf(await put(who, form))).toEqual([409, 'consent_differs', '/passes_on']);
  await put(who, form, more);
  expect(await shownOf(form, who, 'address')).toMatchObject({ state: 'given', address });
});

test('nothing is shown once the answer, the person, the data, the kind or the form is gone', async () => {
  const { createForm, change, keep, put, look, shownOf, stateOf, as, owner, pid } = world;
  const form = await createForm();
  const people = await createMembers(muster, pid, 'venue', 5);
  const [ada, ben, cat, dan, eve] = people;
  if (!ada || !ben || !cat || !dan || !eve) throw new Error('five members');
  for (const who of people) {
    await keep(who);
    await put(who, form);
    expect(await stateOf(form, who)).toBe('given');
  }
  await as(ada, 'DELETE', `forms/${form.form}/response`);
  expect([await stateOf(form, ada), await consentsOf(ada)]).toEqual([undefined, []]);
  await as(owner, 'DELETE', `teams/venue/members/${ben.uid}`);
  expect(await shownOf(form, ben)).toMatchObject({ state: 'left', bank: null });
  const now = muster.clock.now().toISOString();
  await muster.db.transaction((trx) =>
    trx.updateTable('people').set({ suspended_at: now }).where('uid', '=', cat.uid).execute(),
  );
  expect(await shownOf(form, cat)).toMatchObject({ state: 'left', bank: null });
  await keep(dan, { code: '', number: '', branch: '', holder: '' });
  expect(await shownOf(form, dan)).toMatchObject({ state: 'missing', bank: null });
  expect(await stateOf(form, eve)).toBe('given');

  await change(form, { passes_on: ['address'] });
  expect(problemOf(await look(form))).toEqual([409, 'not_passed_on']);
  // What was agreed to ended with the kind, and does not come back with it.
  await change(form, { passes_on: ['address', 'bank'] });
  expect(await shownOf(form, eve)).toMatchObject({ state: 'not_agreed', bank: null });
  await put(eve, form, { passes_on: ['address', 'bank'], passes_until: until });
  expect(await stateOf(form, eve)).toBe('given');
  await as(owner, 'DELETE', `forms/${form.form}?force=true`);
  expect([problemOf(await look(form)), await consentsOf(eve)]).toEqual([[404, 'not_found'], []]);
});

test('nothing of a suspended person is disclosed, also in a form for everybody', async () => {
  const { createForm, keep, put, shownOf, stateOf, stranger } = world;
  const form = await createForm({ audience: 'signed_in' });
  await keep(stranger);
  await put(stranger, form);
  expect(await stateOf(form, stranger)).toBe('given');
  const suspend = (suspended_at: string | null) =>
    muster.db.transaction((trx) =>
      trx.updateTable('people').set({ suspended_at }).where('uid', '=', stranger.uid).execute(),
    );
  await suspend(muster.clock.now().toISOString());
  expect(await shownOf(form, stranger)).toMatchObject({ state: 'left', bank: null });
  await suspend(null);
});

test('an answer withdrawn while it is read is either shown with an audit entry or not at all', async () => {
  const { createForm, keep, put, look, stateOf, readsOf, newMember, as } = world;
  const form = await createForm();
  const who = await newMember();
  await keep(who);
  let shown = 0;
  for (let round = 0; round < 8; round += 1) {
    expect((await put(who, form)).statusCode).toBe(200);
    const remove = as(who, 'DELETE', `forms/${form.form}/response`);
    const looks = await Promise.all([look(form), look(form), look(form)]);
    expect((await remove).statusCode).toBe(204);
    shown += looks.filter(({ body }) => body.includes(account.number)).length;
    expect(await stateOf(form, who)).toBeUndefined();
  }
  expect(await readsOf(who)).toHaveLength(shown);
});

test('a read that begins during a withdrawal waits and then shows nothing', async () => {
  const { createForm, keep, put, look, readsOf, newMember } = world;
  const form = await createForm();
  const who = await newMember();
  await keep(who);
  await put(who, form);
  let looking: ReturnType<typeof look> | undefined;
  await muster.db.transaction(async (trx) => {
    await trx.updateTable('forms').set({ response_count: 0 }).where('form', '=', form.form).execute();
    await trx.deleteFrom('form_responses').where('uid', '=', who.uid).execute();
    const before = muster.db.queryCount();
    looking = look(form);
    // Long enough for the look to come to the form, where the engine lets it.
    for (let turns = 0; turns < 2000 && muster.db.queryCount() < before + 6; turns += 1) await turn();
  });
  expect((await looking)?.json()).toEqual({ data: [], next: null });
  expect(await readsOf(who)).toEqual([]);
});

test('concurrent answers and a changing form leave one consent that matches the form', async () => {
  const { createForm, change, put, newMember } = world;
  const form = await createForm();
  const who = await newMember();
  for (let round = 0; round < 5; round += 1) {
    const later = { passes_on: ['bank'], passes_until: round % 2 === 0 ? '2027-03-31' : until };
    const answers = await Promise.all([
      put(who, form),
      put(who, form, later),
      change(form, later),
      put(who, form, later),
    ]);
    for (const { statusCode } of answers) expect([200, 409]).toContain(statusCode);
    expect((await put(who, form, later)).statusCode).toBe(200);
    expect(await consentsOf(who)).toEqual([{ form: form.form, kind: 'bank', until: later.passes_until }]);
  }
});

test('the export contains consents and private reads; erasure deletes both', async () => {
  const { createForm, keep, put, look, newMember, pid, owner } = world;
  const form = await createForm();
  const who = await newMember();
  await keep(who);
  await put(who, form);
  await look(form);
  const headers = await browserOf(muster, who);
  const exported = (await muster.call({ url: '/api/me/export', headers })).json();
  expect(exported.passed_on).toMatchObject([{ pid, form: form.form, kind: 'bank', until }]);
  const reads = exported.audit.filter((entry: { kind: string }) => entry.kind === 'private.read');
  expect(reads).toMatchObject([{ actor: owner.uid, detail: { what: `bank, form ${form.form}` } }]);
  expect((await muster.call({ method: 'DELETE', url: '/api/me', headers })).statusCode).toBe(204);
  expect([(await look(form)).json().data, await consentsOf(who)]).toEqual([[], []]);
});

test('a copied form discloses nothing until a new end date is set', async () => {
  const { createForm, change } = world;
  const form = await createForm({ enabled: false });
  await muster.db.transaction((trx) =>
    trx.updateTable('forms').set({ passes_until: '2025-01-31' }).where('form', '=', form.form).execute(),
  );
  expect(problemOf(await change(form, { enabled: true }))).toEqual([422, 'not_allowed', '/enabled']);
  expect((await change(form, { title: 'Travel' })).statusCode).toBe(200);
  expect((await change(form, { enabled: true, passes_until: until })).statusCode).toBe(200);
});

test('disclosure ends on the day that the person agreed to, even if the form continues', async () => {
  const { createForm, change, keep, put, shownOf, stateOf, newMember, signInAgain } = world;
  const form = await createForm();
  const who = await newMember();
  await keep(who);
  await put(who, form);
  await change(form, { passes_until: '2028-01-31' });
  muster.clock.advance((Date.parse(`${until}T23:59:00Z`) - muster.clock.now().getTime()) / 1000);
  await signInAgain();
  expect(await stateOf(form, who)).toBe('given');
  muster.clock.advance(60);
  expect(await shownOf(form, who)).toMatchObject({ state: 'over', bank: null });
});
