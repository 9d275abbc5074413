import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { useApp } from '../../../../../test/support/app.ts';
import { browserOf } from '../../../../../test/support/factories.ts';
import { createCrew, createMembers } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import { projectRoles } from '../../../auth/project-role.ts';
import { newId } from '../../../lib/secrets.ts';
import { seal } from '../../../lib/seal.ts';
import type { FormTotals } from './totals.schema.ts';
import { selectMissing } from './totals.queries.ts';

const muster = useApp();

const make = async ({ as, owner }: Crew, form: string, fields: object) => {
  const response = await as(owner, 'POST', 'forms', { form, title: form, enabled: true, ...fields });
  expect(response.statusCode).toBe(201);
};
const put = async ({ as }: Crew, who: Caller, form: string, answers: object) => {
  expect((await as(who, 'PUT', `forms/${form}/response`, { answers })).statusCode).toBe(200);
};
const totals = async ({ as, owner }: Crew, form: string): Promise<FormTotals> =>
  (await as(owner, 'GET', `forms/${form}/totals`)).json();
const missing = async ({ as, owner }: Crew, form: string): Promise<string[]> =>
  (await as(owner, 'GET', `forms/${form}/missing`)).json().data.map(({ name }: { name: string }) => name);

test('totals count each choice of the people who are asked, and only how many answers others have left', async () => {
  const crew = await createCrew(muster);
  await make(crew, 'shirts', { kind: 'shirt_size' });
  const [guest] = await createMembers(muster, crew.pid, 'press', 1);
  if (guest === undefined) throw new Error('a guest');
  await put(crew, crew.member, 'shirts', { size: 'M', cut: 'fitted' });
  await put(crew, crew.chief, 'shirts', { size: 'M', cut: 'straight' });
  await put(crew, guest, 'shirts', { size: 'XS', cut: 'fitted' });
  await muster.db.transaction((trx) => trx.deleteFrom('memberships').where('uid', '=', guest.uid).execute());
  const result = await totals(crew, 'shirts');
  const counted = { people: 4, answered: 2, not_answered: 2, outside: 0, left: 1 };
  expect(result).toMatchObject({ pid: crew.pid, form: 'shirts', ...counted });
  expect(result.fields.map(({ key, answered, sum, sums }) => [key, answered, sum, sums])).toEqual([
    ['size', 2, null, null],
    ['cut', 2, null, null],
  ]);
  expect(result.fields[0]?.counts?.slice(0, 4)).toMatchObject([
    { value: 'XS', label: 'XS', count: 0 },
    { value: 'S', label: 'S', count: 0 },
    { value: 'M', label: 'M', count: 2 },
    { value: 'L', label: 'L', count: 0 },
  ]);
  expect(await missing(crew, 'shirts')).toEqual(['Olga', 'Otto']);
});

test('travel money is summed by currency, numbers are summed, private choices are counted', async () => {
  const crew = await createCrew(muster);
  const setTable = (currency: string, amount: number) =>
    muster.db.transaction(async (trx) => {
      await trx.updateTable('projects').set({ subsidy_currency: currency }).where('pid', '=', crew.pid).execute();
      await trx.deleteFrom('traffic_subsidies').where('pid', '=', crew.pid).execute();
      const row = { pid: crew.pid, location: 'Tainan', sort_key: 'tainan', amount };
      await trx.insertInto('traffic_subsidies').values(row).execute();
    });
  await setTable('TWD', 100_000);
  await make(crew, 'money', { kind: 'travel_money' });
  const apply = { apply: true, from: 'Tainan', how: 'bus' };
  await put(crew, crew.member, 'money', apply);
  await put(crew, crew.chief, 'money', apply);
  await put(crew, crew.owner, 'money', { apply: false });
  await setTable('EUR', 2500);
  await put(crew, crew.otherChief, 'money', apply);
  const { fields } = await totals(crew, 'money');
  expect(fields.map(({ key }) => key)).toEqual(['apply', 'from', 'how', 'amount']);
  expect(fields[0]?.counts).toMatchObject([
    { value: true, label: 'Yes', count: 3 },
    { value: false, label: 'No', count: 1 },
  ]);
  expect(new Set(fields[3]?.sums)).toEqual(
    new Set([
      { currency: 'TWD', amount: 200_000 },
      { currency: 'EUR', amount: 2500 },
    ]),
  );

  await make(crew, 'meals', { kind: 'meals', days: ['2026-08-08'] });
  await put(crew, crew.member, 'meals', { eats: true, days: ['2026-08-08'], dietary: ['no_beef', 'halal'] });
  await put(crew, crew.chief, 'meals', { eats: true, days: ['2026-08-08'], dietary: ['no_beef'] });
  await put(crew, crew.otherChief, 'meals', { eats: false });
  const owner = await browserOf(muster, crew.owner);
  const exact = await crew.as(undefined, 'GET', 'forms/meals/totals', undefined, owner);
  const meals: FormTotals['fields'] = exact.json().fields;
  expect(meals[1]?.counts).toMatchObject([{ value: '2026-08-08', label: '2026-08-08', count: 2 }]);
  expect(meals[2]?.counts?.filter(({ count }) => count !== 0)).toMatchObject([
    { value: 'no_beef', label: 'No beef', count: 2 },
    { value: 'halal', label: 'Halal', count: 1 },
  ]);
  const fieldsOf = [
    { key: 'hours', label: 'Hours', type: 'number' },
    { key: 'when', label: 'When', type: 'date' },
  ];
  await make(crew, 'hours', { kind: 'custom', fields: fieldsOf });
  await put(crew, crew.member, 'hours', { hours: 1.5, when: '2026-08-08' });
  await put(crew, crew.chief, 'hours', { hours: 2 });
  expect((await totals(crew, 'hours')).fields).toEqual([
    { key: 'hours', label: 'Hours', type: 'number', private: false, answered: 2, counts: null, sum: 3.5, sums: null },
    { key: 'when', label: 'When', type: 'date', private: false, answered: 1, counts: null, sum: null, sums: null },
  ]);
});

test('the list of missing people depends on the audience, pages by name, and omits suspended people', async () => {
  const crew = await createCrew(muster);
  await make(crew, 'all', { kind: 'appreciation', audience: 'signed_in' });
  await make(crew, 'chiefs', { kind: 'appreciation', audience: 'chiefs' });
  await put(crew, crew.stranger, 'all', { wanted: false });
  expect(await missing(crew, 'all')).toEqual(['Chen', 'Mia', 'Olga', 'Otto']);
  expect(await missing(crew, 'chiefs')).toEqual(['Chen', 'Otto']);
  expect(await totals(crew, 'all')).toMatchObject({ people: 4, answered: 1, not_answered: 4, outside: 1 });
  expect(await totals(crew, 'chiefs')).toMatchObject({ people: 2, answered: 0, not_answered: 2, outside: 0 });
  const shown = (await crew.as(crew.owner, 'GET', 'forms/all/responses')).json().data;
  expect(shown).toMatchObject([{ uid: crew.stranger.uid, left: false }]);
  const first = (await crew.as(crew.owner, 'GET', 'forms/all/missing?limit=3')).json();
  const second = (await crew.as(crew.owner, 'GET', `forms/all/missing?limit=3&cursor=${first.next}`)).json();
  expect([first.data.length, second.data, second.next]).toEqual([
    3,
    [{ uid: crew.otherChief.uid, name: 'Otto' }],
    null,
  ]);
  const suspended_at = muster.clock.now().toISOString();
  await muster.db.transaction((trx) =>
    trx.updateTable('people').set({ suspended_at }).where('uid', '=', crew.chief.uid).execute(),
  );
  expect(await missing(crew, 'chiefs')).toEqual(['Otto']);
  expect((await crew.as(crew.owner, 'GET', 'forms/all/missing?cursor=nonsense')).statusCode).toBe(400);
});

const count = 10_000;

/** Straight into the tables: ten thousand people and their answers through the app would take minutes. */
async function insertAnswers(crew: Crew, form: string): Promise<void> {
  const now = muster.clock.now();
  const at = now.toISOString();
  const { keys } = muster.services;
  const note = 'x'.repeat(500);
  const rows = Array.from({ length: count }, () => ({ uid: newId(now) }));
  await muster.db.transaction(async (trx) => {
    for (let i = 0; i < count; i += 1000) {
      const some = rows.slice(i, i + 1000);
      const people = some.map(({ uid }) => ({ uid, email: `${uid}@example.org`, name: uid, sort_key: uid }));
      await trx
        .insertInto('people')
        .values(people.map((person) => ({ ...person, listing: 'public', created_at: at })))
        .execute();
      const answers = some.map(({ uid }) => ({
        pid: crew.pid,
        form,
        uid,
        answers: JSON.stringify({
          note: { sealed: seal(keys, `form:${crew.pid}:${form}:${uid}:note`, JSON.stringify(note)) },
          hours: 1,
        }),
        key_id: keys.current.id,
        revision: 1,
        created_at: at,
        updated_at: at,
      }));
      await trx.insertInto('form_responses').values(answers).execute();
    }
  });
}

test('10,000 answers are streamed as CSV with less than 20 MB more memory, and each read is audited', async () => {
  const crew = await createCrew(muster);
  const secret = { private: true, purpose: 'x', erase_after: '2027-01-01' };
  const fields = [
    { key: 'note', label: 'Note', type: 'text', ...secret },
    { key: 'hours', label: 'Hours', type: 'number' },
  ];
  await make(crew, 'many', { kind: 'custom', audience: 'signed_in', fields });
  await insertAnswers(crew, 'many');
  const base = await muster.app.listen({ port: 0, host: '127.0.0.1' });
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const used = () => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = used();
  const headers = await browserOf(muster, crew.owner);
  const response = await fetch(`${base}/api/projects/${crew.pid}/forms/many/responses.csv`, { headers });
  let [most, lines, bytes, chunks] = [0, 0, 0, 0];
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) lines += 1;
    chunks += 1;
    if (chunks % 20 === 0) most = Math.max(most, used() - before);
  }
  expect([response.status, lines]).toEqual([200, count + 1]);
  expect(bytes).toBeGreaterThan(5_000_000);
  expect(chunks).toBeGreaterThan(100);
  expect(most / 1e6).toBeLessThan(20);
  const audited = await muster.db.read
    .selectFrom('audit')
    .select((eb) => eb.fn.count<number>('subject').distinct().as('people'))
    .where('kind', '=', 'private.read')
    .where('pid', '=', crew.pid)
    .executeTakeFirstOrThrow();
  expect(audited.people).toBe(count);
  expect((await totals(crew, 'many')).fields[1]).toMatchObject({ answered: count, sum: count });
});

test('missing people are found among the people of the project, not all accounts', async () => {
  const crew = await createCrew(muster);
  const { scope } = await projectRoles(muster.db, muster.clock)(null, crew.pid);
  const query = selectMissing(muster.db.read, scope, { audience: 'people', tids: [] }, 'x', undefined, 50);
  if (muster.db.engine === 'postgres') await sql`analyze people, memberships`.execute(muster.db.read);
  const rows =
    muster.db.engine === 'postgres' ? await query.explain() : await query.explain(undefined, sql`query plan`);
  const plan = rows.map((row) => JSON.stringify(row)).join('\n');
  expect(plan).toMatch(/people_pkey|SEARCH people USING INDEX \w+ \(uid=\?\)/);
  expect(plan).not.toMatch(/Seq Scan on people|SCAN people|people_by_name/);
});

const totalsEntries = async ({ pid }: Crew) =>
  muster.db.read
    .selectFrom('audit')
    .select(['actor', 'subject'])
    .where('kind', '=', 'totals.read')
    .where('pid', '=', pid)
    .execute();

test('totals of private fields need a fresh sign-in and leave an entry; without them neither is needed', async () => {
  const crew = await createCrew(muster);
  await make(crew, 'meals', { kind: 'meals', days: ['2026-08-08'] });
  await put(crew, crew.member, 'meals', { eats: true, days: ['2026-08-08'], dietary: ['halal'] });
  const owner = await browserOf(muster, crew.owner);
  const look = (query = '') => crew.as(undefined, 'GET', `forms/meals/totals${query}`, undefined, owner);
  expect((await look()).json().fields[2]).toMatchObject({ private: true, answered: 1 });
  const entry = { actor: crew.owner.uid, subject: 'meals' };
  expect(await totalsEntries(crew)).toEqual([entry]);
  muster.clock.advance(15 * 60 + 1);
  expect((await look()).json().code).toBe('sign_in_again');
  const open = (await look('?private=false')).json();
  expect(open.fields).toMatchObject([
    { key: 'eats', private: false, answered: 1 },
    { key: 'days', private: false, answered: 1, counts: [{ count: 1 }] },
    { key: 'dietary', private: true, answered: null, counts: null, sum: null },
    { key: 'note' },
  ]);
  expect(await totalsEntries(crew)).toEqual([entry]);
  const suppressed = (await crew.as(crew.owner, 'GET', 'forms/meals/totals')).json().fields;
  expect(suppressed[2].answered).toBeNull();
  expect(new Set(suppressed[2].counts.map(({ count: number }: { count: number | null }) => number))).toEqual(
    new Set([null]),
  );
  expect(await totalsEntries(crew)).toEqual([entry, entry]);
});

test('a token sees totals of private fields from five people on, and none that tell fewer', async () => {
  const crew = await createCrew(muster);
  const secret = { private: true, purpose: 'x', erase_after: '2027-01-01' };
  const fields = [
    { key: 'well', label: 'Well?', type: 'yes_no', ...secret },
    { key: 'age', label: 'Age', type: 'number', ...secret },
  ];
  await make(crew, 'health', { kind: 'custom', fields });
  const people = await createMembers(muster, crew.pid, 'venue', 10);
  const seen = async () =>
    (await totals(crew, 'health')).fields.map(({ answered, counts, sum }) => [
      answered,
      sum,
      ...(counts ?? []).map((one) => one.count),
    ]);
  const answer = async (from: number, to: number) => {
    for (const [index, who] of people.entries())
      if (index >= from && index < to) await put(crew, who, 'health', { well: index < 5, age: 10 });
  };
  await answer(0, 4);
  expect(await seen()).toEqual([
    [null, null, null, null],
    [null, null],
  ]);
  await answer(4, 9);
  expect(await seen()).toEqual([
    [9, null, null, null],
    [9, 90],
  ]);
  await answer(9, 10);
  expect(await seen()).toEqual([
    [10, null, 5, 5],
    [10, 100],
  ]);
});
