import { CompiledQuery } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { createCrew } from '../../../../test/support/world.ts';
import { bearer, createPerson, createProject, tokenOf } from '../../../../test/support/factories.ts';
import type { TestPerson } from '../../../../test/support/factories.ts';
import { selectAudit } from './audit.queries.ts';
import { removeAnswersFromAudit, record, recordPrivateReads } from './audit.service.ts';

const muster = useApp();
let admin: Record<string, string>;
let owner: TestPerson;
let pid: string;
beforeAll(async () => {
  admin = await signedIn(await createPerson(muster, { administrator: true }));
  owner = await createPerson(muster, { name: 'Olive Owner' });
  pid = await createProject(muster, { owners: [owner] });
});

const signedIn = async (person: { uid: string }) => bearer(await tokenOf(muster, person));
const get = (url: string, headers: Record<string, string> = {}) => muster.call({ url, headers });

type Wanted = Omit<Parameters<typeof record>[2], 'kind'> & { kind?: Parameters<typeof record>[2]['kind'] };
const write = async (entry: Wanted) => {
  muster.clock.advance(1);
  await muster.db.transaction((trx) => record(trx, muster.clock.now(), { kind: 'member.added', ...entry }));
};

test('answers are removed from the log of one form in one project only', async () => {
  const { uid } = await createPerson(muster);
  const other = await createProject(muster);
  const saved = [
    { pid, form: 'food' },
    { pid, form: 'beds' },
    { pid: other, form: 'food' },
  ];
  for (const { form, ...where } of saved)
    await write({ actor: uid, kind: 'response.saved', subject: uid, ...where, detail: { form, answers: 'vegan' } });
  await muster.db.transaction((trx) => removeAnswersFromAudit(trx, { pid, form: 'food' }, [uid]));
  const rows = await muster.db.read
    .selectFrom('audit')
    .select('detail')
    .where('subject', '=', uid)
    .orderBy('id')
    .execute();
  expect(rows.map(({ detail }) => JSON.parse(detail))).toEqual([
    { form: 'food' },
    { form: 'beds', answers: 'vegan' },
    { form: 'food', answers: 'vegan' },
  ]);
});

test('administrators read everything, with current names, newest first', async () => {
  const person = await createPerson(muster, { name: '王小明' });
  await write({ actor: owner.uid, subject: person.uid, pid, detail: { tid: 'venue', seats: 2, note: null } });
  await write({ actor: null, subject: 'something', kind: 'person.created' });
  const { data } = (await get('/api/audit?limit=2', admin)).json();
  const task = { task_title: null, task_starts_at: null, task_ends_at: null };
  const unnamed = { team_name: null, ...task, form_title: null, credential_name: null };
  expect(data).toEqual([
    {
      id: expect.any(String),
      at: expect.any(String),
      actor: null,
      actor_name: null,
      token: null,
      token_name: null,
      kind: 'person.created',
      project: null,
      project_name: null,
      subject: 'something',
      subject_name: null,
      ...unnamed,
      detail: {},
    },
    {
      id: expect.any(String),
      at: expect.any(String),
      actor: owner.uid,
      actor_name: 'Olive Owner',
      token: null,
      token_name: null,
      kind: 'member.added',
      project: pid,
      project_name: expect.stringMatching(/./),
      subject: person.uid,
      subject_name: '王小明',
      ...unnamed,
      detail: { tid: 'venue', seats: 2, note: null },
    },
  ]);
});

test('teams, tasks and forms have their current names, with a constant number of queries', async () => {
  const crew = await createCrew(muster);
  const { as, owner: boss, member, chief } = crew;
  const starts = { starts_at: '2030-08-08T09:00:00Z', ends_at: '2030-08-08T10:00:00Z', capacity: 5 };
  const task = (await as(boss, 'POST', 'tasks', { title: 'Desk', tid: 'venue', ...starts })).json();
  await as(boss, 'PUT', `tasks/${task.id}/attendees/${member.uid}`);
  await as(boss, 'POST', 'forms', { form: 'shirts', kind: 'shirt_size', title: 'Shirts', enabled: true });
  await as(member, 'PUT', 'forms/shirts/response', { answers: { size: 'M', cut: 'fitted' } });
  const read = async () => {
    const before = muster.db.queryCount();
    const { data } = (await muster.call({ url: `/api/audit?project=${crew.pid}`, headers: boss.headers })).json();
    return { data, queries: muster.db.queryCount() - before };
  };
  const few = await read();
  await as(boss, 'PUT', `teams/press/members/${chief.uid}`);
  await as(boss, 'PATCH', 'teams/venue', { name: 'Halls' });
  await as(boss, 'PATCH', `tasks/${task.id}`, { title: 'Front desk' });
  await as(boss, 'PATCH', 'forms/shirts', { title: 'Hoodies' });
  await as(boss, 'GET', 'forms/shirts/responses.csv');
  const [now, actor] = [muster.clock.now(), boss.uid];
  const seen = { actor, subjects: [member.uid], pid: crew.pid, what: 'bank, form shirts' };
  await muster.db.transaction((trx) => recordPrivateReads(trx, now, seen));
  const { data, queries } = await read();
  expect(queries).toBe(few.queries);
  const names = (kind: string) => {
    const { team_name, task_title, form_title } = data.find((entry: { kind: string }) => entry.kind === kind);
    return [team_name, task_title, form_title];
  };
  expect(names('team.changed')).toEqual(['Halls', null, null]);
  expect(names('member.added')).toEqual([expect.any(String), null, null]);
  expect(names('attendance.added')).toEqual([null, 'Front desk', null]);
  expect(names('task.created')).toEqual(['Halls', 'Front desk', null]);
  for (const kind of ['form.created', 'form.changed', 'response.saved', 'responses.exported', 'private.read'])
    expect([kind, ...names(kind)]).toEqual([kind, null, null, 'Hoodies']);
  const { task_starts_at, task_ends_at } = data.find(({ kind }: { kind: string }) => kind === 'attendance.added');
  expect({ starts_at: task_starts_at, ends_at: task_ends_at }).toEqual({
    starts_at: task.starts_at,
    ends_at: task.ends_at,
  });
  await as(boss, 'DELETE', `tasks/${task.id}?force=true`);
  const after = (await read()).data.find((entry: { kind: string }) => entry.kind === 'attendance.added');
  expect([after.task_title, after.task_starts_at]).toEqual([null, null]);
});

test('tokens and passkeys have the names their owners gave them, read at once, and no name after removal', async () => {
  const actor = await createPerson(muster);
  await tokenOf(muster, actor);
  const { id: token } = await muster.db.read
    .selectFrom('api_tokens')
    .select('id')
    .where('uid', '=', actor.uid)
    .executeTakeFirstOrThrow();
  const passkey = {
    id: `passkey-of-${actor.uid}`,
    uid: actor.uid,
    credential_id: actor.uid,
    public_key: 'x',
    name: 'Key',
  };
  const row = { ...passkey, counter: 0, transports: '[]', created_at: muster.clock.now().toISOString() };
  await muster.db.transaction((trx) => trx.insertInto('passkeys').values(row).execute());
  const read = async () => {
    const before = muster.db.queryCount();
    const { data } = (await get(`/api/audit?actor=${actor.uid}`, admin)).json();
    const names = data.map((entry: { credential_name: string | null }) => entry.credential_name);
    return { names, queries: muster.db.queryCount() - before };
  };
  const own = { actor: actor.uid, subject: actor.uid };
  await write({ ...own, kind: 'token.created', detail: { token } });
  const few = await read();
  await write({ ...own, kind: 'passkey.added', detail: { passkey: passkey.id } });
  await write({ ...own, kind: 'token.revoked', detail: { token: 'gone' } });
  expect(few.names).toEqual(['test']);
  expect(await read()).toEqual({ names: [null, 'Key', 'test'], queries: few.queries });
});

test('owners read only the entries of their own project', async () => {
  const headers = await signedIn(owner);
  const elsewhere = await createProject(muster);
  await write({ actor: owner.uid, subject: 'here', pid });
  await write({ actor: owner.uid, subject: 'elsewhere', pid: elsewhere });
  const { data } = (await get(`/api/audit?project=${pid}&limit=200`, headers)).json();
  expect(new Set(data.map((entry: { project: string }) => entry.project))).toEqual(new Set([pid]));
  for (const path of ['/api/audit', '/api/audit.csv']) {
    expect((await get(path, headers)).statusCode).toBe(403);
    expect((await get(`${path}?project=${elsewhere}`, headers)).statusCode).toBe(403);
    expect((await get(`${path}?project=nowhere`, headers)).statusCode).toBe(404);
    expect((await get(`${path}?project=nowhere`, admin)).statusCode).toBe(404);
    expect((await get(path)).statusCode).toBe(401);
    expect((await get(`${path}?project=${pid}`, await signedIn(await createPerson(muster)))).statusCode).toBe(403);
  }
});

test('actor, project and kind filter the log, alone and together', async () => {
  const actor = await createPerson(muster);
  const other = await createProject(muster);
  await write({ actor: actor.uid, subject: 'a', pid: other, kind: 'team.created' });
  await write({ actor: actor.uid, subject: 'b', pid: other, kind: 'team.changed' });
  await write({ actor: actor.uid, subject: 'c', kind: 'team.changed' });
  const subjects = async (query: string) =>
    (await get(`/api/audit?${query}`, admin)).json().data.map((entry: { subject: string }) => entry.subject);
  expect(await subjects(`actor=${actor.uid}`)).toEqual(['c', 'b', 'a']);
  expect(await subjects(`project=${other}`)).toEqual(['b', 'a']);
  expect(await subjects(`project=${other}&kind=team.changed`)).toEqual(['b']);
  expect(await subjects(`actor=${actor.uid}&kind=team.changed`)).toEqual(['c', 'b']);
  expect(await subjects(`actor=${actor.uid}&kind=nothing.such`)).toEqual([]);
});

test.each([
  ['', ['s4', 's3', 's2', 's1', 's0']],
  ['&order=newest', ['s4', 's3', 's2', 's1', 's0']],
  ['&order=oldest', ['s0', 's1', 's2', 's3', 's4', 'later', 'later']],
])('pages with "%s" contain every entry once while new ones are written', async (order, expected) => {
  const actor = await createPerson(muster);
  for (let i = 0; i < 5; i += 1) await write({ actor: actor.uid, subject: `s${i}` });
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const url: string = `/api/audit?actor=${actor.uid}&limit=2${order}${cursor === null ? '' : `&cursor=${cursor}`}`;
    const page = (await get(url, admin)).json();
    seen.push(...page.data.map((entry: { subject: string }) => entry.subject));
    cursor = page.next;
    if (seen.length < 5) await write({ actor: actor.uid, subject: 'later' });
  } while (cursor !== null);
  expect(seen).toEqual(expected);
});

test('the CSV has the columns of the JSON and no formulas', async () => {
  const actor = await createPerson(muster, { name: '=1+1' });
  await write({ actor: actor.uid, subject: 'plain', pid, detail: { tid: 'a,"b"' } });
  const response = await get(`/api/audit.csv?actor=${actor.uid}&project=${pid}`, admin);
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(response.headers['content-disposition']).toBe('attachment; filename="audit.csv"');
  const [entry] = (await get(`/api/audit?actor=${actor.uid}`, admin)).json().data;
  expect(response.body).toBe(
    `\uFEFF${Object.keys(entry).join(',')}\r\n` +
      `${entry.id},${entry.at},${actor.uid},'=1+1,,,member.added,${pid},${entry.project_name},plain,,,,,,,,"{""tid"":""a,\\""b\\""""}"\r\n`,
  );
});

test('the CSV contains all entries, and a JSON page of any size takes one query', async () => {
  const actor = await createPerson(muster);
  const now = muster.clock.now();
  const subjects = Array.from({ length: 1001 }, (_, i) => `subject${i}`);
  await write({ actor: actor.uid, subject: 'first' });
  const count = async () => {
    const before = muster.db.queryCount();
    await get(`/api/audit?actor=${actor.uid}`, admin);
    return muster.db.queryCount() - before;
  };
  const one = await count();
  await muster.db.transaction((trx) =>
    recordPrivateReads(trx, now, { actor: actor.uid, subjects: [...subjects, actor.uid], pid, what: 'form:shirt' }),
  );
  expect(await count()).toBe(one);
  const lines = (await get(`/api/audit.csv?actor=${actor.uid}&kind=private.read`, admin)).body.trim().split('\r\n');
  // Reading one's own is no entry.
  expect(lines).toHaveLength(1 + 1001);
});

test.each([
  ['kind=Member', '/querystring/kind'],
  ['kind=%00', '/querystring/kind'],
  ['actor=%00', '/querystring/actor'],
  [`actor=${'a'.repeat(65)}`, '/querystring/actor'],
  ['project=No%20Slug', '/querystring/project'],
  ['order=random', '/querystring/order'],
  ['limit=1000', '/querystring/limit'],
  ['cursor=e30', '/querystring/cursor'],
  ['since=2026', '/querystring/since'],
])('the log rejects %s with a pointer to %s', async (query, pointer) => {
  const response = await get(`/api/audit?${query}`, admin);
  expect(response.statusCode).toBe(400);
  expect(response.json().errors[0].pointer).toBe(pointer);
});

test('a page of a long log uses an index range', async () => {
  const rows = Array.from({ length: 500 }, (_, i) => i);
  for (let batch = 0; batch < 20; batch += 1) {
    const row = (i: number) => ({
      id: `z${batch}-${i}`,
      at: muster.clock.now().toISOString(),
      actor: `actor${i % 200}`,
      kind: `kind${i % 200}.x`,
      pid: `pid${i % 200}`,
      subject: 's',
      detail: '{}',
    });
    await muster.db.transaction((trx) => trx.insertInto('audit').values(rows.map(row)).execute());
  }
  await muster.db.transaction((trx) => trx.executeQuery(CompiledQuery.raw('analyze')));
  for (const [selection, index] of [
    [{}, 'audit_pkey|sqlite_autoindex_audit_1'],
    [{ actor: 'actor1' }, 'audit_by_actor'],
    [{ pid: 'pid1' }, 'audit_by_project'],
    [{ kind: 'kind1.x' }, 'audit_by_kind'],
  ] as const) {
    for (const order of ['newest', 'oldest'] as const) {
      const { sql, parameters } = selectAudit(muster.db.read, selection, 51, 'z5', order).compile();
      const explain = muster.db.engine === 'sqlite' ? 'explain query plan' : 'explain';
      const plan = await muster.db.read.executeQuery(CompiledQuery.raw(`${explain} ${sql}`, [...parameters]));
      expect(JSON.stringify(plan.rows)).toMatch(new RegExp(index));
      expect(JSON.stringify(plan.rows)).not.toMatch(/SCAN audit"|Seq Scan on audit/);
    }
  }
});
