import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { browserOf } from '../../../../test/support/factories.ts';
import { ruledTasks } from '../../../../test/support/world/ruled-tasks.ts';
import { createCaller, createCrew } from '../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../test/support/world.ts';
import { sha256 } from '../../lib/secrets.ts';
import type { Document, SignatureRow } from './documents.schema.ts';

const muster = useApp();
let crew: Crew;
beforeEach(async () => {
  crew = await createCrew(muster);
});
const { nextDay, createTask, createKind, createSkill, join, add } = ruledTasks(muster, () => crew);

const rules = { title: 'Safety rules', body: 'Wear a helmet.', required_for: 'tasks' } as const;

async function create(fields: object = {}): Promise<Document> {
  const response = await crew.as(crew.owner, 'POST', 'documents', { ...rules, ...fields });
  expect(response.statusCode).toBe(201);
  return response.json();
}

const sign = (who: Caller, { id, version }: Pick<Document, 'id' | 'version'>) =>
  crew.inBrowser(who, 'PUT', `documents/${id}/signature`, { version });
const publish = ({ id }: Document, body: string) =>
  crew.as(crew.owner, 'POST', `documents/${id}/versions`, { body, changes: 'Gloves, too.' });
const remove = ({ id }: Document) => crew.inBrowser(crew.owner, 'DELETE', `documents/${id}`);
const read = async (who: Caller | undefined, { id }: Document): Promise<Document> =>
  (await crew.as(who, 'GET', `documents/${id}`)).json();
const signatures = async (who: Caller, { id }: Document, query = ''): Promise<SignatureRow[]> =>
  (await crew.as(who, 'GET', `documents/${id}/signatures${query}`)).json().data;
const noticesOf = async (who: Caller, { id }: Document): Promise<string[]> => {
  const rows = await muster.db.read
    .selectFrom('notices')
    .select('kind')
    .where('uid', '=', who.uid)
    .where('subject', '=', id)
    .orderBy('id')
    .execute();
  return rows.map(({ kind }) => kind);
};

test('who has not signed a document gets no place on a task, in no way, and learns which one it is', async () => {
  const document = await create();
  const task = await createTask(nextDay(), 9, 10);
  const page = `/projects/${crew.pid}/documents/${document.id}`;
  const refused = {
    status: 409,
    code: 'document_missing',
    names: ['Safety rules'],
    documents: [{ id: document.id, title: 'Safety rules', page }],
  };
  expect((await join(crew.member, task)).json()).toMatchObject(refused);
  expect((await add(crew.member, task)).json()).toMatchObject(refused);
  const seen = await crew.as(crew.member, 'GET', `tasks/${task.id}`);
  expect(seen.json()).toMatchObject({
    refusals: ['document_missing'],
    missing_documents: [{ id: document.id, title: 'Safety rules' }],
  });
  const open = await muster.call({ url: `/api/me/open-tasks?project=${crew.pid}`, headers: crew.member.headers });
  expect(open.json().data).toMatchObject([{ id: task.id, refusal: 'document_missing' }]);
  const candidates = await crew.as(crew.owner, 'GET', `tasks/${task.id}/candidates?uids=${crew.member.uid}`);
  expect(candidates.json().data).toMatchObject([{ refusal: 'document_missing' }]);

  expect((await sign(crew.member, document)).json()).toMatchObject({ version: 1, valid_until: null });
  expect((await join(crew.member, task)).statusCode).toBe(204);
});

test('a new version asks again: places are kept, and new ones need the new version', async () => {
  const document = await create();
  await sign(crew.member, document);
  const [date, task] = [nextDay(), await createTask(nextDay(), 9, 10)];
  await join(crew.member, task);
  const next: Document = (await publish(document, 'Wear a helmet and gloves.')).json();
  expect(next).toMatchObject({ version: 2, changes: 'Gloves, too.', to_sign: true });
  expect(await noticesOf(crew.member, document)).toEqual(['document.renewed']);
  expect(await noticesOf(crew.chief, document)).toEqual(['document.renewed']);

  const other = await createTask(date, 9, 10);
  expect((await join(crew.member, other)).json().code).toBe('document_missing');
  const moved = await crew.as(crew.owner, 'PATCH', `tasks/${task.id}`, { ends_at: task.ends_at.replace('T10', 'T11') });
  expect(moved.statusCode).toBe(200);
  expect((await crew.as(crew.member, 'GET', `tasks/${task.id}`)).json()).toMatchObject({ joined: true, refusals: [] });

  expect((await sign(crew.member, document)).json()).toMatchObject({ status: 409, code: 'document_changed' });
  expect((await sign(crew.member, next)).statusCode).toBe(200);
  expect(await noticesOf(crew.member, document)).toEqual([]);
  expect((await join(crew.member, other)).statusCode).toBe(204);
  expect(await signatures(crew.owner, document)).toMatchObject([
    { name: 'Mia', version: 1, hash: sha256('Wear a helmet.'), current: false },
    { name: 'Mia', version: 2, hash: sha256('Wear a helmet and gloves.'), current: true },
  ]);
  const old = await crew.as(crew.owner, 'GET', `documents/${document.id}/versions/1`);
  expect(old.json()).toMatchObject({ version: 1, body: 'Wear a helmet.', changes: '' });
});

test('a document for some kinds of tasks is needed for these alone, and only people on them are asked', async () => {
  const kind = await createKind();
  const build = await createTask(nextDay(), 9, 10, { kind });
  await join(crew.chief, build);
  const document = await create({ kind_ids: [kind] });
  expect(await noticesOf(crew.member, document)).toEqual([]);
  expect(await noticesOf(crew.chief, document)).toEqual(['document.asked']);
  expect((await join(crew.member, build)).json().code).toBe('document_missing');
  expect((await join(crew.member, await createTask(nextDay(), 9, 10))).statusCode).toBe(204);
  // Without the kind, nothing needs it: the other tasks do not begin to.
  await crew.as(crew.owner, 'DELETE', `task-kinds/${kind}`);
  expect((await join(crew.member, await createTask(nextDay(), 9, 10))).statusCode).toBe(204);
});

test('a document for a kind of tasks that was deleted can still be changed', async () => {
  const [ladder, stage] = [await createKind(), await createKind()];
  const document = await create({ kind_ids: [ladder, stage] });
  const path = `documents/${document.id}`;
  expect((await crew.as(crew.owner, 'DELETE', `task-kinds/${ladder}`)).statusCode).toBe(204);
  const settings = { title: 'Rules', kind_ids: [ladder, stage] };
  expect((await crew.as(crew.owner, 'PATCH', path, settings)).json()).toMatchObject(settings);
  expect((await crew.as(crew.owner, 'PATCH', path, { kind_ids: [ladder] })).json()).toMatchObject({
    kind_ids: [ladder],
  });
  const unknown = await crew.as(crew.owner, 'PATCH', path, { kind_ids: [stage, 'nothing'] });
  expect(unknown.json()).toMatchObject({ errors: [{ pointer: '/kind_ids/1' }] });
});

test('people apply after they have signed what is required for applying', async () => {
  await crew.as(crew.chief, 'PATCH', 'teams/venue', { takes_applications: true });
  const document = await create({ title: 'Code of conduct', required_for: 'applying' });
  const apply = () => crew.as(crew.stranger, 'PUT', 'teams/venue/application', {});
  const page = `/projects/${crew.pid}/documents/${document.id}`;
  expect((await apply()).json()).toMatchObject({
    status: 409,
    code: 'document_missing',
    documents: [{ id: document.id, title: 'Code of conduct', page }],
  });
  expect(await read(undefined, document)).toMatchObject({ body: 'Wear a helmet.', can_sign: false, to_sign: false });
  expect(await read(crew.stranger, document)).toMatchObject({ can_sign: true, to_sign: true, signature: null });
  await sign(crew.stranger, document);
  expect(await read(crew.stranger, document)).toMatchObject({ to_sign: false, signature: { version: 1 } });
  expect((await apply()).statusCode).toBe(200);
  await crew.as(crew.stranger, 'DELETE', 'teams/venue/application');
});

test('a handbook is for the people of the project, and nobody signs it', async () => {
  const document = await create({ title: 'Handbook', required_for: 'nothing' });
  expect((await crew.as(crew.member, 'GET', 'documents')).json().data).toMatchObject([{ title: 'Handbook' }]);
  expect((await crew.as(crew.stranger, 'GET', 'documents')).json().data).toEqual([]);
  expect((await crew.as(crew.stranger, 'GET', `documents/${document.id}`)).statusCode).toBe(404);
  expect((await sign(crew.stranger, document)).statusCode).toBe(404);
  expect((await sign(crew.member, document)).json()).toMatchObject({ code: 'not_allowed' });
  expect(await noticesOf(crew.member, document)).toEqual([]);
  // From now on it has to be signed.
  await crew.as(crew.owner, 'PATCH', `documents/${document.id}`, { required_for: 'tasks' });
  expect(await noticesOf(crew.member, document)).toEqual(['document.asked']);
  await remove(document);
  expect(await noticesOf(crew.member, document)).toEqual([]);
});

test('owners see all signatures and who is missing, chiefs those of their own people, others none', async () => {
  const document = await create();
  await sign(crew.member, document);
  await sign(crew.otherChief, document);
  const names = (rows: SignatureRow[]) => rows.map(({ name }) => name);
  expect(names(await signatures(crew.owner, document))).toEqual(['Mia', 'Otto']);
  expect(names(await signatures(crew.owner, document, '?missing=true'))).toEqual(['Chen', 'Olga']);
  expect(names(await signatures(crew.chief, document))).toEqual(['Mia']);
  expect(names(await signatures(crew.chief, document, '?missing=true'))).toEqual(['Chen']);
  const first = (await crew.as(crew.owner, 'GET', `documents/${document.id}/signatures?limit=1`)).json();
  expect(names(first.data)).toEqual(['Mia']);
  expect(names(await signatures(crew.owner, document, `?limit=1&cursor=${first.next}`))).toEqual(['Otto']);
  expect((await crew.as(crew.member, 'GET', `documents/${document.id}/signatures`)).statusCode).toBe(403);
});

test('signing gives a skill, and both end together', async () => {
  const skill = await createSkill('Ladder');
  await crew.as(crew.owner, 'PATCH', `skills/${skill}`, { granted: true });
  const kind = await createKind({}, [skill]);
  const document = await create({ required_for: 'nothing', grants_skill: skill, valid_months: 12 });
  const before = muster.clock.now();
  expect((await sign(crew.chief, document)).statusCode).toBe(200);
  const skills = (await crew.as(crew.chief, 'GET', 'my-skills')).json().data;
  expect(skills).toMatchObject([{ name: 'Ladder', granted: true, valid_until: expect.any(String) }]);
  expect(Date.parse(skills[0].valid_until)).toBeGreaterThan(before.getTime() + 364 * 86_400_000);
  const soon = await createTask('2027-08-01', 9, 10, { kind });
  expect((await join(crew.chief, soon)).statusCode).toBe(204);
  await crew.as(crew.chief, 'DELETE', `tasks/${soon.id}/attendance`);
  await muster.db.transaction((trx) =>
    trx.updateTable('person_skills').set({ valid_until: before.toISOString() }).where('skill_id', '=', skill).execute(),
  );
  expect((await join(crew.chief, soon)).json()).toMatchObject({ code: 'not_qualified', names: ['Ladder'] });
});

test('a signature that has ended no longer counts', async () => {
  const document = await create({ valid_months: 1 });
  await sign(crew.member, document);
  expect(await read(crew.member, document)).toMatchObject({ to_sign: false, can_sign: true });
  await muster.db.transaction((trx) =>
    trx
      .updateTable('document_signatures')
      .set({ valid_until: muster.clock.now().toISOString() })
      .where('document_id', '=', document.id)
      .execute(),
  );
  expect(await read(crew.member, document)).toMatchObject({ to_sign: true, signature: null });
  expect((await join(crew.member, await createTask(nextDay(), 9, 10))).json().code).toBe('document_missing');
  expect(await signatures(crew.owner, document)).toMatchObject([{ name: 'Mia', current: false }]);
  await sign(crew.member, document);
  expect(await signatures(crew.owner, document)).toMatchObject([{ name: 'Mia', current: true }]);
});

test('documents are copied to the next year, and signatures hold while the text is the same', async () => {
  const skill = await createSkill('Rigging');
  const kind = (await crew.as(crew.owner, 'POST', 'task-kinds', { name: 'Build-up' })).json();
  const document = await create({ kind_ids: [kind.id], grants_skill: skill });
  await sign(crew.member, document);
  const next = `${crew.pid}-next`;
  await muster.db.transaction((trx) =>
    trx
      .updateTable('people')
      .set({ administrator_since: muster.clock.now().toISOString() })
      .where('uid', '=', crew.owner.uid)
      .execute(),
  );
  const made = await muster.call({
    method: 'POST',
    url: '/api/projects',
    headers: await browserOf(muster, crew.owner),
    payload: { pid: next, name: 'Next year', timezone: 'Europe/Berlin', copy_from: crew.pid },
  });
  expect(made.statusCode).toBe(201);
  const inNext = crew.at(next);
  const [copy] = (await inNext(crew.owner, 'GET', 'documents')).json().data;
  const [kinds, skills] = [await inNext(crew.owner, 'GET', 'task-kinds'), await inNext(crew.owner, 'GET', 'skills')];
  const idOf = (list: typeof kinds, name: string): string =>
    list.json().data.find((one: { name: string }) => one.name === name).id;
  expect(copy).toMatchObject({ title: 'Safety rules', kind_ids: [idOf(kinds, 'Build-up')] });
  expect([copy.grants_skill, copy.id === document.id]).toEqual([idOf(skills, 'Rigging'), false]);
  // Nobody has come to the next year yet, so its owners see nobody.
  const seen = async () => (await inNext(crew.owner, 'GET', `documents/${copy.id}/signatures`)).json().data;
  expect(await seen()).toEqual([]);
  await muster.db.transaction((trx) =>
    trx
      .insertInto('helpers')
      .values({ pid: next, uid: crew.member.uid, created_at: muster.clock.now().toISOString() })
      .execute(),
  );
  expect(await seen()).toMatchObject([{ name: 'Mia', version: 1, current: true }]);
  await inNext(crew.owner, 'POST', `documents/${copy.id}/versions`, { body: 'New.', changes: 'All.' });
  expect(await seen()).toEqual([]);
});

test('a token cannot sign, and bad input changes nothing', async () => {
  const document = await create();
  const byToken = await crew.as(crew.member, 'PUT', `documents/${document.id}/signature`, { version: 1 });
  expect(byToken.json()).toMatchObject({ status: 403, code: 'browser_only' });
  const post = async (payload: object) => (await crew.as(crew.owner, 'POST', 'documents', payload)).json();
  expect(await post({ ...rules, kind_ids: ['nothing'] })).toMatchObject({ errors: [{ pointer: '/kind_ids/0' }] });
  expect(await post({ ...rules, grants_skill: 'nothing' })).toMatchObject({ errors: [{ pointer: '/grants_skill' }] });
  expect(await post({ ...rules, valid_months: 0 })).toMatchObject({ code: 'invalid_input' });
  expect(await post({ ...rules, body: ' ' })).toMatchObject({ errors: [{ pointer: '/body' }] });
  expect((await publish(document, 'Wear a helmet.')).json()).toMatchObject({ errors: [{ pointer: '/body' }] });
  const stale = await crew.as(
    crew.owner,
    'PATCH',
    `documents/${document.id}`,
    { title: 'A' },
    { 'if-match': '"r9-x"' },
  );
  expect(stale.json().code).toBe('stale');
  expect((await crew.as(crew.chief, 'POST', 'documents', rules)).statusCode).toBe(403);
  expect((await crew.as(crew.owner, 'GET', 'documents')).json().data).toHaveLength(1);
});

test('signatures are in the export of a person, and end with the account', async () => {
  const document = await create();
  const person = await createCaller(muster, 'Nadia');
  await crew.as(crew.owner, 'PUT', `teams/venue/members/${person.uid}`);
  await sign(person, document);
  const exported = await muster.call({ url: '/api/me/export', headers: await browserOf(muster, person) });
  expect(exported.json().signatures).toMatchObject([
    { pid: crew.pid, title: 'Safety rules', version: 1, hash: sha256('Wear a helmet.') },
  ]);
  const erased = await muster.call({ method: 'DELETE', url: '/api/me', headers: await browserOf(muster, person) });
  expect(erased.statusCode).toBe(204);
  expect(await signatures(crew.owner, document)).toEqual([]);
});

test('the number of queries does not depend on the number of documents and people', async () => {
  const queriesOf = async () => {
    const before = muster.db.queryCount();
    await crew.as(crew.member, 'GET', 'documents');
    return muster.db.queryCount() - before;
  };
  await create();
  const one = await queriesOf();
  await create({ title: 'B' });
  await create({ title: 'C' });
  expect(await queriesOf()).toBe(one);
});

test('the checklist has what is left to do, in order of deadline, and nothing once it is done', async () => {
  const checklist = async (who: Caller) =>
    (await muster.call({ url: '/api/me/checklist', headers: who.headers })).json().data;
  const person = await createCaller(muster, 'Nora');
  const mine = async () =>
    (await checklist(person)).map(({ kind, title }: { kind: string; title: string }) => [kind, title]);
  await create();
  expect(await mine()).toEqual([]);
  await crew.as(crew.owner, 'PUT', `teams/venue/members/${person.uid}`);
  const kind = await createKind();
  await create({ title: 'Ladders', kind_ids: [kind] });
  await create({ title: 'Handbook', required_for: 'nothing' });
  const shirts = { form: 'shirts', kind: 'shirt_size', title: 'Shirts', enabled: true };
  await crew.as(crew.owner, 'POST', 'forms', { ...shirts, closes_at: '2026-08-01T10:00:00.000Z' });
  expect(await mine()).toEqual([
    ['form', 'Shirts'],
    ['document', 'Safety rules'],
  ]);
  const [, { id, page }] = await checklist(person);
  expect(page).toBe(`/projects/${crew.pid}/documents/${id}`);
  await sign(person, { id, version: 1 });
  await crew.as(person, 'PUT', 'forms/shirts/response', { answers: { size: 'M', cut: 'straight' } });
  expect(await mine()).toEqual([]);
  expect((await muster.call({ url: '/api/me/checklist' })).statusCode).toBe(401);
});
