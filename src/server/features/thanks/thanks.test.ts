import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { auditedOf } from '../../../../test/support/audit.ts';
import { browserOf, createPerson } from '../../../../test/support/factories.ts';
import { createCrew, createMembers } from '../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../test/support/world.ts';
import { newId } from '../../lib/secrets.ts';

const muster = useApp();
let crew: Crew;
let owner: Caller;

const dayFromNow = (days: number): string =>
  new Date(muster.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);

beforeEach(async () => {
  crew = await createCrew(muster);
  owner = { ...crew.owner, headers: (await browserOf(muster, crew.owner)) as never };
  await setDates(-3, -2);
});

const changeProject = (payload: object) =>
  muster.call({ method: 'PATCH', url: `/api/projects/${crew.pid}`, headers: crew.owner.headers, payload });
const setDates = (from: number, to: number) => changeProject({ starts_on: dayFromNow(from), ends_on: dayFromNow(to) });
const page = async (who?: Caller) => (await crew.as(who, 'GET', 'thanks')).json();
const names = async (who?: Caller): Promise<string[]> =>
  (await crew.as(who, 'GET', 'thanks/names')).json().data.map(({ name }: { name: string }) => name);
const save = (body: object, headers: Record<string, string> = {}) => crew.as(owner, 'PUT', 'thanks', body, headers);
const publish = (text = 'Thank you.') => save({ text, published: true });
const agree = (who: Caller, name: string) => crew.as(who, 'PUT', 'my-thanks', { name });
const noticesOf = async (who: Caller): Promise<string[]> => {
  const { data } = (await muster.call({ url: '/api/me/notices', headers: who.headers })).json();
  return data.map(({ kind }: { kind: string }) => kind).filter((kind: string) => kind.startsWith('thanks.'));
};

/** Everybody did a shift of two hours. */
async function shiftsOf(people: readonly Caller[]): Promise<void> {
  const [starts_at, ends_at] = ['2026-01-01T08:00:00.000Z', '2026-01-01T10:00:00.000Z'];
  const id = newId(muster.clock.now());
  const task = { id, pid: crew.pid, tid: 'venue', title: 'Desk', starts_at, ends_at, capacity: 99 };
  const at = muster.clock.now().toISOString();
  await muster.db.transaction(async (trx) => {
    await trx
      .insertInto('tasks')
      .values({ ...task, category: '', created_at: at, attendee_count: people.length })
      .execute();
    await trx
      .insertInto('attendances')
      .values(people.map(({ uid }) => ({ task_id: id, uid, state: 'done' as const, created_at: at })))
      .execute();
  });
}

test('after the event, everybody sees the text, the totals and who agreed', async () => {
  const people = await createMembers(muster, crew.pid, 'venue', 6);
  await shiftsOf(people);
  // Who does two shifts is one person.
  await shiftsOf(people.slice(0, 2));
  await agree(crew.member, 'Mia from Venue');
  await agree(crew.chief, 'Chen');
  expect(await page()).toMatchObject({ published: false, text: '', people: null, names: 0 });
  expect(await names()).toEqual([]);
  expect((await publish()).json()).toMatchObject({ published: true, text: 'Thank you.' });
  expect(await page()).toEqual({
    pid: crew.pid,
    published: true,
    over: true,
    text: 'Thank you.',
    people: 6,
    shifts: 8,
    minutes: 960,
    names: 2,
  });
  expect((await crew.as(undefined, 'GET', 'thanks/names')).json()).toEqual({
    data: [
      { name: 'Chen', uid: null, hidden: false },
      { name: 'Mia from Venue', uid: null, hidden: false },
    ],
    next: null,
    total: 2,
  });
  expect(await noticesOf(crew.member)).toEqual(['thanks.published']);
  expect(await noticesOf(crew.otherChief)).toEqual([]);
});

test('totals of fewer than 5 people are not shown', async () => {
  const few = await createMembers(muster, crew.pid, 'venue', 4);
  await shiftsOf(few);
  await publish();
  expect(await page()).toMatchObject({ published: true, people: null, shifts: null, minutes: null });
  // Whoever has several shifts, or worked without one as well, is one person.
  await shiftsOf(few);
  const [starts_at, ends_at] = ['2026-01-02T08:00:00.000Z', '2026-01-02T10:00:00.000Z'];
  const work = { pid: crew.pid, title: 'Tables', starts_at, ends_at, state: 'approved' as const, created_at: ends_at };
  const enter = ({ uid }: Caller) =>
    muster.db.transaction((trx) =>
      trx
        .insertInto('work')
        .values({ ...work, id: newId(muster.clock.now()), uid, tid: 'venue' })
        .execute(),
    );
  await Promise.all(few.map(enter));
  expect(await page()).toMatchObject({ people: null, shifts: null, minutes: null });
  await enter(crew.member);
  expect(await page()).toMatchObject({ people: 5 });
});

test('it is not published before the event is over, and hidden if the event is moved to a later day', async () => {
  await setDates(-1, 1);
  const refused = await publish();
  expect([refused.statusCode, refused.json().errors[0].pointer]).toEqual([422, '/published']);
  expect((await save({ text: 'Soon.', published: false })).statusCode).toBe(200);
  expect(await page(crew.owner)).toMatchObject({ published: false, over: false, text: 'Soon.' });
  await setDates(-3, -2);
  await publish();
  expect((await page()).published).toBe(true);
  await setDates(5, 6);
  expect(await page()).toMatchObject({ published: false, text: '' });
  expect(await names()).toEqual([]);
});

test('only owners write the page, and see it before; a stale change is refused', async () => {
  for (const who of [crew.chief, crew.member, crew.stranger])
    expect((await crew.as(who, 'PUT', 'thanks', { text: '', published: false })).statusCode).toBe(403);
  const tag = (await crew.as(owner, 'GET', 'thanks')).headers.etag ?? '';
  expect((await save({ text: 'One', published: false }, { 'if-match': tag })).statusCode).toBe(200);
  expect((await save({ text: 'Two', published: false }, { 'if-match': tag })).statusCode).toBe(412);
  expect(await page(crew.owner)).toMatchObject({ text: 'One' });
  expect(await page(crew.member)).toMatchObject({ text: '' });
  for (const body of [{}, { text: 'x' }, { text: 'x', published: 1 }, { text: 'x'.repeat(30_001), published: false }])
    expect((await save(body)).statusCode).toBe(400);
});

test('people change and withdraw their names at any time, also in an archived project', async () => {
  await publish();
  await agree(crew.member, 'Mia');
  await agree(crew.member, 'Mia M.');
  // The same again is no change.
  await agree(crew.member, 'Mia M.');
  expect(await names()).toEqual(['Mia M.']);
  await changeProject({ state: 'archived' });
  expect((await crew.as(crew.member, 'DELETE', 'my-thanks')).statusCode).toBe(204);
  expect(await names()).toEqual([]);
  expect((await crew.as(crew.member, 'GET', 'my-thanks')).json()).toEqual({
    pid: crew.pid,
    name: null,
    agreed_at: null,
    helped: true,
    hindrance: null,
  });
  const { uid } = crew.member;
  expect((await auditedOf(muster, 'thanks.chosen', uid)).map(({ detail }) => detail)).toEqual([
    { named: 'yes' },
    { named: 'yes' },
    { named: 'no' },
  ]);
});

test('nobody is named who has nothing to do with the event, and names are one line without addresses', async () => {
  expect((await agree(crew.stranger, 'Sam')).statusCode).toBe(403);
  expect((await agree({ ...crew.member, headers: {} as never }, 'Mia')).statusCode).toBe(401);
  for (const name of ['', '  ', 'a\nb', 'www.example.org', 'x'.repeat(101)])
    expect([name, (await agree(crew.member, name)).statusCode]).toEqual([name, 400]);
  expect((await crew.as(crew.stranger, 'GET', 'my-thanks')).json()).toMatchObject({ helped: false });
});

test('owners hide a name, which the person learns, and show it again', async () => {
  await publish();
  await agree(crew.member, 'A bad word');
  const hide = (hidden: boolean, who = owner) => crew.as(who, 'PUT', `thanks/names/${crew.member.uid}`, { hidden });
  expect((await hide(true, crew.chief)).statusCode).toBe(403);
  expect((await hide(true)).statusCode).toBe(204);
  await agree(crew.member, 'Another bad word');
  expect(await names()).toEqual([]);
  expect((await crew.as(crew.owner, 'GET', 'thanks/names')).json().data).toEqual([
    { name: 'Another bad word', uid: crew.member.uid, hidden: true },
  ]);
  expect((await crew.as(crew.member, 'GET', 'my-thanks')).json()).toMatchObject({ hindrance: 'hidden' });
  expect(await noticesOf(crew.member)).toEqual(['thanks.hidden']);
  await hide(false);
  expect(await names()).toEqual(['Another bad word']);
  expect((await crew.as(owner, 'PUT', `thanks/names/${crew.chief.uid}`, { hidden: true })).statusCode).toBe(404);
});

test('who hides a name, or shows it again, leaves the other names as they are', async () => {
  await publish();
  await agree(crew.member, 'Mia');
  await agree(crew.chief, 'Chen');
  const hide = (who: Caller, hidden: boolean) => crew.as(owner, 'PUT', `thanks/names/${who.uid}`, { hidden });
  await hide(crew.member, true);
  expect(await names()).toEqual(['Chen']);
  await hide(crew.chief, true);
  await hide(crew.member, false);
  expect(await names()).toEqual(['Mia']);
});

test('minors are not named, nor people whose age is not known where it counts', async () => {
  await publish();
  await agree(crew.member, 'Mia');
  await agree(crew.chief, 'Chen');
  await agree(crew.otherChief, 'Otto');
  await changeProject({ adult_age: 18 });
  const born = (who: Caller, age: number) =>
    muster.call({
      method: 'PUT',
      url: '/api/me/real-profile',
      headers: who.headers,
      payload: {
        name: '',
        phone: '',
        national_id: '',
        company: '',
        birthday: `${muster.clock.now().getUTCFullYear() - age}-01-01`,
      },
    });
  await born(crew.member, 15);
  await born(crew.chief, 40);
  expect(await names()).toEqual(['Chen']);
  expect(await page()).toMatchObject({ names: 1 });
  const hindranceOf = async (who: Caller) => (await crew.as(who, 'GET', 'my-thanks')).json().hindrance;
  expect(await hindranceOf(crew.member)).toBe('minor');
  expect(await hindranceOf(crew.otherChief)).toBe('birthday');
  expect(await hindranceOf(crew.chief)).toBe(null);
  // Visitors can ask as often as they like, so birthdays are opened once; a change counts at once all the same.
  const queries = async () => {
    const before = muster.db.queryCount();
    expect(await names()).toEqual(['Chen']);
    return muster.db.queryCount() - before;
  };
  const known = await queries();
  await born(crew.otherChief, 15);
  expect(await queries()).toBeGreaterThan(known);
  expect(await queries()).toBe(known);
  await born(crew.chief, 16);
  expect(await names()).toEqual([]);
  await changeProject({ adult_age: 16 });
  expect(await names()).toEqual(['Chen']);
});

test('a yes in a form of the kind appreciation adds the name, and withdrawing makes it a no', async () => {
  await publish();
  const form = { form: 'thanks', kind: 'appreciation', title: 'Thanks', enabled: true };
  await crew.as(owner, 'POST', 'forms', form);
  const answer = (answers: object) => crew.as(crew.member, 'PUT', 'forms/thanks/response', { answers });
  expect((await answer({ wanted: true, name: 'Mia' })).statusCode).toBe(200);
  expect(await names()).toEqual(['Mia']);
  await answer({ wanted: false });
  expect(await names()).toEqual([]);
  await answer({ wanted: true, name: 'Mia' });
  // Nobody is thanked without a name.
  expect((await answer({ wanted: true, name: '  ' })).statusCode).toBe(200);
  expect(await names()).toEqual([]);
  await answer({ wanted: true, name: 'Mia' });
  await crew.as(owner, 'PATCH', 'forms/thanks', { enabled: false });
  const saved = () => auditedOf(muster, 'response.saved', crew.member.uid);
  const before = await saved();
  await crew.as(crew.member, 'DELETE', 'my-thanks');
  expect(await names()).toEqual([]);
  expect(await saved()).toEqual([...before, { actor: crew.member.uid, detail: { form: 'thanks' } }]);
  const own = (await crew.as(crew.member, 'GET', 'forms/thanks/response')).json();
  expect(own.answers).toEqual({ wanted: false });
});

test('cursors of visitors name nobody', async () => {
  await publish();
  for (const [index, who] of (await createMembers(muster, crew.pid, 'venue', 3)).entries())
    await agree(who, `Name ${index}`);
  const first = (await crew.as(undefined, 'GET', 'thanks/names?limit=2')).json();
  expect(Buffer.from(first.next, 'base64url').toString()).not.toContain('Name');
  const rest = (
    await crew.as(undefined, 'GET', `thanks/names?limit=2&cursor=${encodeURIComponent(first.next)}`)
  ).json();
  expect([...first.data, ...rest.data].map(({ name }) => name)).toEqual(['Name 0', 'Name 1', 'Name 2']);
  expect((await crew.as(undefined, 'GET', 'thanks/names?cursor=abc')).statusCode).toBe(400);
});

test('suspended people are not named; the export has what somebody agreed to, and an erased account nothing', async () => {
  await publish();
  await agree(crew.member, 'Mia');
  const exported = await muster.call({ url: '/api/me/export', headers: await browserOf(muster, crew.member) });
  expect(exported.json().thanks).toEqual([
    { pid: crew.pid, name: 'Mia', agreed_at: expect.any(String), hidden_at: null },
  ]);
  const suspended_at = muster.clock.now().toISOString();
  await muster.db.transaction((trx) =>
    trx.updateTable('people').set({ suspended_at }).where('uid', '=', crew.member.uid).execute(),
  );
  expect(await names()).toEqual([]);
});

test('the text is copied to the next year, without names and not published', async () => {
  await publish('See you next year.');
  await agree(crew.member, 'Mia');
  const pid = `${crew.pid}-next`;
  const headers = await browserOf(muster, await createPerson(muster, { administrator: true }));
  const payload = { pid, name: 'Next', timezone: 'UTC', owners: [crew.owner.uid], copy_from: crew.pid };
  expect((await muster.call({ method: 'POST', url: '/api/projects', headers, payload })).statusCode).toBe(201);
  const url = `/api/projects/${pid}/thanks`;
  const copied = (await muster.call({ url, headers: crew.owner.headers })).json();
  expect(copied).toMatchObject({ published: false, text: 'See you next year.', names: 0 });
});

test('readers get the text in their language, also when the project is archived', async () => {
  await publish('Thank you.');
  const translate = (de: object) => crew.as(owner, 'PUT', `translations/project/${crew.pid}`, { translations: { de } });
  expect((await translate({ thanks: 'Danke.' })).statusCode).toBe(200);
  const german = async (who?: Caller) =>
    (await crew.as(who, 'GET', 'thanks', undefined, { 'accept-language': 'de' })).json();
  expect(await german()).toMatchObject({ text: 'Danke.', original: { text: 'Thank you.' } });
  expect(await page()).toMatchObject({ text: 'Thank you.' });
  expect((await changeProject({ state: 'archived' })).statusCode).toBe(200);
  expect((await translate({ thanks: 'Vielen Dank.' })).statusCode).toBe(200);
  expect(await german()).toMatchObject({ text: 'Vielen Dank.' });
  // Nothing else of an archived project changes.
  const refused = await translate({ thanks: 'Danke.', name: 'Fest' });
  expect(refused.json()).toMatchObject({ status: 409, code: 'project_archived' });
  expect(await german()).toMatchObject({ text: 'Vielen Dank.' });
  // What has changed since is shown as it is.
  await publish('Thanks to all.');
  expect(await german()).toMatchObject({ text: 'Thanks to all.' });
  expect(await german()).not.toHaveProperty('original');
});

test('nobody reads a translation of a page that is not published', async () => {
  await save({ text: 'Thank you.', published: false });
  const translations = { de: { thanks: 'Danke.' } };
  await crew.as(owner, 'PUT', `translations/project/${crew.pid}`, { translations });
  const answer = await crew.as(undefined, 'GET', 'thanks', undefined, { 'accept-language': 'de' });
  expect(answer.body).not.toContain('Danke');
  const chief = await crew.as(crew.chief, 'GET', `translations/project/${crew.pid}`);
  expect(chief.statusCode).toBe(404);
});
