/** What counts for a person is decided by somebody else, on every path. Each route about a person is asked about oneself. */
import { expect, test } from 'vitest';
import document from '../openapi.json' with { type: 'json' };
import type { Person } from '../src/server/auth/caller.ts';
import { scopeOfRow } from '../src/server/auth/project-role.ts';
import { canDecide } from '../src/server/features/event-day/work/work.policy.ts';
import { deciderOf } from '../src/server/features/event-day/work/work.service.ts';
import { newId } from '../src/server/lib/secrets.ts';
import { useApp } from './support/app.ts';
import { bearer } from './support/factories.ts';
import { writtenOut } from './support/openapi.ts';
import { claimSteps } from './support/world/claim-steps.ts';
import { inMinutes, taskNow } from './support/world/desk.ts';
import { createCrew } from './support/world.ts';
import type { Caller, Crew } from './support/world.ts';

const muster = useApp();

type Ask = (crew: Crew, who: Caller) => Promise<number>;

const skillFor = async ({ as, owner }: Crew, { name }: Caller) =>
  (await as(owner, 'POST', 'skills', { name: `Aid ${name}`, granted: true })).json();
const addOwner = ({ pid }: Crew, { uid }: Caller) =>
  muster.db.transaction((trx) =>
    trx
      .insertInto('project_owners')
      .values({ pid, uid, created_at: inMinutes(muster, 0) })
      .execute(),
  );
const lastHour = () => ({ starts_at: inMinutes(muster, -60), ends_at: inMinutes(muster, -30) });

/** Refused with 403 if somebody else could decide. */
const refused: Record<string, Ask> = {
  'PUT /api/projects/:pid/people/:uid/skills/:id': async (crew, who) =>
    (await crew.as(who, 'PUT', `people/${who.uid}/skills/${(await skillFor(crew, who)).id}`)).statusCode,

  'PATCH /api/projects/:pid/tasks/:id/attendees/:uid': async (crew, who) => {
    const { id } = await taskNow(muster, crew, [who], { from: -60, to: -10 });
    return (await crew.as(who, 'PATCH', `tasks/${id}/attendees/${who.uid}`, { state: 'done' })).statusCode;
  },

  'PATCH /api/projects/:pid/work/:id': async (crew, who) => {
    const id = newId(muster.clock.now());
    const row = { id, pid: crew.pid, uid: who.uid, tid: 'venue', title: 'Tables', ...lastHour() };
    await muster.db.transaction((trx) =>
      trx
        .insertInto('work')
        .values({ ...row, state: 'claimed', created_at: inMinutes(muster, 0) })
        .execute(),
    );
    return (await crew.as(who, 'PATCH', `work/${id}`, { state: 'approved' })).statusCode;
  },

  'PATCH /api/projects/:pid/tasks/:id': async (crew, who) => {
    const { id } = await taskNow(muster, crew, [who], { from: -120, to: -100 });
    return (await crew.as(who, 'PATCH', `tasks/${id}`, { starts_at: inMinutes(muster, -800) })).statusCode;
  },

  'POST /api/projects/:pid/tasks/changes': async (crew, who) => {
    const { id } = await taskNow(muster, crew, [who], { from: 200, to: 220 });
    return (await crew.as(who, 'POST', 'tasks/changes', { tasks: [{ id }], move_minutes: -2000 })).statusCode;
  },

  'POST /api/projects/:pid/planning-steps/:id/undo': async (crew, who) => {
    const { id } = await taskNow(muster, crew, [], { from: 5, to: 600 });
    await putOn(id, who);
    const shorter = await crew.as(who, 'PATCH', `tasks/${id}`, { ends_at: inMinutes(muster, 10) });
    expect(shorter.statusCode).toBe(200);
    muster.clock.advance(12 * 60);
    return (await crew.as(who, 'POST', `planning-steps/${String(shorter.headers['planning-step'])}/undo`)).statusCode;
  },

  'PATCH /api/projects/:pid/task-kinds/:id': async (crew, who) =>
    (await crew.as(who, 'PATCH', `task-kinds/${await workedKind(crew, who)}`, { weight: 3 })).statusCode,

  'DELETE /api/projects/:pid/task-kinds/:id': async (crew, who) =>
    (await crew.as(who, 'DELETE', `task-kinds/${await workedKind(crew, who)}`)).statusCode,
};

/** On this task alone, so that no other one overlaps it. */
const putOn = (task_id: string, { uid }: Caller) =>
  muster.db.transaction(async (trx) => {
    await trx.deleteFrom('attendances').where('uid', '=', uid).execute();
    const row = { task_id, uid, created_at: inMinutes(muster, -1000) };
    await trx.insertInto('attendances').values(row).execute();
  });

/** The caller has worked on a task of a kind that counts half. */
async function workedKind(crew: Crew, who: Caller): Promise<string> {
  const kind = { name: `Standby ${newId(muster.clock.now())}`, weight: 0.5 };
  const { id } = (await crew.as(crew.owner, 'POST', 'task-kinds', kind)).json();
  const task = await taskNow(muster, crew, [who], { from: -300, to: -200 });
  await muster.db.transaction((trx) =>
    trx.updateTable('tasks').set({ kind_id: id }).where('id', '=', task.id).execute(),
  );
  return id;
}

/** Why it does not matter that they decide about themselves. */
const harmless: Record<string, string> = {
  'DELETE /api/projects/:pid/forms/:form/payments/:uid': 'takes a payment back',
  'POST /api/projects/:pid/hours/:uid/certificate': 'prints the hours that others decided about',
  'DELETE /api/projects/:pid/owners/:uid': 'gives up a right',
  'PUT /api/projects/:pid/ask-again/:uid': 'what they are asked gives no rights',
  'PUT /api/projects/:pid/rooms/:id/places/:uid': 'a bed gives no rights and no hours',
  'DELETE /api/projects/:pid/rooms/:id/places/:uid': 'gives up a bed',
  'PUT /api/projects/:pid/people/:uid/note': 'refused; notes give no rights and no hours',
  'PUT /api/projects/:pid/thanks/names/:uid': 'hides a name, or shows it again',
  'PUT /api/projects/:pid/people/:uid/tags': 'tags give no rights and no hours',
  'PUT /api/projects/:pid/owners/:uid': 'who appoints owners is one, or an administrator',
  'DELETE /api/projects/:pid/people/:uid/skills/:id': 'gives up a skill',
  'DELETE /api/projects/:pid/tasks/:id/attendees/:uid': 'gives up a place, with its hours',
  'PUT /api/projects/:pid/tasks/:id/attendees/:uid': 'a place ahead; hours count from now on, shown as by themselves',
  'POST /api/projects/:pid/tasks/:id/attendees/:uid/replacement': 'says that they do not come',
  'PUT /api/projects/:pid/tasks/:id/attendees/:uid/replacement': 'says that they do not come',
  'DELETE /api/projects/:pid/tasks/:id/offers/:uid': 'declines a place',
  'PUT /api/projects/:pid/tasks/:id/offers/:uid/taken': 'a place ahead',
  'PUT /api/projects/:pid/tasks/:id/requests/:uid': 'a place ahead, which planners can take anyway',
  'DELETE /api/projects/:pid/tasks/:id/waiting/:uid': 'gives up waiting',
  'DELETE /api/projects/:pid/teams/:tid/applications/:uid': 'withdraws their own application',
  'PUT /api/projects/:pid/teams/:tid/applications/:uid/acceptance':
    'nobody applies to a team that they lead; deputies are refused (grants/parts.test.ts)',
  'DELETE /api/projects/:pid/teams/:tid/chiefs/:uid': 'gives up a right',
  'PUT /api/projects/:pid/teams/:tid/chiefs/:uid': 'owners have all rights of chiefs',
  'DELETE /api/projects/:pid/teams/:tid/members/:uid': 'gives up a place in the team',
  'PUT /api/projects/:pid/teams/:tid/members/:uid':
    'who leads a team is in it; deputies are refused (grants/parts.test.ts)',
};

/** Refused whatever their role is: what they spent is money, so that the only owner asks somebody to help. */
const refusedToAll = ['PUT /api/projects/:pid/claims/:id/decision'];

/** What the other writes of those who organise are about, by the start of the address that follows the project, or by route. */
const aboutNobody: Record<string, string> = {
  allocations: 'plans; places ahead',
  'announcements|messages|chat-channels|translations|invitations/reminders|due-payments/reminders':
    'texts and who gets them',
  'applications/publication': 'publishes what was decided about people',
  'budgets|money-settings|traffic-subsidies':
    'frames of money; only owners raise them, and claims are decided one by one',
  'calendar|picture|places|series|thanks': 'about the project',
  'certificate-batches|certificate-settings|certificates':
    'prints the hours that others decided about, or takes them back',
  devices: 'a device; its scans are in the audit log, and marks by oneself are shown as such',
  documents: 'what people sign; owners get no skill from it (below)',
  'forms|people/import|imports':
    'questions, and what people say about themselves elsewhere, of which travel money is not a part',
  grants: 'changes and ends what was given; owners have all parts',
  'group-servers|synced-groups': 'lists on other servers; only people who agreed are added',
  'hand-outs': 'things; what everybody is entitled to follows from answers and hours',
  payouts: 'collects claims that others approved',
  'roll-call': 'who is on site',
  'rooms|room-steps': 'beds that people asked for',
  'service-accounts|webhooks': 'programs; they decide nothing about the owner who holds them',
  skills: 'what skills there are',
  'task-kinds|POST tasks|DELETE tasks/:id|POST tasks/copies|POST tasks/import':
    'creates, copies or removes tasks; hours count from when somebody joins',
  'POST tasks/:id/help-requests': 'asks others',
  'task-series':
    'the same; tasks that have begun stay as they are, and nobody is on a task that is moved into the past',
  teams: 'about a team, and invitations that others accept',
};

const isOrganising = ({ access }: { access: string }): boolean =>
  /^(?:project|team):(?:planner|owner|appointer|chief|finance|desk|recruiting|writer|safety)$/.test(access);

test('every other write of organisers has an answer to what it is when they do it for themselves', () => {
  const named = [refused, harmless, inBody].flatMap((list) => Object.keys(list));
  const listed = new Set([...named, ...refusedToAll]);
  const parts = Object.keys(aboutNobody).flatMap((names) => names.split('|'));
  const seen = new Set<string>();
  const unknown = muster.routes
    .filter((route) => route.method !== 'GET' && isOrganising(route))
    .map(({ method, url }) => ({ route: `${method} ${url}`, rest: url.replace('/api/projects/:pid/', ''), method }))
    .filter(({ route, rest }) => !listed.has(route) && rest !== '/api/projects/:pid')
    .filter(({ rest, method }) => {
      const part = parts.find((one) => rest === one || rest.startsWith(`${one}/`) || one === `${method} ${rest}`);
      if (part !== undefined) seen.add(part);
      return part === undefined;
    });
  expect(unknown.map(({ route }) => route)).toEqual([]);
  expect(parts.filter((part) => !seen.has(part))).toEqual([]);
});

test('nobody decides about their own claim, also the only owner', async () => {
  const crew = await createCrew(muster);
  const { draft, send, decide } = claimSteps(muster, () => crew);
  const { id } = await draft(crew.owner);
  expect((await send(crew.owner, id)).statusCode).toBe(200);
  for (const decision of ['approve', 'refuse'])
    expect((await decide(crew.owner, id, { decision, note: 'Mine' })).statusCode).toBe(403);
});

/** The same for routes that name people in their body. */
const inBody: Record<string, string> = {
  'POST /api/projects/:pid/applications/decisions': 'refused for all but owners (grants/parts.test.ts)',
  'POST /api/projects/:pid/teams/:tid/offer-invitations':
    'invites people who are not in the project, and never the caller',
  'POST /api/projects/:pid/ask-again/invitations': 'invites people of earlier years, who are not in this one',
  'POST /api/projects/:pid/ask-again/shares': 'says who asks whom',
  'POST /api/projects/:pid/my-room/swaps': 'the other person has to agree (rooms.test.ts)',
  'PUT /api/projects/:pid/my-room/wishes': 'counts only if the other person wishes the same',
  'POST /api/projects/:pid/roll-call/marks': 'says who is on site, which gives no hours',
  'POST /api/projects/:pid/rooms/placements': 'a bed of those that the form offers gives no rights and no hours',
  'POST /api/projects/:pid/desk/scans':
    'a device; its scans are in the audit log, and marks by oneself are shown as such',
  'POST /api/projects/:pid/forms/:form/payments': 'says that money was sent, and how much is fixed by the answer',
  'POST /api/projects/:pid/grants': 'owners have all parts, so nobody gives one to themselves',
  'POST /api/projects/:pid/messages/audience': 'only counts',
  'POST /api/projects/:pid/messages': 'only writes',
  'PUT /api/projects/:pid/messages/:id': 'only writes',
  'POST /api/projects/:pid/messages/preview': 'only shows',
  'POST /api/projects/:pid/people/tags': 'tags give no rights and no hours',
  'POST /api/projects/:pid/teams/:tid/members':
    'who leads a team is in it; deputies are refused (grants/parts.test.ts)',
  'POST /api/projects/:pid/work': 'waits for somebody else (event-day/work/work.test.ts)',
  'PUT /api/projects/:pid/allocations/:id/applied': 'places ahead',
};

test('every route that names people in its body is listed here', () => {
  const { paths, components } = writtenOut(document);
  const schemas = components.schemas as Record<string, object>;
  const namesPeople = (node: unknown, seen: readonly string[] = []): boolean => {
    if (typeof node !== 'object' || node === null) return false;
    const [, name = ''] = /^#\/components\/schemas\/(.+)$/.exec(String((node as { $ref?: string }).$ref)) ?? [];
    if (name !== '') return !seen.includes(name) && namesPeople(schemas[name], [...seen, name]);
    return Object.entries(node).some(([key, value]) => /^uids?$/.test(key) || namesPeople(value, seen));
  };
  const found = Object.entries(paths as Record<string, Record<string, { requestBody?: object }>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).flatMap(([method, { requestBody }]) => {
        const route = `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
        return namesPeople(requestBody) && !(route in refused) && !(route in harmless) ? [route] : [];
      }),
  );
  expect(found.toSorted()).toEqual(Object.keys(inBody).toSorted());
});

test('every route that decides about a person is listed here', () => {
  const found = muster.routes
    .filter(({ method, url }) => method !== 'GET' && /^\/api\/projects\/:pid\/.*:uid/.test(url))
    .map(({ method, url }) => `${method} ${url}`);
  const named = [...Object.keys(refused), ...Object.keys(harmless)];
  expect(found.filter((route) => !named.includes(route))).toEqual([]);
  const known = new Set(muster.routes.map(({ method, url }) => `${method} ${url}`));
  expect(named.filter((route) => !known.has(route))).toEqual([]);
});

for (const [route, ask] of Object.entries(refused))
  test(`${route}: chiefs and owners do not decide about themselves, the only owner does`, async () => {
    const crew = await createCrew(muster);
    expect(await ask(crew, crew.chief)).toBe(403);
    expect(await ask(crew, crew.owner)).toBeLessThan(300);
    const owners = await createCrew(muster);
    await addOwner(owners, owners.stranger);
    expect(await ask(owners, owners.owner)).toBe(403);
    // Somebody who is suspended decides nothing.
    const alone = await createCrew(muster);
    await addOwner(alone, alone.stranger);
    await muster.db.transaction((trx) =>
      trx
        .updateTable('people')
        .set({ suspended_at: inMinutes(muster, 0) })
        .where('uid', '=', alone.stranger.uid)
        .execute(),
    );
    expect(await ask(alone, alone.owner)).toBeLessThan(300);
  });

for (const [route, ask] of Object.entries(refused))
  test(`${route}: a service account decides nothing about the owner who holds it, unless there is only one`, async () => {
    const crew = await createCrew(muster);
    const ends_at = inMinutes(muster, 60 * 24);
    const account = { name: 'Bot', scopes: ['tasks:write', 'desk'], ends_at };
    const { token } = (await crew.inBrowser(crew.owner, 'POST', 'service-accounts', account)).json();
    const robot = { ...crew.owner, headers: bearer(token) };
    // No scope gives access to these.
    const isReachable = !/\/(?:skills|work)\//.test(route);
    expect((await ask(crew, robot)) < 300).toBe(isReachable);
    await addOwner(crew, crew.stranger);
    expect(await ask(crew, robot)).toBe(403);
    expect((await ask(crew, { ...crew.member, headers: robot.headers })) < 300).toBe(isReachable);
  });

test('who decides about work is the owner behind a service account', async () => {
  const crew = await createCrew(muster);
  const roles = { owner: true, administrator: false, teams: new Map(), deputy: new Set<never>() };
  const none = { limit: null, readsPrivate: false, signedInAt: null, provedAt: null, passkey: null, recovered: false };
  const robot: Person = {
    uid: 'service-1',
    email: '',
    name: 'Bot',
    listing: 'hidden',
    administrator: false,
    appointed: false,
    withheld: false,
    credential: { ...none, kind: 'service', id: 'x', responsible: crew.owner.uid, mayWrite: true },
    entry: { access: 'project:people', deputies: [], pid: crew.pid, tid: undefined, openToSuspended: false },
  };
  const decidesAboutOwner = async () => {
    const decider = await deciderOf(muster.db.read, scopeOfRow(crew), roles, robot);
    return canDecide(decider, { uid: crew.owner.uid, tid: null });
  };
  expect(await decidesAboutOwner()).toBe(true);
  await addOwner(crew, crew.stranger);
  expect(await decidesAboutOwner()).toBe(false);
});

test('hours that a service account of the only owner marks for them are shown as by themselves', async () => {
  const crew = await createCrew(muster);
  const account = { name: 'Bot', scopes: ['desk'], ends_at: inMinutes(muster, 60 * 24) };
  const { token } = (await crew.inBrowser(crew.owner, 'POST', 'service-accounts', account)).json();
  const { id } = await taskNow(muster, crew, [crew.owner], { from: -60, to: -10 });
  const robot = { ...crew.owner, headers: bearer(token) };
  await crew.as(robot, 'PATCH', `tasks/${id}/attendees/${crew.owner.uid}`, { state: 'done' });
  const { entries } = (await crew.as(crew.owner, 'GET', `hours/${crew.owner.uid}`)).json();
  expect(entries).toMatchObject([{ id, by_themselves: true }]);
});

test('lists of people say about whom somebody else decides', async () => {
  const crew = await createCrew(muster);
  const { id } = await taskNow(muster, crew, [crew.chief, crew.owner, crew.member]);
  type Row = { uid: string; others_decide?: boolean };
  const uidsOf = (rows: Row[]) => rows.flatMap(({ uid, others_decide }) => (others_decide === true ? [uid] : []));
  const shownTo = async (who: Caller) => {
    const now = (await crew.as(who, 'GET', 'now')).json();
    const { data } = (await crew.as(who, 'GET', `tasks/${id}/attendees`)).json();
    return [uidsOf(now.tasks[0].people), uidsOf(data)];
  };
  expect(await shownTo(crew.chief)).toEqual([[crew.chief.uid], [crew.chief.uid]]);
  expect(await shownTo(crew.owner)).toEqual([[], []]);
  await addOwner(crew, crew.stranger);
  expect(await shownTo(crew.owner)).toEqual([[crew.owner.uid], [crew.owner.uid]]);
});

test('owners get no skill for signing their own document, unless there is only one; others do', async () => {
  const crew = await createCrew(muster);
  const { id: skill } = await skillFor(crew, crew.owner);
  const rules = { title: 'Ladders', body: 'Hold on.', required_for: 'nothing', grants_skill: skill };
  const skillsAfter = async (who: Caller) => {
    const { id } = (await crew.as(crew.owner, 'POST', 'documents', rules)).json();
    const signed = await crew.inBrowser(who, 'PUT', `documents/${id}/signature`, { version: 1 });
    expect(signed.statusCode).toBe(200);
    return (await crew.as(who, 'GET', 'my-skills')).json().data.map((one: { id: string }) => one.id);
  };
  await addOwner(crew, crew.otherChief);
  expect(await skillsAfter(crew.owner)).toEqual([]);
  expect(await skillsAfter(crew.member)).toEqual([skill]);
  const { actor } = await muster.db.read
    .selectFrom('audit')
    .select('actor')
    .where('kind', '=', 'skill.granted')
    .where('subject', '=', crew.member.uid)
    .executeTakeFirstOrThrow();
  expect(actor).toBe(crew.member.uid);
  await crew.inBrowser(crew.owner, 'DELETE', `owners/${crew.otherChief.uid}`);
  expect(await skillsAfter(crew.owner)).toEqual([skill]);
});

test('work that people enter for themselves waits for somebody else, unless there is only one owner', async () => {
  const crew = await createCrew(muster);
  const enter = async (who: Caller) =>
    (await crew.as(who, 'POST', 'work', { title: 'Fetched tables', tid: 'venue', ...lastHour() })).json().state;
  expect([await enter(crew.chief), await enter(crew.owner)]).toEqual(['claimed', 'approved']);
  const { entries } = (await crew.as(crew.owner, 'GET', `hours/${crew.owner.uid}`)).json();
  expect(entries).toMatchObject([{ kind: 'work', by_themselves: true }]);
  await addOwner(crew, crew.otherChief);
  expect(await enter(crew.otherChief)).toBe('claimed');
});
