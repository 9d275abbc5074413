import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createCaller } from '../../../../../test/support/world.ts';
import type { Caller } from '../../../../../test/support/world.ts';
import { account, consent, createDisclosureWorld, until } from '../../../../../test/support/world/disclosure.ts';
import type { DisclosureWorld } from '../../../../../test/support/world/disclosure.ts';
import { browserOf, createPerson } from '../../../../../test/support/factories.ts';
import { migrate } from '../../../db/migrate.ts';

const muster = useApp();
let world: DisclosureWorld;
let administrator: Record<string, string>;

beforeAll(async () => {
  world = await createDisclosureWorld(muster);
  administrator = await browserOf(muster, await createPerson(muster, { administrator: true }));
});

type Form = { form: string };

/** Somebody whose bank account the owners can see by a new form. */
async function consenting(more: object = {}, who?: Caller): Promise<{ form: Form; person: Caller }> {
  const form = await world.createForm(more);
  const person = who ?? (await world.newMember());
  await world.keep(person);
  expect((await world.put(person, form)).statusCode).toBe(200);
  expect(await world.stateOf(form, person)).toBe('given');
  return { form, person };
}

const suspension = (method: 'PUT' | 'DELETE', { uid }: { uid: string }) =>
  muster.call({
    method,
    url: `/api/users/${uid}/suspension`,
    headers: administrator,
    ...(method === 'PUT' ? { payload: {} } : {}),
  });

const ownership = async (method: 'PUT' | 'DELETE', { uid }: { uid: string }) =>
  muster.call({
    method,
    url: `/api/projects/${world.pid}/owners/${uid}`,
    headers: await browserOf(muster, world.owner),
  });

const endedEntries = async ({ uid }: { uid: string }, { form }: Form, kind = 'consent.ended') => {
  const rows = await muster.db.read
    .selectFrom('audit')
    .select(['actor', 'detail'])
    .where('kind', '=', kind)
    .where('subject', '=', uid)
    .execute();
  return rows.flatMap(({ actor, detail }) => {
    const { form: about, passes_on } = JSON.parse(detail);
    return about === form ? [{ actor, passes_on }] : [];
  });
};

const translate = ({ form }: Form, de: object) =>
  world.as(world.owner, 'PUT', `translations/form/${form}`, { translations: { de } });

/** Each way of ending, how it is undone, and what the owner reads in between. */
const endings: Record<
  string,
  {
    audience?: string;
    end: (form: Form, person: Caller) => Promise<unknown>;
    undo: (form: Form, person: Caller) => Promise<unknown>;
    between: string | undefined;
    /** After the person has agreed again. */
    again?: string;
  }
> = {
  'being removed from the team': {
    end: (_, { uid }) => world.as(world.owner, 'DELETE', `teams/venue/members/${uid}`),
    undo: (_, { uid }) => world.as(world.owner, 'PUT', `teams/venue/members/${uid}`),
    between: 'left',
  },
  'leaving the team': {
    end: (_, person) => world.as(person, 'DELETE', `teams/venue/members/${person.uid}`),
    undo: (_, { uid }) => world.as(world.owner, 'PUT', `teams/venue/members/${uid}`),
    between: 'left',
  },
  'the team being disabled': {
    end: () => world.as(world.owner, 'PUT', 'teams/venue/disabled'),
    undo: () => world.as(world.owner, 'DELETE', 'teams/venue/disabled'),
    between: 'left',
  },
  suspension: {
    end: (_, person) => suspension('PUT', person),
    undo: (_, person) => suspension('DELETE', person),
    between: 'left',
    again: 'unconfirmed',
  },
  'suspension, by a form for everybody': {
    audience: 'signed_in',
    end: (_, person) => suspension('PUT', person),
    undo: (_, person) => suspension('DELETE', person),
    between: 'left',
    again: 'unconfirmed',
  },
  'a change of the audience': {
    end: (form) => world.change(form, { audience: 'signed_in' }),
    undo: (form) => world.change(form, { audience: 'people' }),
    between: 'not_agreed',
  },
  'more data': {
    end: (form) => world.change(form, { passes_on: ['bank', 'address'] }),
    undo: (form) => world.change(form, { passes_on: ['bank'] }),
    between: 'not_agreed',
  },
  'other data': {
    end: (form) => world.change(form, { passes_on: ['address'] }),
    undo: (form) => world.change(form, { passes_on: ['bank'] }),
    between: undefined,
  },
  'another purpose': {
    end: (form) => world.change(form, { description: 'We also send you presents.' }),
    undo: (form) => world.change(form, { description: '' }),
    between: 'not_agreed',
  },
  'another title in another language': {
    end: (form) => translate(form, { title: 'Werbung' }),
    undo: (form) => translate(form, {}),
    between: 'not_agreed',
  },
  'another title': {
    end: (form) => world.change(form, { title: 'Marketing' }),
    undo: (form) => world.change(form, { title: 'Travel' }),
    between: 'not_agreed',
  },
};

test.each(Object.entries(endings))('consent ends for good with %s', async (_name, ending) => {
  const { audience = 'people', end, undo, between, again: expected = 'given' } = ending;
  const { form, person } = await consenting({ audience });
  expect(await end(form, person)).toMatchObject({ statusCode: expect.toBeOneOf([200, 204]) });
  const shown = (await world.look(form)).json().data?.find(({ uid }: { uid: string }) => uid === person.uid);
  expect([shown?.state, shown?.bank ?? null]).toEqual([between, null]);
  expect(await undo(form, person)).toMatchObject({ statusCode: expect.toBeOneOf([200, 204]) });
  expect(await world.shownOf(form, person)).toMatchObject({ state: 'not_agreed', bank: null });
  expect(await endedEntries(person, form)).toMatchObject([{ passes_on: 'bank' }]);
  // Credentials may have ended as well; then the person would sign in again first.
  const again = await world.put(person, form);
  const state = await world.stateOf(form, person);
  expect([again.statusCode, state]).toEqual(again.statusCode === 401 ? [401, 'not_agreed'] : [200, expected]);
});

test('consent to a form for chiefs ends with the role, and that of an owner with the ownership', async () => {
  const chief = await world.newMember();
  await world.as(world.owner, 'PUT', `teams/venue/chiefs/${chief.uid}`);
  const forChiefs = await consenting({ audience: 'chiefs' }, chief);
  const forPeople = await consenting({}, chief);
  await world.as(world.owner, 'DELETE', `teams/venue/chiefs/${chief.uid}`);
  await world.as(world.owner, 'PUT', `teams/venue/chiefs/${chief.uid}`);
  expect(await world.stateOf(forChiefs.form, chief)).toBe('not_agreed');
  // A member is still asked by the form for everybody in the project.
  expect(await world.stateOf(forPeople.form, chief)).toBe('given');

  const other = await createCaller(muster, 'Oda');
  await ownership('PUT', other);
  const owned = await consenting({}, other);
  await ownership('DELETE', other);
  expect(await world.stateOf(owned.form, other)).toBe('left');
  await ownership('PUT', other);
  expect(await world.stateOf(owned.form, other)).toBe('not_agreed');
});

test('consent stays while the person is in another team, and with changes that do not concern it', async () => {
  const { form, person } = await consenting();
  await world.as(world.owner, 'PUT', `teams/press/members/${person.uid}`);
  await world.as(world.owner, 'DELETE', `teams/venue/members/${person.uid}`);
  await world.change(form, { closes_at: '2026-12-01T00:00:00Z' });
  await world.change(form, { closes_at: null, title: 'Travel', audience: 'people', passes_on: ['bank'] });
  await world.change(form, { passes_until: '2028-01-31' });
  expect(await world.stateOf(form, person)).toBe('given');
  expect((await world.as(person, 'GET', `forms/${form.form}/response`)).json()).toMatchObject(consent);
});

test('an earlier day shortens consent, and a later one does not prolong it again', async () => {
  const { form, person } = await consenting();
  await world.change(form, { passes_until: '2026-12-24' });
  await world.change(form, { passes_until: until });
  expect((await world.as(person, 'GET', `forms/${form.form}/response`)).json().passes_until).toBe('2026-12-24');
});

test('consent can be withdrawn after the form has closed, after leaving, and twice; the answer stays', async () => {
  const { form, person } = await consenting();
  const path = `forms/${form.form}/response`;
  await world.change(form, { enabled: false });
  expect((await world.as(person, 'DELETE', path)).json().code).toBe('form_closed');
  expect((await world.as(person, 'GET', path)).json().rights).toEqual({ edit: false, remove: false, withdraw: true });
  for (let round = 0; round < 2; round += 1)
    expect((await world.as(person, 'DELETE', `${path}/consent`)).statusCode).toBe(204);
  const own = (await world.as(person, 'GET', path)).json();
  expect(own).toMatchObject({ passes_on: [], passes_until: null, rights: { withdraw: false } });
  expect(own.answers).toMatchObject({ apply: true });
  expect(await world.shownOf(form, person)).toMatchObject({ state: 'not_agreed', bank: null });
  const entry = { actor: person.uid, passes_on: 'bank' };
  expect(await endedEntries(person, form, 'consent.withdrawn')).toEqual([entry]);
  await world.as(world.owner, 'DELETE', `teams/venue/members/${person.uid}`);
  expect((await world.as(person, 'DELETE', `${path}/consent`)).statusCode).toBe(204);
});

test('withdrawing concerns only the caller, and tells nothing about forms they do not know', async () => {
  const { form, person } = await consenting();
  expect((await world.as(world.stranger, 'DELETE', `forms/${form.form}/response/consent`)).statusCode).toBe(204);
  expect((await world.as(world.stranger, 'DELETE', 'forms/nothing/response/consent')).statusCode).toBe(204);
  expect((await world.as(undefined, 'DELETE', `forms/${form.form}/response/consent`)).statusCode).toBe(401);
  expect(await world.stateOf(form, person)).toBe('given');
});

test('people list what they pass on now, by form and page', async () => {
  const person = await world.newMember();
  const [one, two] = [await consenting({}, person), await consenting({ title: 'Second' }, person)];
  const list = async (query = '') =>
    (await muster.call({ url: `/api/me/consents${query}`, headers: person.headers })).json();
  const all = await list();
  expect(all).toMatchObject({
    data: [
      { pid: world.pid, form: one.form.form, form_title: 'Travel', passes_on: ['bank'], passes_until: until },
      { pid: world.pid, form: two.form.form, form_title: 'Second' },
    ],
    next: null,
  });
  const first = await list('?limit=1');
  expect([...first.data, ...(await list(`?limit=1&cursor=${first.next}`)).data]).toEqual(all.data);
  await world.as(person, 'DELETE', `forms/${one.form.form}/response/consent`);
  expect((await list()).data.map(({ form }: Form) => form)).toEqual([two.form.form]);
});

test('data that is read while consent is withdrawn has an audit entry; afterwards nothing is read', async () => {
  const { form, person } = await consenting();
  let shown = 1;
  for (let round = 0; round < 8; round += 1) {
    expect((await world.put(person, form)).statusCode).toBe(200);
    const withdraw = world.as(person, 'DELETE', `forms/${form.form}/response/consent`);
    const looks = await Promise.all([world.look(form), world.look(form), world.look(form)]);
    expect((await withdraw).statusCode).toBe(204);
    shown += looks.filter(({ body }) => body.includes(account.number)).length;
    expect((await world.look(form)).body).not.toContain(account.number);
  }
  expect(await world.readsOf(person)).toHaveLength(shown);
});

test('answering while being removed leaves no consent behind', async () => {
  const form = await world.createForm();
  for (let round = 0; round < 8; round += 1) {
    const person = await world.newMember();
    await world.keep(person);
    const [answer] = await Promise.all([
      world.put(person, form),
      world.as(world.owner, 'DELETE', `teams/venue/members/${person.uid}`),
    ]);
    expect([200, 403]).toContain(answer.statusCode);
    await world.as(world.owner, 'PUT', `teams/venue/members/${person.uid}`);
    expect([undefined, 'not_agreed']).toContain(await world.stateOf(form, person));
  }
});

test('the migration ends consents of people who left or were suspended before', async () => {
  const [gone, suspended, kept] = [await consenting(), await consenting(), await consenting()];
  const former = await consenting({ audience: 'chiefs' }, world.chief);
  await muster.db.transaction(async (trx) => {
    await trx.deleteFrom('memberships').where('uid', '=', gone.person.uid).execute();
    await trx.updateTable('memberships').set({ role: 'member' }).where('uid', '=', world.chief.uid).execute();
    const at = muster.clock.now().toISOString();
    await trx.updateTable('people').set({ suspended_at: at }).where('uid', '=', suspended.person.uid).execute();
    await sql`delete from schema_migrations where name = '0012_ended_consents'`.execute(trx);
  });
  expect(await migrate(muster.db, muster.clock.now().toISOString())).toEqual(['0012_ended_consents']);
  const forms = [gone, suspended, kept, former].map(({ form }) => form.form);
  const left = await muster.db.read.selectFrom('form_consents').select('form').where('form', 'in', forms).execute();
  expect(left).toEqual([{ form: kept.form.form }]);
});
