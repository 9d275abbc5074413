import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createCrew, createMembers } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import { browserOf } from '../../../../../test/support/factories.ts';
import { unseal } from '../../../lib/seal.ts';
import type { NewField } from '../fields.schema.ts';
import type { Form } from '../forms.schema.ts';
import type { Response } from './responses.schema.ts';
import { eraseAnswers } from './responses.service.ts';

const muster = useApp();
let crew: Crew;
/** The owner at a browser in which they have just signed in. */
let atDesk: Record<string, string>;
let counter = 0;
beforeAll(async () => {
  crew = await createCrew(muster);
  atDesk = await browserOf(muster, crew.owner);
});

const secret = { private: true, purpose: 'In an emergency', erase_after: '2027-01-01' };
const questions: NewField[] = [
  { key: 'contact', label: 'Whom to call?', type: 'text', ...secret },
  { key: 'weight', label: 'Weight', type: 'number', ...secret },
  { key: 'shoe', label: 'Shoe size', type: 'number' },
  { key: 'remark', label: 'Remark', type: 'text' },
];
const answers = { contact: '=Grace 0987', weight: 61.5, shoe: 42, remark: 'I limp' };

async function createForm(fields: NewField[] = questions): Promise<Form> {
  counter += 1;
  const payload = { form: `form-${counter}`, kind: 'custom', title: 'Form', enabled: true, fields };
  const response = await crew.as(crew.owner, 'POST', 'forms', payload);
  expect(response.statusCode).toBe(201);
  return response.json();
}

const put = (who: Caller, { form }: { form: string }, given: object) =>
  crew.as(who, 'PUT', `forms/${form}/response`, { answers: given });
const look = (path: string, headers = atDesk) => crew.as(undefined, 'GET', path, undefined, headers);
const auditOf = (kind: string, { form }: { form: string }) =>
  muster.db.read
    .selectFrom('audit')
    .select(['actor', 'subject', 'pid', 'detail'])
    .where('kind', '=', kind)
    .where((eb) => eb.or([eb('detail', 'like', `%form ${form}"%`), eb('detail', 'like', `%"form":"${form}"%`)]))
    .orderBy('subject')
    .execute();

test('private answers are sealed one by one, bound to their row and field, and in no log or audit entry', async () => {
  const form = await createForm();
  await put(crew.member, form, answers);
  const row = await muster.db.read
    .selectFrom('form_responses')
    .selectAll()
    .where('form', '=', form.form)
    .executeTakeFirstOrThrow();
  const stored = JSON.parse(row.answers);
  expect(stored).toEqual({
    contact: { sealed: expect.stringMatching(/^[0-9a-f]{8}\./) },
    weight: { sealed: expect.any(String) },
    shoe: 42,
    remark: 'I limp',
  });
  const { keys } = muster.services;
  expect(row.key_id).toBe(keys.current.id);
  const context = `form:${crew.pid}:${form.form}:${crew.member.uid}:contact`;
  expect(JSON.parse(unseal(keys, context, stored.contact.sealed))).toBe(answers.contact);
  expect(() => unseal(keys, context.replace('contact', 'weight'), stored.contact.sealed)).toThrow(
    'unable to authenticate',
  );
  const [entry] = await auditOf('response.saved', form);
  expect(JSON.parse(entry?.detail ?? '')).toEqual({ form: form.form, revision: 1 });
  const everything = JSON.stringify([muster.logs, await muster.db.read.selectFrom('audit').selectAll().execute()]);
  for (const value of ['Grace', '61.5', 'limp']) expect(everything).not.toContain(value);
});

test('reading private answers creates an audit entry for each person', async () => {
  const form = await createForm();
  const plain = await createForm([{ key: 'shoe', label: 'Shoe size', type: 'number' }]);
  const [one, two] = await createMembers(muster, crew.pid, 'venue', 2);
  if (one === undefined || two === undefined) throw new Error('two members');
  await put(one, form, answers);
  await put(two, form, { shoe: 40 });
  await put(crew.owner, form, answers);
  await put(one, plain, { shoe: 42 });
  expect(await auditOf('private.read', form)).toEqual([]);
  await crew.as(one, 'GET', `forms/${form.form}/response`);
  await crew.as(crew.owner, 'GET', `forms/${form.form}/totals`);
  await crew.as(crew.owner, 'GET', `forms/${plain.form}/responses`);
  expect(await auditOf('private.read', form)).toEqual([]);

  const shown = (await look(`forms/${form.form}/responses`)).json();
  expect(shown.data).toHaveLength(3);
  expect(shown.data.find(({ uid }: Response) => uid === one.uid).answers).toEqual(answers);
  const entry = { actor: crew.owner.uid, subject: one.uid, pid: crew.pid, detail: `{"what":"form ${form.form}"}` };
  expect(await auditOf('private.read', form)).toEqual([entry]);

  const csv = await look(`forms/${form.form}/responses.csv`);
  expect(csv.body).toContain("'=Grace 0987,61.5,42,I limp");
  expect(await auditOf('private.read', form)).toEqual([entry, entry]);
  const exported = await muster.db.read
    .selectFrom('audit')
    .select(['actor', 'pid', 'detail'])
    .where('kind', '=', 'responses.exported')
    .where('subject', '=', form.form)
    .execute();
  expect(exported).toEqual([{ actor: crew.owner.uid, pid: crew.pid, detail: '{"responses":3}' }]);
});

test('private answers require a browser session with a fresh sign-in', async () => {
  using _still = muster.clock.freeze();
  const form = await createForm();
  const plain = await createForm([{ key: 'shoe', label: 'Shoe size', type: 'number' }]);
  for (const one of [form, plain]) await put(crew.member, one, { shoe: 42 });
  const paths = ['responses', 'responses.csv'];
  const outcomes = async (of: Form, headers: Record<string, string>) =>
    Promise.all(
      paths.map(async (path) => {
        const answer = await look(`forms/${of.form}/${path}`, headers);
        return answer.statusCode === 200 ? 200 : answer.json().code;
      }),
    );
  const headers = await browserOf(muster, crew.owner);
  muster.clock.advance(15 * 60);
  expect(await outcomes(form, headers)).toEqual([200, 200]);
  muster.clock.advance(1);
  expect(await outcomes(form, headers)).toEqual(['sign_in_again', 'sign_in_again']);
  expect(await outcomes(form, crew.owner.headers)).toEqual(['browser_only', 'browser_only']);
  expect(await outcomes(plain, headers)).toEqual([200, 200]);
  expect(await outcomes(plain, crew.owner.headers)).toEqual([200, 200]);
  expect(await auditOf('private.read', form)).toEqual([]);
  const exports = muster.db.read.selectFrom('audit').select('id').where('kind', '=', 'responses.exported');
  expect(await exports.where('subject', '=', form.form).execute()).toHaveLength(1);
  atDesk = await browserOf(muster, crew.owner);
});

test('answers are listed in pages, and those of people who have left are marked', async () => {
  using _still = muster.clock.freeze();
  const form = await createForm([{ key: 'shoe', label: 'Shoe size', type: 'number' }]);
  const people = await createMembers(muster, crew.pid, 'venue', 3);
  for (const person of people) await put(person, form, { shoe: 40 });
  await muster.db.transaction((trx) =>
    trx
      .deleteFrom('memberships')
      .where('uid', '=', people[1]?.uid ?? '')
      .execute(),
  );
  const path = `forms/${form.form}/responses`;
  const first = (await crew.as(crew.owner, 'GET', `${path}?limit=2`)).json();
  const second = (await crew.as(crew.owner, 'GET', `${path}?limit=2&cursor=${first.next}`)).json();
  const shown: Response[] = [...first.data, ...second.data];
  expect([first.data.length, second.next]).toEqual([2, null]);
  const at = muster.clock.now().toISOString();
  const byUid = (a: { uid: string }, b: { uid: string }) => (a.uid < b.uid ? -1 : 1);
  expect(shown).toEqual(
    people
      .map(({ uid, name }, index) => ({
        uid,
        name,
        left: index === 1,
        answers: { shoe: 40 },
        created_at: at,
        updated_at: at,
      }))
      .toSorted(byUid),
  );
  expect((await crew.as(crew.owner, 'GET', `${path}?cursor=nonsense`)).statusCode).toBe(400);
  expect((await put(people[1] ?? crew.stranger, form, { shoe: 41 })).statusCode).toBe(403);
});

test('the answers of a form take as many queries with 50 as with 1', async () => {
  const form = await createForm();
  const [first, ...others] = await createMembers(muster, crew.pid, 'venue', 50);
  await put(first ?? crew.member, form, answers);
  const paths = ['', '/responses', '/responses.csv', '/totals', '/missing'].map((path) => `forms/${form.form}${path}`);
  const costs = async () => {
    const list: number[] = [];
    for (const path of paths) {
      const before = muster.db.queryCount();
      expect((await look(path)).statusCode).toBe(200);
      list.push(muster.db.queryCount() - before);
    }
    return list;
  };
  const few = await costs();
  await Promise.all(others.map((who) => put(who, form, answers)));
  expect(await costs()).toEqual(few);
  expect(Math.max(...few)).toBeLessThanOrEqual(12);
});

test('changes to an answered form keep its answers valid, and its purpose and end', async () => {
  const form = await createForm();
  await put(crew.member, form, answers);
  const change = (fields: NewField[]) => crew.as(crew.owner, 'PATCH', `forms/${form.form}`, { fields });
  const [contact, weight, shoe, remark] = questions;
  if (!contact || !weight || !shoe || !remark) throw new Error('four questions');
  for (const fields of [
    [contact, weight, shoe],
    [contact, weight, shoe, { ...remark, type: 'number' as const }],
    [contact, weight, shoe, { ...remark, ...secret }],
    [contact, weight, shoe, { ...remark, required: true }],
    [contact, weight, shoe, { ...remark, max_length: 3 }],
    [contact, weight, { ...shoe, maximum: 10 }, remark],
    [{ ...contact, purpose: 'Marketing' }, weight, shoe, remark],
    [{ ...contact, erase_after: '2030-01-01' }, weight, shoe, remark],
    [...questions, { key: 'new', label: 'New', type: 'text' as const, required: true }],
  ]) {
    const refused = await change(fields);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'form_has_responses']);
  }
  const extended = await change([
    { ...contact, erase_after: '2026-12-01', label: 'Whom do we call?' },
    weight,
    { ...shoe, help: 'European' },
    { ...remark, max_length: 2000 },
    { key: 'new', label: 'New', type: 'text' },
  ]);
  expect(extended.statusCode).toBe(200);
  expect((await crew.as(crew.member, 'GET', `forms/${form.form}/response`)).json().answers).toEqual(answers);
  const refused = await crew.as(crew.owner, 'DELETE', `forms/${form.form}`);
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'form_has_responses']);
  expect((await crew.as(crew.owner, 'DELETE', `forms/${form.form}?force=true`)).statusCode).toBe(204);
  const left = await muster.db.read.selectFrom('form_responses').select('uid').where('form', '=', form.form).execute();
  expect(left).toEqual([]);
});

test('answering during erasure leaves no answer behind and causes no error', async () => {
  const form = await createForm();
  for (const person of await createMembers(muster, crew.pid, 'venue', 5)) {
    await put(person, form, answers);
    const erase = () =>
      muster.db.transaction(async (trx) => {
        await trx.deleteFrom('memberships').where('uid', '=', person.uid).execute();
        await trx
          .updateTable('people')
          .set({ email: `gone-${person.uid}` })
          .where('uid', '=', person.uid)
          .execute();
        await eraseAnswers(trx, person.uid);
        await trx.deleteFrom('people').where('uid', '=', person.uid).execute();
      });
    const [one, , two] = await Promise.all([put(person, form, answers), erase(), put(person, form, answers)]);
    for (const { statusCode } of [one, two]) expect([200, 401, 403]).toContain(statusCode);
  }
  expect((await crew.as(crew.owner, 'GET', `forms/${form.form}`)).json().response_count).toBe(0);
  const left = await muster.db.read.selectFrom('form_responses').select('uid').where('form', '=', form.form).execute();
  expect(left).toEqual([]);
});
