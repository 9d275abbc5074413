import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { createCrew } from '../../../../test/support/world.ts';
import type { Crew } from '../../../../test/support/world.ts';

const muster = useApp();

const openCrew = async (): Promise<Crew> => {
  const crew = await createCrew(muster);
  const { headers } = crew.owner;
  const payload = { timezone: 'Asia/Taipei', starts_on: '2026-08-08', ends_on: '2026-08-09' };
  await muster.call({ method: 'PATCH', url: `/api/projects/${crew.pid}`, headers, payload });
  return crew;
};
const create = async ({ as, owner }: Crew, fields: object) =>
  (await as(owner, 'POST', 'forms', { form: 'asked', title: 'Asked', enabled: true, ...fields })).json().closes_at;
const change = async ({ as, owner }: Crew, fields: object) =>
  (await as(owner, 'PATCH', 'forms/asked', fields)).json().closes_at;

test.each([
  ['meals', '2026-08-09T15:59:00.000Z'],
  ['parking', '2026-08-09T15:59:00.000Z'],
  ['accommodation', '2026-08-09T15:59:00.000Z'],
  ['shirt_size', null],
])('a form about %s closes at the end of its last day in the time zone of the project', async (kind, closes) => {
  expect(await create(await openCrew(), { kind })).toBe(closes);
});

test('owners choose another time, or none', async () => {
  const chosen = await openCrew();
  const closes_at = '2026-07-01T10:00:00.000Z';
  expect(await create(chosen, { kind: 'meals', closes_at })).toBe(closes_at);
  expect(await change(chosen, { days: ['2026-08-10'] })).toBe(closes_at);
  const none = await openCrew();
  expect(await create(none, { kind: 'meals', closes_at: null })).toBeNull();
  expect(await change(none, { days: ['2026-08-10'] })).toBeNull();
});

test('the usual time moves with the last day, and the audit log says so', async () => {
  const crew = await openCrew();
  await create(crew, { kind: 'meals' });
  expect(await change(crew, { title: 'Food' })).toBe('2026-08-09T15:59:00.000Z');
  expect(await change(crew, { days: ['2026-08-10', '2026-08-07'] })).toBe('2026-08-10T15:59:00.000Z');
  const { headers } = crew.owner;
  const url = `/api/audit?project=${crew.pid}&kind=form.changed&limit=1`;
  const entries = (await muster.call({ url, headers })).json().data;
  expect(entries[0]).toMatchObject({ kind: 'form.changed', detail: { fields: 'closes_at days' } });
});

test('days in the past, and days before the form opens, close nothing', async () => {
  expect(await create(await openCrew(), { kind: 'parking', days: ['2026-05-01'] })).toBeNull();
  expect(await create(await openCrew(), { kind: 'parking', opens_at: '2026-09-01T10:00:00Z' })).toBeNull();
});

test('options of a custom form are no days', async () => {
  const options = [{ value: '2026-08-08', label: 'Saturday' }];
  const fields = [{ key: 'days', label: 'Days', type: 'choices', options }];
  expect(await create(await openCrew(), { kind: 'custom', fields })).toBeNull();
});

test('in an archived project, no form is open and nobody can answer', async () => {
  const crew = await openCrew();
  const { as, pid, owner, member } = crew;
  await create(crew, { kind: 'meals' });
  const answers = { answers: { days: [], dietary: 'none' } };
  const before = (await as(member, 'GET', 'forms/asked')).json();
  expect(before).toMatchObject({ open: true, rights: { answer: true } });
  const { headers } = owner;
  await muster.call({ method: 'PATCH', url: `/api/projects/${pid}`, headers, payload: { state: 'archived' } });
  for (const who of [owner, member]) {
    const closed = { open: false, rights: { answer: false } };
    expect((await as(who, 'GET', 'forms/asked')).json()).toMatchObject(closed);
    expect((await as(who, 'GET', 'forms')).json().data[0]).toMatchObject(closed);
    expect((await as(who, 'GET', 'forms/asked/response')).json()).toMatchObject({ rights: { edit: false } });
    const refused = await as(who, 'PUT', 'forms/asked/response', answers);
    expect(refused.json()).toMatchObject({ status: 409, code: 'project_archived' });
  }
});

test('owners of a draft can try its forms', async () => {
  const crew = await openCrew();
  const { as, pid, owner } = crew;
  const { headers } = owner;
  await muster.call({ method: 'PATCH', url: `/api/projects/${pid}`, headers, payload: { state: 'draft' } });
  await create(crew, { kind: 'meals' });
  expect((await as(owner, 'GET', 'forms/asked')).json()).toMatchObject({ open: true, rights: { answer: true } });
  expect((await as(crew.member, 'GET', 'forms/asked')).statusCode).toBe(404);
});

test('people are reminded as many days before a form closes as it says, or never', async () => {
  const crew = await openCrew();
  const { as, owner, member } = crew;
  const closes_at = new Date(muster.clock.now().getTime() + 9 * 86_400_000).toISOString();
  const before = { week: 8, usual: undefined, never: null };
  for (const [form, remind_days] of Object.entries(before)) {
    const body = { form, kind: 'shirt_size', title: form, closes_at, enabled: true, remind_days };
    expect((await as(owner, 'POST', 'forms', body)).json().remind_days).toBe(
      remind_days === undefined ? 3 : remind_days,
    );
  }
  const remind = muster.services.jobList.find(({ name }) => name === 'form-notices');
  const reminded = async (days: number) => {
    muster.clock.advance(days * 86_400);
    await remind?.run(new AbortController().signal);
    const rows = muster.db.read.selectFrom('notices').select('subject').where('uid', '=', member.uid);
    return (await rows.where('kind', '=', 'form.closing').orderBy('subject').execute()).map(({ subject }) => subject);
  };
  expect(await reminded(0)).toEqual([]);
  expect(await reminded(2)).toEqual(['week']);
  expect(await reminded(5)).toEqual(['usual', 'week']);
  expect((await as(owner, 'PATCH', 'forms/never', { remind_days: 31 })).statusCode).toBe(400);
});
