import { expect, test } from 'vitest';
import { leak } from './fuzz/judge.ts';
import { useApp } from './support/app.ts';
import type { Call } from './support/app.ts';
import { bodySchemas, fieldsOf, withValue } from './support/bad-input.ts';
import { canariesOf, plantCanaries } from './support/planted/canaries.ts';
import { bearer, browserOf, tokenOf } from './support/factories.ts';
import { isForDevices, operationsOf, requestIn } from './support/operations.ts';
import { createTasks } from './support/races/races.ts';
import type { Operation } from './support/operations.ts';
import { stateOf } from './support/world/world-state.ts';
import { createCaller, createCrew } from './support/world.ts';
import { createWorld } from './support/world/create-world.ts';
import { keptWorlds } from './support/world/kept-worlds.ts';
import { roles } from './support/world/world-types.ts';
import type { Role, World } from './support/world/world-types.ts';

/** Seconds on a machine that has nothing else to do. */
const patience = 240_000;

const muster = useApp();

/** What a foreign world could be called in a path, a query or a body, by the name of the place. */
function namesOf(foreign: World): Record<string, readonly string[]> {
  const people = [foreign.uid, foreign.caller];
  const emails = [`${canariesOf(foreign).email}@example.org`];
  return {
    pid: [foreign.pid],
    project: [foreign.pid],
    copy_from: [foreign.pid],
    tid: [foreign.tid, 'gone'],
    uid: people,
    actor: people,
    subject: people,
    owners: people,
    userHandle: people,
    form: ['secrets', 'draft'],
    id: [foreign.task, foreign.token, foreign.session, foreign.passkey, foreign.identity, foreign.invitation],
    location: [foreign.location],
    email: emails,
    emails,
  };
}

type Places = { schemas: ReturnType<typeof bodySchemas>; foreign: World };

/** The request of one's own, once for each place and each foreign name that fits there, and twice with all of them. */
function* withForeignNames({ schemas, foreign }: Places, own: World, operation: Operation): Generator<Call> {
  const names = namesOf(foreign);
  const { headers, ...request } = requestIn(own, operation);
  const call = (more: object): Call => ({ ...request, headers: headers ?? {}, ...more });
  for (const [whole, name = ''] of operation.path.matchAll(/\{(\w+)\}/g)) {
    for (const value of names[name] ?? []) {
      yield call(requestIn(own, { ...operation, path: operation.path.replace(whole, encodeURIComponent(value)) }));
    }
  }
  yield call(requestIn({ ...foreign, headers: own.headers }, operation));
  // All that is in a foreign project, looked for in one's own.
  if (operation.path.includes('{pid}'))
    yield call(requestIn({ ...foreign, pid: own.pid, headers: own.headers }, operation));
  for (const { name, in: part } of operation.parameters) {
    if (part !== 'query') continue;
    const separator = request.url.includes('?') ? '&' : '?';
    for (const value of names[name] ?? [])
      yield call({ url: `${request.url}${separator}${name}=${encodeURIComponent(value)}` });
  }
  const schema = schemas.schemaOf(operation);
  if (schema === undefined) return;
  for (const path of fieldsOf(schema, schemas.resolve)) {
    const name = path.findLast((step) => typeof step === 'string') ?? '';
    for (const value of names[name] ?? []) yield call({ payload: withValue(request.payload, path, value) as object });
  }
}

/** An administrator may appoint owners and suspend anybody: those two are theirs to do, everywhere. */
const theirs = (role: Role, { access }: Operation) =>
  role === 'administrator' && ['administrator', 'project:appointer'].includes(access);

test('identifiers of another project and its people, anywhere in any request, reveal and change nothing', async () => {
  const foreign = await createWorld(muster, 'member');
  await plantCanaries(muster, foreign);
  const places = { schemas: bodySchemas(muster), foreign };
  const before = await stateOf(muster.db, foreign);
  const worlds = keptWorlds(muster);
  const found: unknown[] = [];
  let sent = 0;
  // Everybody may sign what they can read and offer to help an event that they see, and the code of a guardian's link proves who they are.
  const open = new Set(['sign_document', 'put_help_offer', 'read_guardian_consent', 'answer_guardian_consent']);
  for (const operation of operationsOf(muster).filter(({ operationId }) => !open.has(operationId))) {
    for (const role of roles) {
      if (theirs(role, operation)) continue;
      const own = await worlds.of(role);
      for (const call of withForeignNames(places, own, operation)) {
        const answer = await muster.call(call);
        sent += 1;
        worlds.noteAnswer(role, operation.method, answer.statusCode);
        const draft = {
          method: operation.method,
          path: call.url,
          query: [],
          headers: [],
          body: JSON.stringify(call.payload),
        };
        const leaked = await leak(muster, { role, own, foreign }, draft, answer);
        if (leaked !== undefined) found.push({ call, role, leaked });
      }
    }
    expect(await stateOf(muster.db, foreign), operation.operationId).toBe(before);
  }
  expect(found).toEqual([]);
  expect(sent).toBeGreaterThan(2000);
});

test('cursors issued to another person reveal nothing of theirs', async () => {
  const [ada, bob] = [await createCaller(muster, 'Ada'), await createCaller(muster, 'Bob')];
  for (const person of [ada, ada, bob, bob]) {
    await tokenOf(muster, person);
    await browserOf(muster, person);
  }
  for (const url of ['/api/me/tokens', '/api/me/sessions']) {
    const page = async (headers: Record<string, string>, search: string) =>
      (await muster.call({ url: `${url}?limit=1${search}`, headers })).json();
    const { data, next } = await page(ada.headers, '');
    const asBob = await page(bob.headers, `&cursor=${next}`);
    expect(JSON.stringify(asBob)).not.toContain(JSON.stringify(data[0].id));
    const mine = (await muster.call({ url: `${url}?limit=200`, headers: bob.headers })).json().data as { id: string }[];
    for (const { id } of asBob.data as { id: string }[]) expect(mine.map((one) => one.id)).toContain(id);
  }
});

test('a cursor of another project returns only rows of the requested one', async () => {
  const [own, other] = [await createCrew(muster), await createCrew(muster)];
  await muster.call({
    method: 'PUT',
    url: `/api/projects/${other.pid}/owners/${other.chief.uid}`,
    headers: await browserOf(muster, other.owner),
  });
  await createTasks(other, 2);
  for (const form of ['one', 'two'])
    await other.as(other.owner, 'POST', 'forms', { form, kind: 'shirt_size', title: form, enabled: true });
  for (const list of ['people', 'owners', 'teams', 'teams/venue/members', 'tasks', 'forms']) {
    const first = (await other.as(other.owner, 'GET', `${list}?limit=1`)).json();
    expect(first.next, list).not.toBeNull();
    const page = await own.as(own.owner, 'GET', `${list}?limit=200&cursor=${first.next}`);
    expect(page.statusCode, list).toBe(200);
    for (const person of [other.owner, other.chief, other.member]) expect(page.body, list).not.toContain(person.uid);
    expect(page.body).not.toContain(other.pid);
  }
});

test("somebody else's Idempotency-Key gives nobody their answer", async () => {
  const { as, owner, otherChief, chief, pid } = await createCrew(muster);
  const task = {
    title: 'Once',
    starts_at: '2026-07-02T09:00:00Z',
    ends_at: '2026-07-02T11:00:00Z',
    capacity: 3,
    tid: 'venue',
  };
  const key = { 'idempotency-key': 'the-same-key' };
  const first = await as(owner, 'POST', 'tasks', task, key);
  const same = await as(owner, 'POST', 'tasks', task, key);
  expect([same.json().id, same.headers['idempotency-replayed']]).toEqual([first.json().id, 'true']);
  const others = await as(chief, 'POST', 'tasks', task, key);
  expect([others.statusCode, others.headers['idempotency-replayed']]).toEqual([201, undefined]);
  expect(others.json().id).not.toBe(first.json().id);
  // Of another team: refused as without the key, and not answered from what is kept.
  expect((await as(otherChief, 'POST', 'tasks', task, key)).statusCode).toBe(403);
  const visitor = await muster.call({ method: 'POST', url: `/api/projects/${pid}/tasks`, headers: key, payload: task });
  expect(visitor.statusCode).toBe(401);
});

test('knowing an ETag does not give the right to change', async () => {
  const [own, other] = [await createCrew(muster), await createCrew(muster)];
  const read = await other.as(other.owner, 'GET', 'teams/venue');
  const tag = { 'if-match': String(read.headers['etag']) };
  for (const who of [own.owner, own.chief, other.member, other.otherChief, other.stranger]) {
    const answer = await other.as(who, 'PATCH', 'teams/venue', { public_description: 'mine now' }, tag);
    expect(answer.statusCode).toBe(403);
  }
  expect((await other.as(other.owner, 'GET', 'teams/venue')).json()).toEqual(read.json());
});

/** Names that rows of the database have, and no body may carry. */
const privileged = [
  'administrator_since',
  'suspended_at',
  'roles',
  'created_by',
  'member_count',
  'revision',
  'token_hash',
];

test(
  'no body takes a field that is not its own, whatever a row is called inside',
  async () => {
    const worlds = keptWorlds(muster);
    for (const operation of operationsOf(muster).filter((one) => one.body !== undefined && !isForDevices(one))) {
      const role = operation.access === 'administrator' ? 'administrator' : 'owner';
      const { payload, ...request } = requestIn(await worlds.of(role), operation);
      for (const name of privileged) {
        const call = { ...request, payload: { ...(payload as object), [name]: '2026-01-01T00:00:00Z' } };
        const answer = await muster.call(call);
        expect([operation.operationId, answer.statusCode]).toEqual([operation.operationId, 400]);
        expect(answer.json().errors).toContainEqual({ pointer: `/${name}`, detail: 'is not a known field' });
      }
    }
  },
  patience,
);

test('a token or session cannot be used in place of another secret', async () => {
  const person = await createCaller(muster);
  const token = await tokenOf(muster, person);
  const { cookie = '' } = await browserOf(muster, person);
  const session = cookie.split('=')[1] ?? '';
  const calls: Call[] = [
    { url: '/api/me', headers: bearer(session) },
    { url: '/api/me', headers: { cookie: `muster_session=${token}` } },
    { method: 'POST', url: '/api/sign-in', payload: { token } },
    { method: 'POST', url: '/api/sign-in', payload: { token: session } },
    { method: 'POST', url: '/api/token', payload: { username: person.email, password: token } },
    { url: '/metrics', headers: { ...bearer(token), 'x-forwarded-for': '1.1.1.1' } },
  ];
  for (const call of calls) expect([call.url, (await muster.call(call)).statusCode]).toEqual([call.url, 401]);
});
