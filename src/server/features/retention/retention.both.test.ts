import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestApp } from '../../../../test/support/app.ts';
import type { TestApp } from '../../../../test/support/app.ts';
import { createCrew, createMembers } from '../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../test/support/world.ts';
import { engine, everyCell } from '../../../../test/support/database.ts';
import { bearer, browserOf, createPerson, tokenOf } from '../../../../test/support/factories.ts';
import { lastDayOver, monthsBefore } from './retention.policy.ts';
import { applyRetention } from './retention.service.ts';
import type { Found } from './retention.service.ts';

let muster: TestApp;
let crew: Crew;
const env = {
  RETENTION_PRIVATE_MONTHS: '24',
  RETENTION_ANSWERS_MONTHS: '36',
  AUDIT_DAYS: 'never',
};
beforeEach(async () => {
  muster = await startTestApp({ env });
  crew = await createCrew(muster);
});
afterEach(() => muster[Symbol.asyncDispose]());

const day = 86_400;
const run = (app = muster) => applyRetention(app.services, { dryRun: false });
const none = { claims: 0, receipts: 0, accounts: 0 };
const nothing = {
  private_answers: 0,
  responses: 0,
  applications: 0,
  notes: 0,
  codes: 0,
  ...none,
  private_data: 0,
  audit: 0,
};
const bank = { code: '004', number: '99887766', branch: '', holder: 'Ada Secret' };
const putBank = (who: Caller) =>
  muster.call({ method: 'PUT', url: '/api/me/bank', headers: who.headers, payload: bank });
const entries = (kind: string) =>
  muster.db.read.selectFrom('audit').selectAll().where('kind', '=', kind).orderBy('id').execute();
const endOn = (ends_on: string | null) =>
  muster.db.transaction((trx) => trx.updateTable('projects').set({ ends_on }).where('pid', '=', crew.pid).execute());

const parking = {
  form: 'cars',
  kind: 'parking',
  title: 'Cars',
  days: ['2026-08-08'],
  erase_after: '2026-06-03',
  enabled: true,
};
const answers = { needed: true, plate: 'SECRET-1', days: ['2026-08-08'] };
const answer = (who: Caller, given: object = answers) => crew.as(who, 'PUT', 'forms/cars/response', { answers: given });
const ownAnswer = async (who: Caller) => (await crew.as(who, 'GET', 'forms/cars/response')).json();
const waitUntil = (moment: string) => muster.clock.advance((Date.parse(moment) - muster.clock.now().getTime()) / 1000);

const cameBack = async (who: Caller): Promise<Caller> => ({ ...who, headers: bearer(await tokenOf(muster, who)) });

/** Every byte that SQLite keeps on disk. PostgreSQL keeps what was erased until it is vacuumed. */
const bytesOnDisk = (): string =>
  (engine === 'sqlite' ? ['', '-wal'] : [])
    .map((suffix) => readFileSync(join(muster.place.folder, `muster.db${suffix}`)).toString('latin1'))
    .join('');

test('a private answer is erased once its day is over in every time zone, and other answers stay', async () => {
  expect((await crew.as(crew.owner, 'POST', 'forms', parking)).statusCode).toBe(201);
  for (const who of [crew.member, crew.chief]) expect((await answer(who)).statusCode).toBe(200);
  await answer(crew.otherChief, { needed: false });
  await crew.as(crew.owner, 'POST', 'forms', { ...parking, form: 'vans' });
  await crew.as(crew.member, 'PUT', 'forms/vans/response', { answers: { needed: false } });
  const sealed = (await everyCell(muster.db)).flatMap((cell) => /"sealed":"([^"]+)"/.exec(cell)?.[1] ?? []);
  expect(sealed).toHaveLength(2);

  waitUntil('2026-06-04T11:59:00.000Z');
  expect(await run()).toEqual(nothing);
  waitUntil('2026-06-04T12:00:00.000Z');
  const before = await everyCell(muster.db);
  const found: Found[] = [];
  const dry = await applyRetention(muster.services, { dryRun: true, onFound: (one) => found.push(one) });
  expect(found).toEqual([{ what: 'private_answers', pid: crew.pid, form: 'cars', fields: ['plate'], responses: 2 }]);
  expect(await everyCell(muster.db)).toEqual(before);
  expect(dry).toEqual({ ...nothing, private_answers: 2 });
  // The job runs by itself, as every day.
  await muster.services.scheduler.check();

  expect((await ownAnswer(crew.member)).answers).toEqual({ needed: true, days: ['2026-08-08'] });
  expect((await ownAnswer(crew.otherChief)).answers).toEqual({ needed: false });
  expect(await entries('answers.expired')).toMatchObject([
    { actor: null, pid: crew.pid, subject: 'cars', detail: JSON.stringify({ fields: 'plate', responses: 2 }) },
  ]);
  const cells = (await everyCell(muster.db)).join('\n');
  for (const value of [...sealed, 'SECRET-1']) expect(cells).not.toContain(value);
  for (const value of sealed) expect(bytesOnDisk()).not.toContain(value);
  expect(await run()).toEqual(nothing);
});

test('a question whose erasure day has passed is no longer asked, and answers to it are rejected', async () => {
  await crew.as(crew.owner, 'POST', 'forms', parking);
  const saved = await answer(crew.member);
  waitUntil('2026-06-05T00:00:00.000Z');
  await run();
  const form = (await crew.as(crew.member, 'GET', 'forms/cars')).json();
  expect(Object.keys(form.schema.properties)).toEqual(['needed', 'days']);
  const refused = await answer(crew.member);
  expect([refused.statusCode, refused.json().errors]).toEqual([
    400,
    [{ pointer: '/answers/plate', detail: 'is not a field of this form' }],
  ]);
  const stale = await crew.as(
    crew.member,
    'PUT',
    'forms/cars/response',
    { answers: { needed: false } },
    {
      'if-match': String(saved.headers.etag),
    },
  );
  expect(stale.statusCode).toBe(412);
  expect((await answer(crew.member, { needed: true, days: ['2026-08-08'] })).statusCode).toBe(200);
  expect(await run()).toEqual(nothing);
});

test('many answers are erased in batches; an interrupted run is completed by the next; concurrent runs erase each once', async () => {
  await crew.as(crew.owner, 'POST', 'forms', parking);
  const people = await createMembers(muster, crew.pid, 'venue', 230);
  await muster.db.transaction(async (trx) => {
    const at = muster.clock.now().toISOString();
    const place = { pid: crew.pid, form: 'cars', key_id: 'x', revision: 1, created_at: at, updated_at: at };
    const rowOf = ({ uid }: Caller) => ({
      ...place,
      uid,
      answers: `{"needed":true,"plate":{"sealed":"marked-${uid}"}}`,
    });
    await trx.insertInto('form_responses').values(people.map(rowOf)).execute();
  });
  waitUntil('2026-06-05T00:00:00.000Z');
  const breaking = new AbortController();
  const { db } = muster;
  let transactions = 0;
  const counting = {
    ...db,
    transaction: <T>(work: Parameters<typeof db.transaction<T>>[0]) => {
      transactions += 1;
      if (transactions === 3) breaking.abort(new Error('stop'));
      return db.transaction(work);
    },
  };
  const broken = applyRetention({ ...muster.services, db: counting }, { dryRun: false, signal: breaking.signal });
  await expect(broken).rejects.toThrow('stop');
  await Promise.all([run(), run()]);
  const counts = (await entries('answers.expired')).map(({ detail }) => JSON.parse(detail).responses);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(230);
  const left = (await everyCell(muster.db)).filter((cell) => cell.includes('"sealed"'));
  expect(left).toEqual([]);
  expect(bytesOnDisk()).not.toContain('marked-');
});

test('answering during erasure loses no current answer and keeps no expired one', async () => {
  await crew.as(crew.owner, 'POST', 'forms', parking);
  const people = await createMembers(muster, crew.pid, 'venue', 12);
  for (const who of people) await answer(who);
  waitUntil('2026-06-05T00:00:00.000Z');
  const back = await Promise.all(people.map(cameBack));
  const [, ...responses] = await Promise.all([run(), ...back.map((who) => answer(who))]);
  expect(responses.map(({ statusCode }) => statusCode).filter((status) => status !== 200 && status !== 400)).toEqual(
    [],
  );
  for (const who of back) {
    expect((await ownAnswer(who)).answers).toEqual({ needed: true, days: ['2026-08-08'] });
  }
});

test('private data is erased when the person has been inactive long enough and their projects are over', async () => {
  const { owner, member, chief, stranger } = crew;
  for (const who of [owner, member, chief, stranger]) expect((await putBank(who)).statusCode).toBe(200);
  await endOn('2026-08-09');
  await muster.services.authenticator.flush();
  const start = muster.clock.now();
  waitUntil(new Date(start.getTime() + 740 * day * 1000).toISOString());
  // Away for two years: the stranger is in no project, the others' project ended less than two years ago.
  expect(await run()).toEqual({ ...nothing, private_data: 1 });
  expect(await entries('private.expired')).toMatchObject([
    { actor: null, subject: stranger.uid, detail: '{"kinds":"bank"}' },
  ]);
  waitUntil('2028-09-01T12:00:00.000Z');
  // Has come back meanwhile, by a browser.
  const back = await browserOf(muster, member);
  expect(await run()).toEqual({ ...nothing, private_data: 2 });
  expect((await muster.call({ url: '/api/me/bank', headers: back })).json()).toEqual(bank);
  const gone = await browserOf(muster, chief);
  expect((await muster.call({ url: '/api/me/bank', headers: gone })).json().number).toBe('');
  const audit = (await muster.call({ url: '/api/me/export', headers: gone })).json().audit;
  expect(audit.map(({ kind }: { kind: string }) => kind)).toContain('private.expired');
});

test('a person who returns during erasure keeps all of their private data or none', async () => {
  const people = await createMembers(muster, crew.pid, 'venue', 10);
  for (const who of people) await putBank(who);
  muster.clock.advance(1200 * day);
  const again = { ...bank, number: '11223344' };
  const write = async (who: Caller) => {
    const headers = await browserOf(muster, who);
    return muster.call({ method: 'PUT', url: '/api/me/bank', headers, payload: again });
  };
  const [, ...saved] = await Promise.all([run(), ...people.map(write)]);
  expect(saved.map(({ statusCode }) => statusCode)).toEqual(people.map(() => 200));
  for (const who of people) {
    const headers = await browserOf(muster, who);
    expect((await muster.call({ url: '/api/me/bank', headers })).json()).toEqual(again);
  }
});

test('whole answers are erased long after their project, with their audit entries', async () => {
  const shirts = { form: 'cars', kind: 'shirt_size', title: 'Shirts', enabled: true };
  await crew.as(crew.owner, 'POST', 'forms', shirts);
  for (const who of [crew.member, crew.chief]) await answer(who, { size: '5XL', cut: 'fitted' });
  await endOn('2026-08-09');
  waitUntil('2029-08-09T00:00:00.000Z');
  expect(await run()).toEqual(nothing);
  waitUntil('2029-08-10T00:00:00.000Z');
  expect(await run()).toEqual({ ...nothing, responses: 2 });
  const [form] = await muster.db.read.selectFrom('forms').select(['response_count']).execute();
  expect(form).toEqual({ response_count: 0 });
  expect(await entries('responses.expired')).toMatchObject([{ subject: 'cars', detail: '{"responses":2}' }]);
  const [saved] = await entries('response.saved');
  expect(JSON.parse(saved?.detail ?? '')).toEqual({ form: 'cars', revision: 1 });
  // The questions still name the size; nobody's answer does.
  expect((await everyCell(muster.db)).filter((cell) => cell.includes('5XL') && !cell.includes('6XL'))).toEqual([]);
});

test('what organisers noted about people is erased as long after their project as answers, in batches', async () => {
  const people = await createMembers(muster, crew.pid, 'venue', 120);
  const uids = people.map(({ uid }) => uid);
  await crew.as(crew.owner, 'POST', 'people/tags', { uids, add: ['driver', 'cook'] });
  const at = muster.clock.now().toISOString();
  const asked = { pid: crew.pid, uid: crew.stranger.uid, state: 'asked' as const, note: 'by phone', created_at: at };
  await muster.db.transaction((trx) => trx.insertInto('ask_again').values(asked).execute());
  await endOn('2026-08-09');
  waitUntil('2029-08-09T12:10:00.000Z');
  expect(await run()).toEqual(nothing);
  waitUntil('2029-08-10T12:10:00.000Z');
  expect((await applyRetention(muster.services, { dryRun: true })).notes).toBe(241);
  expect(await run()).toEqual({ ...nothing, notes: 241 });
  expect((await entries('notes.expired')).map(({ detail }) => detail).toSorted()).toEqual([
    '{"rows":1}',
    '{"rows":200}',
    '{"rows":40}',
  ]);
  expect(await muster.db.read.selectFrom('person_tags').selectAll().execute()).toEqual([]);
  expect(await muster.db.read.selectFrom('ask_again').selectAll().execute()).toEqual([]);
});

test('with "never" only private answers are erased', async () => {
  await putBank(crew.stranger);
  await using forever = await startTestApp({
    place: muster.place,
    clock: muster.clock,
    env: { RETENTION_PRIVATE_MONTHS: 'never', RETENTION_ANSWERS_MONTHS: 'never', AUDIT_DAYS: 'never' },
  });
  muster.clock.advance(5000 * day);
  expect(await run(forever)).toEqual(nothing);
  const headers = bearer(await tokenOf(forever, await createPerson(forever)));
  const limits = await forever.call({ url: '/api/retention', headers });
  expect(limits.json()).toEqual({ private_months: null, answers_months: null, receipts_years: 10 });
});

test('every signed-in person can read the retention periods', async () => {
  const limits = await muster.call({ url: '/api/retention', headers: crew.stranger.headers });
  expect([limits.statusCode, limits.json()]).toEqual([
    200,
    { private_months: 24, answers_months: 36, receipts_years: 10 },
  ]);
  expect((await muster.call('/api/retention')).statusCode).toBe(401);
});

test('periods are counted in calendar days and months', () => {
  expect(lastDayOver(new Date('2026-09-01T11:59:59.999Z'))).toBe('2026-08-30');
  expect(lastDayOver(new Date('2026-09-01T12:00:00.000Z'))).toBe('2026-08-31');
  expect(monthsBefore(new Date('2026-03-31T10:00:00.000Z'), 1).toISOString()).toBe('2026-02-28T10:00:00.000Z');
  expect(monthsBefore(new Date('2028-02-29T10:00:00.000Z'), 24).toISOString()).toBe('2026-02-28T10:00:00.000Z');
});
