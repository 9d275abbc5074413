import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { createCrew } from '../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../test/support/world.ts';
import { createProject, createTeam } from '../../../../test/support/factories.ts';
import type { Form, NewForm } from './forms.schema.ts';
import { openFormsFor } from './forms.service.ts';

const muster = useApp();
let crew: Crew;
beforeAll(async () => {
  crew = await createCrew(muster);
});

let counter = 0;

async function createForm(fields: Partial<NewForm> = {}): Promise<Form> {
  counter += 1;
  const payload = { form: `form-${counter}`, kind: 'shirt_size', title: `Form ${counter}`, enabled: true, ...fields };
  const response = await crew.as(crew.owner, 'POST', 'forms', payload);
  expect(response.body.slice(0, 300)).toContain('"form"');
  expect(response.statusCode).toBe(201);
  return response.json();
}

const listed = async (who: Caller, at = crew.as): Promise<string[]> =>
  (await at(who, 'GET', 'forms?limit=200')).json().data.map((form: Form) => form.form);
const pointers = (response: { json: () => { errors?: { pointer: string }[] } }) =>
  (response.json().errors ?? []).map(({ pointer }) => pointer);

test('an owner creates a form, and everybody in its audience sees it with its fields and schema', async () => {
  const form = await createForm({ form: 'shirts', title: 'Shirts' });
  expect(form).toMatchObject({
    pid: crew.pid,
    form: 'shirts',
    kind: 'shirt_size',
    audience: 'people',
    enabled: true,
    open: true,
    answered: false,
    response_count: 0,
    rights: { answer: true, edit: true, see_responses: true, see_totals: true },
  });
  expect(form.schema).toEqual({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Shirts',
    type: 'object',
    properties: {
      size: {
        type: 'string',
        enum: ['XS', 'S', 'M', 'L', 'XL', '2XL', '3XL', '4XL', '5XL', '6XL'],
        title: 'Size',
      },
      cut: { type: 'string', enum: ['straight', 'fitted'], title: 'Cut' },
    },
    required: ['size', 'cut'],
    additionalProperties: false,
  });
  const seen = await crew.as(crew.member, 'GET', 'forms/shirts');
  expect(seen.json()).toEqual({
    ...form,
    response_count: null,
    left_count: null,
    rights: { answer: true, edit: false, see_responses: false, see_totals: false },
  });
});

test('people see the forms that are open to them now, owners see all', async () => {
  const pid = await createProject(muster, { owners: [crew.owner] });
  await createTeam(muster, pid, { chiefs: [crew.chief], members: [crew.member] });
  const at = crew.at(pid);
  const make = (form: string, fields: object) =>
    at(crew.owner, 'POST', 'forms', { form, kind: 'shirt_size', title: form, enabled: true, ...fields });
  await make('all', { audience: 'signed_in' });
  await make('chiefs', { audience: 'chiefs' });
  await make('closed', { closes_at: '2026-05-01T00:00:00Z' });
  await make('later', { opens_at: '2026-07-01T00:00:00Z' });
  await make('off', { enabled: false });
  await make('people', { opens_at: '2026-05-01T00:00:00Z', closes_at: '2026-07-01T00:00:00Z' });
  expect(await listed(crew.owner, at)).toEqual(['all', 'chiefs', 'closed', 'later', 'off', 'people']);
  expect(await listed(crew.chief, at)).toEqual(['all', 'chiefs', 'people']);
  expect(await listed(crew.member, at)).toEqual(['all', 'people']);
  expect(await listed(crew.stranger, at)).toEqual(['all']);
  const status = async (who: Caller, form: string) => (await at(who, 'GET', `forms/${form}`)).statusCode;
  expect([await status(crew.member, 'off'), await status(crew.owner, 'off')]).toEqual([404, 200]);
  expect([await status(crew.member, 'chiefs'), await status(crew.stranger, 'people')]).toEqual([403, 403]);
  expect((await at(crew.member, 'GET', 'forms/closed')).json()).toMatchObject({
    open: false,
    rights: { answer: false },
  });

  const openForms = openFormsFor(muster.db);
  const missingOf = async ({ uid }: Caller) => {
    const { missing: forms } = await openForms(uid, muster.clock.now());
    return forms.filter((form) => form.pid === pid);
  };
  const entry = (form: string, closes_at: string | null = null) => ({
    pid,
    form,
    title: form,
    closes_at,
    asks_more: false,
  });
  const people = entry('people', '2026-07-01T00:00:00.000Z');
  expect(await missingOf(crew.chief)).toEqual([entry('all'), entry('chiefs'), people]);
  expect(await missingOf(crew.member)).toEqual([entry('all'), people]);
  expect(await missingOf(crew.owner)).toEqual([entry('all'), people]);
  expect(await missingOf(crew.stranger)).toEqual([]);
  await at(crew.member, 'PUT', 'forms/all/response', { answers: { size: 'M', cut: 'fitted' } });
  expect(await missingOf(crew.member)).toEqual([people]);
});

test('forms are listed in pages', async () => {
  const pid = await createProject(muster, { owners: [crew.owner] });
  const at = crew.at(pid);
  const cost = async () => {
    const before = muster.db.queryCount();
    await at(crew.owner, 'GET', 'forms');
    return muster.db.queryCount() - before;
  };
  const make = (form: string) => at(crew.owner, 'POST', 'forms', { form, kind: 'shirt_size', title: form });
  await make('a');
  const few = await cost();
  for (const form of ['b', 'c']) await make(form);
  expect(await cost()).toBe(few);
  const first = (await at(crew.owner, 'GET', 'forms?limit=2')).json();
  await make('aa');
  const second = (await at(crew.owner, 'GET', `forms?limit=2&cursor=${first.next}`)).json();
  expect([...first.data, ...second.data].map((form: Form) => form.form)).toEqual(['a', 'b', 'c']);
  expect(second.next).toBeNull();
});

test('only owners create, change and delete forms', async () => {
  const { form } = await createForm();
  for (const [method, path, payload] of [
    ['POST', 'forms', { form: 'new', kind: 'shirt_size', title: 'New' }],
    ['PATCH', `forms/${form}`, { title: 'Changed' }],
    ['DELETE', `forms/${form}`, undefined],
    ['GET', `forms/${form}/responses`, undefined],
    ['GET', `forms/${form}/responses.csv`, undefined],
    ['GET', `forms/${form}/missing`, undefined],
  ] as const) {
    expect((await crew.as(undefined, method, path, payload)).statusCode).toBe(401);
    for (const who of [crew.stranger, crew.member, crew.chief]) {
      expect((await crew.as(who, method, path, payload)).statusCode).toBe(403);
    }
  }
  expect((await crew.as(undefined, 'GET', 'forms')).statusCode).toBe(401);
  expect((await crew.as(undefined, 'GET', `forms/${form}`)).statusCode).toBe(401);
});

test('a form of another project is not found', async () => {
  const { form } = await createForm();
  const elsewhere = crew.at(await createProject(muster, { owners: [crew.owner] }));
  for (const [method, path, payload] of [
    ['GET', '', undefined],
    ['PATCH', '', { title: 'x' }],
    ['DELETE', '?force=true', undefined],
    ['GET', '/response', undefined],
    ['PUT', '/response', { answers: { size: 'M', cut: 'fitted' } }],
    ['DELETE', '/response', undefined],
    ['GET', '/responses', undefined],
    ['GET', '/responses.csv', undefined],
    ['GET', '/totals', undefined],
    ['GET', '/missing', undefined],
  ] as const) {
    const response = await elsewhere(crew.owner, method, `forms/${form}${path}`, payload);
    expect([method, path, response.statusCode]).toEqual([method, path, 404]);
  }
});

test('a slug is unique, and a repeated POST with the same key creates one form', async () => {
  const payload = { form: 'once', kind: 'appreciation', title: 'Thanks' };
  const key = { 'idempotency-key': 'form-once' };
  const first = await crew.as(crew.owner, 'POST', 'forms', payload, key);
  const second = await crew.as(crew.owner, 'POST', 'forms', payload, key);
  expect([first.statusCode, second.json()]).toEqual([201, first.json()]);
  const taken = await crew.as(crew.owner, 'POST', 'forms', { ...payload, title: 'Other' });
  expect(taken.statusCode).toBe(409);
  expect(taken.json()).toMatchObject({ code: 'already_exists' });
  expect((await crew.as(crew.owner, 'GET', 'forms/once')).json()).toMatchObject({ title: 'Thanks' });
});

test('PATCH changes only the given fields, nothing when the ETag is stale, and is audited', async () => {
  const { form } = await createForm({ opens_at: '2026-05-01T00:00:00+08:00' });
  const etag = String((await crew.as(crew.owner, 'GET', `forms/${form}`)).headers['etag']);
  const changed = await crew.as(crew.owner, 'PATCH', `forms/${form}`, { enabled: false }, { 'if-match': etag });
  expect(changed.statusCode).toBe(200);
  expect(changed.json()).toMatchObject({ enabled: false, opens_at: '2026-04-30T16:00:00.000Z', audience: 'people' });
  for (const method of ['PATCH', 'DELETE'] as const) {
    const late = await crew.as(crew.owner, method, `forms/${form}`, method === 'PATCH' ? {} : undefined, {
      'if-match': etag,
    });
    expect(late.statusCode).toBe(412);
  }
  const fresh = { 'if-match': String(changed.headers['etag']) };
  const again = await crew.as(crew.owner, 'PATCH', `forms/${form}`, { opens_at: null, audience: 'chiefs' }, fresh);
  expect(again.json()).toMatchObject({ enabled: false, opens_at: null, audience: 'chiefs' });
  expect((await crew.as(crew.owner, 'DELETE', `forms/${form}`)).statusCode).toBe(204);
  expect((await crew.as(crew.owner, 'GET', `forms/${form}`)).statusCode).toBe(404);
  const audit = await muster.db.read
    .selectFrom('audit')
    .select(['actor', 'kind', 'pid'])
    .where('subject', '=', form)
    .where('pid', '=', crew.pid)
    .execute();
  const by = { actor: crew.owner.uid, pid: crew.pid };
  expect(audit.map(({ kind }) => kind).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    'form.changed',
    'form.changed',
    'form.created',
    'form.removed',
  ]);
  expect(audit.every((entry) => entry.actor === by.actor && entry.pid === by.pid)).toBe(true);
});

test('the days of meals and parking are those of the project unless the owner gives others', async () => {
  const refused = await crew.as(crew.owner, 'POST', 'forms', { form: 'meals', kind: 'meals', title: 'Meals' });
  expect([refused.statusCode, pointers(refused)]).toEqual([400, ['/days']]);
  const beds = await createForm({ kind: 'accommodation', enabled: false });
  await muster.db.transaction((trx) =>
    trx
      .updateTable('projects')
      .set({ starts_on: '2026-08-30', ends_on: '2026-09-01' })
      .where('pid', '=', crew.pid)
      .execute(),
  );
  const daysOf = (form: Form) => form.fields.find(({ key }) => key === 'days')?.options?.map(({ value }) => value);
  expect(beds.fields.flatMap(({ options }) => options ?? []).filter(({ value }) => value.startsWith('2026'))).toEqual(
    [],
  );
  const enabled = await crew.as(crew.owner, 'PATCH', `forms/${beds.form}`, { enabled: true });
  expect(enabled.body).toContain('2026-08-30');
  const meals = await createForm({ kind: 'meals' });
  expect(daysOf(meals)).toEqual(['2026-08-30', '2026-08-31', '2026-09-01']);
  expect(meals.fields.find(({ key }) => key === 'dietary')).toMatchObject({
    private: true,
    purpose: 'To order the right meals',
    erase_after: '2027-02-28',
  });
  const parking = await createForm({ kind: 'parking', days: ['2026-08-31'], erase_after: '2026-10-01' });
  expect(daysOf(parking)).toEqual(['2026-08-31']);
  expect(parking.fields.find(({ key }) => key === 'plate')).toMatchObject({ erase_after: '2026-10-01' });
  const more = await crew.as(crew.owner, 'PATCH', `forms/${parking.form}`, { days: ['2026-09-01', '2026-08-31'] });
  expect(daysOf(more.json())).toEqual(['2026-08-31', '2026-09-01']);
  expect(more.json().fields[1]).toMatchObject({ key: 'plate', erase_after: '2026-10-01' });
});

test('a form whose private answers should already be erased cannot be enabled', async () => {
  const { form } = await createForm({ kind: 'certificate', enabled: false, erase_after: '2026-06-02' });
  muster.clock.advance(2 * 86_400);
  const refused = await crew.as(crew.owner, 'PATCH', `forms/${form}`, { enabled: true });
  expect([refused.statusCode, pointers(refused)]).toEqual([422, ['/enabled']]);
  const later = await crew.as(crew.owner, 'PATCH', `forms/${form}`, { enabled: true, erase_after: '2026-12-31' });
  expect(later.json()).toMatchObject({ enabled: true });
});
