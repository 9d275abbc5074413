import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import {
  bearer,
  browserOf,
  createPerson,
  createProject,
  createTeam,
  tokenOf,
} from '../../../../test/support/factories.ts';
import type { TestPerson } from '../../../../test/support/factories.ts';
import { newId } from '../../lib/secrets.ts';
import { record } from '../audit/audit.service.ts';
import { seal } from '../../lib/seal.ts';

const muster = useApp();

type Headers = Record<string, string>;
const call = (method: 'PUT' | 'POST' | 'DELETE', url: string, headers: Headers, payload?: object) =>
  muster.call({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
const erase = (headers: Headers) => call('DELETE', '/api/me', headers);

const bank = { code: '004', number: '99887766', branch: '', holder: 'Ada Secret' };
const real = { name: 'Augusta Secret', phone: '+886912345678', national_id: 'A1', company: '', birthday: null };

let settledCount = 0;

/** Somebody who has left a trace wherever a person can. */
async function settled(): Promise<{ person: TestPerson; headers: Headers; pid: string; tid: string; task: string }> {
  const person = await createPerson(muster, { name: `Ada Erasable ${(settledCount += 1)}` });
  const headers = await browserOf(muster, person);
  const pid = await createProject(muster, { owners: [person, await createPerson(muster)] });
  const tid = await createTeam(muster, pid, { members: [person] });
  await call('PUT', '/api/me/bank', headers, bank);
  await call('PUT', '/api/me/real-profile', headers, real);
  await call('PUT', '/api/me/resume', headers, { markdown: 'My secret life' });
  await call('POST', '/api/me/exchange-credentials', headers);
  await call('POST', '/api/sign-in/email', {}, { email: person.email });
  await tokenOf(muster, person);
  const task = await busy(person, pid);
  return { person, headers, pid, tid, task };
}

/** A task joined and a form answered, as the rows that those features leave. */
async function busy({ uid }: TestPerson, pid: string): Promise<string> {
  const at = muster.clock.now().toISOString();
  const id = newId(muster.clock.now());
  const keys = muster.services.keys;
  const sealed = seal(keys, `form:${pid}:shirt:${uid}:legal_name`, '"Ada Secret"');
  const row = { pid, form: 'shirt', uid, key_id: keys.current.id, revision: 1, created_at: at, updated_at: at };
  await muster.db.transaction(async (trx) => {
    // In the past: a suspension releases places in tasks that have not started.
    const task = { id, pid, title: 'Desk', starts_at: '2026-05-01T08:00:00.000Z', ends_at: '2026-05-01T09:00:00.000Z' };
    await trx
      .insertInto('tasks')
      .values({ ...task, capacity: 3, attendee_count: 1, created_by: uid, created_at: at })
      .execute();
    await trx.insertInto('attendances').values({ task_id: id, uid, created_at: at }).execute();
    const form = { pid, form: 'shirt', kind: 'custom', title: 'Shirt', audience: 'people' as const, fields: '[]' };
    await trx
      .insertInto('forms')
      .values({ ...form, response_count: 1, created_at: at })
      .execute();
    const answers = JSON.stringify({ size: 'XL', legal_name: { sealed } });
    await trx
      .insertInto('form_responses')
      .values({ ...row, answers })
      .execute();
    await trx
      .insertInto('idempotency_keys')
      .values({ uid, key: 'mine', request_hash: 'x', answer: '', expires_at: at })
      .execute();
  });
  return id;
}

const entriesOf = (column: 'actor' | 'subject', value: string) =>
  muster.db.read.selectFrom('audit').selectAll().where(column, '=', value).execute();

/** What a suspension leaves in the log. The suspension itself would end the credentials. */
async function pastSuspension({ uid: subject }: TestPerson, { uid: actor }: TestPerson, reason: string): Promise<void> {
  await muster.db.transaction(async (trx) => {
    const now = muster.clock.now();
    await record(trx, now, { actor, kind: 'person.suspended', subject, detail: { reason } });
    await record(trx, now, { actor, kind: 'person.reinstated', subject });
  });
}

test('the export contains everything about the caller in plain text, and no secret of a credential', async () => {
  const { person, headers, pid, tid, task } = await settled();
  await pastSuspension(person, await createPerson(muster, { administrator: true }), 'test');
  const response = await muster.call({ url: '/api/me/export', headers });
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-disposition']).toBe('attachment; filename="muster-export.json"');
  expect(response.headers['cache-control']).toBe('no-store');
  const document = response.json();
  expect(document).toMatchObject({
    person: { uid: person.uid, email: person.email, name: person.name, resume: 'My secret life' },
    bank,
    real_profile: real,
    address: { country: '', postal_code: '', receiver: '', address: '' },
    dietary_habits: { selected: [], note: '' },
    teams: [{ pid, tid, role: 'member' }],
    ownerships: [{ pid }],
    tasks: [{ id: task, title: 'Desk' }],
    form_answers: [{ pid, form: 'shirt', answers: { size: 'XL', legal_name: 'Ada Secret' } }],
    sessions: [{ device: 'Test browser' }],
    tokens: [{ name: 'test', scope: 'write', revoked_at: null }],
    exchange_credentials: [{ used_at: null }],
    sign_in_links: [{ used_at: null }],
    idempotency_keys: [{ key: 'mine' }],
  });
  const kinds = document.audit.map((entry: { kind: string }) => entry.kind);
  expect(kinds.toSorted()).toEqual(
    [
      'person.reinstated',
      'person.suspended',
      'private.changed',
      'private.changed',
      'profile.changed',
      'session.created',
    ].toSorted(),
  );
  expect(response.body).not.toMatch(/hash/);
});

test('the export takes the same number of queries for any amount of data', async () => {
  const count = async (headers: Headers) => {
    const before = muster.db.queryCount();
    await muster.call({ url: '/api/me/export', headers });
    return muster.db.queryCount() - before;
  };
  const few = await count(await browserOf(muster, await createPerson(muster)));
  const person = await createPerson(muster);
  for (let i = 0; i < 50; i += 1) await createTeam(muster, await createProject(muster), { members: [person] });
  for (let i = 0; i < 50; i += 1) await tokenOf(muster, person);
  expect(await count(await browserOf(muster, person))).toBe(few);
});

test('export and erasure require a browser session, erasure a fresh sign-in', async () => {
  const person = await createPerson(muster);
  const token = bearer(await tokenOf(muster, person));
  const browser = await browserOf(muster, person);
  expect((await muster.call('/api/me/export')).statusCode).toBe(401);
  expect((await muster.call({ url: '/api/me/export', headers: token })).json().code).toBe('browser_only');
  expect((await erase({})).statusCode).toBe(401);
  expect((await erase(token)).json().code).toBe('browser_only');
  muster.clock.advance(901);
  expect((await erase(browser)).json().code).toBe('sign_in_again');
  expect((await muster.call({ url: '/api/me', headers: browser })).statusCode).toBe(200);
});

test('erasure removes all data of the person, keeps counts correct, and anonymises the audit log with one identifier', async () => {
  const { person, headers, pid, tid, task } = await settled();
  const other = await createPerson(muster, { administrator: true });
  const admin = bearer(await tokenOf(muster, other));
  await pastSuspension(person, other, `${person.name} wrote spam`);
  await muster.deliver();
  const listed = async () => (await muster.call(`/api/members/${pid}`)).body;
  expect(await listed()).toContain(person.name);

  const gone = await erase(headers);
  expect(gone.statusCode).toBe(204);
  expect(String(gone.headers['set-cookie'])).toMatch(/^muster_session=;/);
  expect((await muster.call({ url: '/api/me', headers })).statusCode).toBe(401);
  expect((await muster.call({ url: `/api/users/${person.uid}`, headers: admin })).statusCode).toBe(404);
  expect(await listed()).not.toContain(person.name);

  const { read } = muster.db;
  const counts = await Promise.all([
    read.selectFrom('teams').select('member_count').where('pid', '=', pid).where('tid', '=', tid).execute(),
    read.selectFrom('tasks').select(['attendee_count', 'created_by']).where('id', '=', task).execute(),
    read.selectFrom('forms').select('response_count').where('pid', '=', pid).execute(),
  ]);
  expect(counts).toEqual([[{ member_count: 0 }], [{ attendee_count: 0, created_by: null }], [{ response_count: 0 }]]);

  const tables = await read.introspection.getTables();
  for (const { name } of tables) {
    const all = await read
      .selectFrom(name as 'people')
      .selectAll()
      .execute();
    // The changes of the erasure itself tell other systems whom to erase, for 30 days.
    const rows = name === 'changes' ? all.filter((row) => !isOfErasure(row)) : all;
    const text = JSON.stringify(rows);
    for (const trace of [person.uid, person.email, person.name]) {
      expect(text.includes(trace), `${trace} in ${name}`).toBe(false);
    }
  }

  const byAdmin = (await entriesOf('actor', other.uid)).find((entry) => entry.kind === 'person.suspended');
  expect(byAdmin?.subject).toMatch(/^erased-[0-9a-z]{16}$/);
  const theirs = await entriesOf('actor', byAdmin?.subject ?? '');
  expect(theirs.map((entry) => entry.kind)).toEqual(
    expect.arrayContaining(['private.changed', 'member.removed', 'owner.removed', 'person.erased']),
  );
  expect(new Set(theirs.map((entry) => entry.subject))).toEqual(new Set([byAdmin?.subject]));
});

const isOfErasure = (row: object): boolean =>
  'kind' in row && ['person.erased', 'member.removed', 'owner.removed'].includes(String(row.kind));

test('erasing the last owner of a project is rejected and changes nothing', async () => {
  const person = await createPerson(muster);
  const pid = await createProject(muster, { owners: [person] });
  const tid = await createTeam(muster, pid, { members: [person] });
  const headers = await browserOf(muster, person);
  await call('PUT', '/api/me/bank', headers, bank);
  const refused = await erase(headers);
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'last_owner']);
  const me = (await muster.call({ url: '/api/me', headers })).json();
  expect(me).toMatchObject({ email: person.email, projects: [{ pid, owner: true, teams: [{ tid }] }] });
  expect((await muster.call({ url: '/api/me/bank', headers })).json()).toEqual(bank);
  const at = muster.clock.now().toISOString();
  const { uid } = await createPerson(muster);
  await muster.db.transaction((trx) => trx.insertInto('project_owners').values({ pid, uid, created_at: at }).execute());
  expect((await erase(headers)).statusCode).toBe(204);
});

test('when two owners leave at once, one stays', async () => {
  for (let round = 0; round < 5; round += 1) {
    const owners = [await createPerson(muster), await createPerson(muster)];
    await createProject(muster, { owners });
    const headers = await Promise.all(owners.map((person) => browserOf(muster, person)));
    const answers = await Promise.all(headers.map(erase));
    expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([204, 409]);
  }
});

test('signing up again with the same address creates a new person', async () => {
  const { person, headers } = await settled();
  await muster.deliver();
  await erase(headers);
  await call('POST', '/api/sign-in/email', {}, { email: person.email });
  const token = /#token=(\S+)/.exec((await muster.deliver())[0]?.text ?? '')?.[1];
  const signedIn = await call('POST', '/api/sign-in', {}, { token, confirmed: true });
  expect(signedIn.json()).toMatchObject({ email: person.email, name: '' });
  expect(signedIn.json().uid).not.toBe(person.uid);
});

test('requests concurrent with erasure cause no 5xx and leave no data behind', async () => {
  for (let round = 0; round < 3; round += 1) {
    const person = await createPerson(muster);
    const owner = await createPerson(muster);
    const pid = await createProject(muster, { owners: [owner] });
    const tid = await createTeam(muster, pid);
    const [headers, owners] = [await browserOf(muster, person), await browserOf(muster, owner)];
    const answers = await Promise.all([
      call('PUT', '/api/me/bank', headers, bank),
      call('PUT', `/api/projects/${pid}/teams/${tid}/members/${person.uid}`, owners),
      call('POST', '/api/me/exchange-credentials', headers),
      erase(headers),
      call('PUT', '/api/me/resume', headers, { markdown: 'late' }),
      call('PUT', '/api/me/real-profile', headers, real),
      call('POST', '/api/me/exchange-credentials', headers),
      erase(headers),
    ]);
    expect(answers.map((answer) => answer.statusCode).filter((status) => status >= 500)).toEqual([]);
    expect(answers.map((answer) => answer.statusCode)).toContain(204);
    const { read } = muster.db;
    const left = await Promise.all([
      read.selectFrom('people').select('uid').where('uid', '=', person.uid).execute(),
      read.selectFrom('private_data').select('uid').where('uid', '=', person.uid).execute(),
      read.selectFrom('memberships').select('uid').where('uid', '=', person.uid).execute(),
      read.selectFrom('exchange_credentials').select('uid').where('uid', '=', person.uid).execute(),
    ]);
    expect(left).toEqual([[], [], [], []]);
    const team = read.selectFrom('teams').select('member_count').where('pid', '=', pid);
    expect(await team.execute()).toEqual([{ member_count: 0 }]);
  }
});
