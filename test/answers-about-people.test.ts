/**
 * Answers that say why somebody cannot be on a task are no way to find out their birthday or what they do in other projects.
 * Each route that gives such a reason is asked in two projects that differ only in what others must not learn. The answers
 * have to be the same.
 */
import { expect, test } from 'vitest';
import { newId } from '../src/server/lib/secrets.ts';
import document from '../openapi.json' with { type: 'json' };
import { useApp } from './support/app.ts';
import { createProject, createTask } from './support/factories.ts';
import { writtenOut } from './support/openapi.ts';
import { createCrew } from './support/world.ts';
import type { Caller } from './support/world.ts';

const muster = useApp();

/** The clock of the tests begins at 9:00 on this day. */
const today = (time: string): string => `2026-06-01T${time}:00.000Z`;
const later = (time: string): string => `2026-06-05T${time}:00.000Z`;

/** Both are busy before noon in a project that is still a draft. One is a day too young, the other has entered no birthday. */
const secrets = [
  { birthday: '2008-06-02', from: today('06:10'), to: today('06:20'), title: 'Zebra feeding' },
  { birthday: null, from: today('11:30'), to: today('11:40'), title: 'Vault watch' },
] as const;

const situations = {
  busy: { code: 'task_overlap', starts_at: today('10:00'), ends_at: today('10:10'), hasAge: false },
  personal: { code: 'not_possible', starts_at: today('12:30'), ends_at: today('12:40'), hasAge: true },
} as const;
type Situation = (typeof situations)[keyof typeof situations];

async function createSecretWorld({ birthday, from, to, title }: (typeof secrets)[number]) {
  const crew = await createCrew(muster);
  const victim = crew.member;
  const { pid } = crew;
  const payload = { name: '', phone: '', national_id: '', company: '', birthday };
  const profile = { method: 'PUT', url: '/api/me/real-profile', headers: victim.headers, payload } as const;
  expect((await muster.call(profile)).statusCode).toBe(200);
  const foreign = await createProject(muster);
  const elsewhere = await createTask(muster, foreign, { title, starts_at: from, ends_at: to });
  const bar = newId(muster.clock.now());
  const created_at = muster.clock.now().toISOString();
  const place = (task_id: string, uid = victim.uid) =>
    muster.db.transaction(async (trx) => {
      await trx.insertInto('attendances').values({ task_id, uid, created_at }).execute();
      await trx.updateTable('tasks').set({ attendee_count: 1 }).where('id', '=', task_id).execute();
    });
  await place(elsewhere);
  await muster.db.transaction(async (trx) => {
    await trx.updateTable('projects').set({ timezone: 'UTC' }).execute();
    await trx.updateTable('projects').set({ state: 'draft' }).where('pid', '=', foreign).execute();
    await trx.insertInto('task_kinds').values({ id: bar, pid, name: 'Bar', min_age: 18 }).execute();
  });
  /** A task of the venue team in this situation, or with other fields. */
  const taskIn = ({ starts_at, ends_at, hasAge }: Situation, fields: object = {}) =>
    createTask(muster, pid, {
      tid: 'venue',
      starts_at,
      ends_at,
      kind_id: hasAge ? bar : null,
      min_people: 1,
      capacity: 1,
      ...fields,
    });
  const request = (task_id: string) =>
    muster.db.transaction((trx) =>
      trx.insertInto('join_requests').values({ task_id, uid: victim.uid, note: '', created_at }).execute(),
    );
  return { ...crew, victim, bar, place, taskIn, request, hidden: [foreign, elsewhere, title, 'too_young', 'irthday'] };
}

type SecretWorld = Awaited<ReturnType<typeof createSecretWorld>>;
type Answer = { statusCode: number; body: string };

/** On another day and without a kind, so that the person can be on it. */
const possible = { starts_at: later('10:00'), ends_at: later('10:10'), kind_id: null };
const changesInto = ({ starts_at, ends_at, hasAge }: Situation, bar: string) => ({
  starts_at,
  ends_at,
  kind: hasAge ? bar : null,
});

/** How each of these routes is asked about the person, by a planner. */
const asked: Record<string, (world: SecretWorld, situation: Situation) => Promise<Answer>> = {
  check_candidates: async ({ as, chief, victim, taskIn }, situation) =>
    as(chief, 'GET', `tasks/${await taskIn(situation)}/candidates?uids=${victim.uid}`),

  add_attendee: async ({ as, chief, victim, taskIn }, situation) =>
    as(chief, 'PUT', `tasks/${await taskIn(situation)}/attendees/${victim.uid}`),

  list_join_requests: async ({ as, chief, taskIn, request }, situation) => {
    const task = await taskIn(situation);
    await request(task);
    return as(chief, 'GET', `join-requests?task=${task}`);
  },

  decide_join_request: async ({ as, chief, victim, taskIn, request }, situation) => {
    const task = await taskIn(situation);
    await request(task);
    return as(chief, 'PUT', `tasks/${task}/requests/${victim.uid}`, { approved: true });
  },

  replace_attendee: async ({ as, chief, owner, victim, taskIn, place }, situation) => {
    const task = await taskIn(situation);
    await place(task, owner.uid);
    return as(chief, 'PUT', `tasks/${task}/attendees/${owner.uid}/replacement`, { by: victim.uid });
  },

  change_task: async ({ as, chief, bar, taskIn, place }, situation) => {
    const task = await taskIn(situation, possible);
    await place(task);
    return as(chief, 'PATCH', `tasks/${task}`, changesInto(situation, bar));
  },

  change_tasks: async ({ as, chief, bar, taskIn, place }, situation) => {
    const time = situation.hasAge ? { starts_at: later('12:30'), ends_at: later('12:40') } : {};
    const task = await taskIn(situation, { ...possible, ...time });
    await place(task);
    const set = situation.hasAge ? { set: { kind: bar } } : {};
    return as(chief, 'POST', 'tasks/changes?dry_run=true', { tasks: [{ id: task }], move_days: -4, ...set });
  },

  change_task_series: async ({ as, chief, bar, place }, situation) => {
    const series = { title: 'Desk', tid: 'venue', days: ['2026-06-01'], from: '20:00', to: '20:10', capacity: 1 };
    const created = (await as(chief, 'POST', 'task-series', series)).json();
    await place(created.tasks[0].id);
    const change = situation.hasAge ? { kind: bar } : { from: '10:00', to: '10:10' };
    return as(chief, 'PATCH', `task-series/${created.series.id}`, change);
  },

  undo_planning_step: async ({ as, chief, taskIn, place }, situation) => {
    const task = await taskIn(situation);
    await place(task);
    const removed = await as(chief, 'DELETE', `tasks/${task}?force=true`);
    return as(chief, 'POST', `planning-steps/${String(removed.headers['planning-step'])}/undo`);
  },

  get_allocation: async ({ as, chief, otherChief, owner, taskIn }, situation) => {
    await taskIn(situation);
    for (const who of [chief, otherChief, owner])
      await as(who, 'PUT', 'availability', { unavailable: [{ from: today('00:00'), to: later('00:00') }] });
    const { id } = (await as(owner, 'POST', 'allocations', {})).json();
    await muster.services.draftRunner.drain();
    return as(owner, 'GET', `allocations/${id}`);
  },

  apply_allocation: async ({ as, owner, bar, victim, taskIn }, situation) => {
    const task = await taskIn(situation, possible);
    const { id } = (await as(owner, 'POST', 'allocations', {})).json();
    await muster.services.draftRunner.drain();
    const result = JSON.stringify(placing(victim.uid, task));
    const { starts_at, ends_at, hasAge } = situation;
    const values = { starts_at, ends_at, kind_id: hasAge ? bar : null };
    await muster.db.transaction(async (trx) => {
      await trx.updateTable('allocations').set({ result }).where('id', '=', id).execute();
      await trx.updateTable('tasks').set(values).where('id', '=', task).execute();
    });
    return as(owner, 'PUT', `allocations/${id}/applied`);
  },
};

/** What is stored of a draft that gives the person this place. */
const placing = (uid: string, task: string) => ({
  summary: { task_count: 1, person_count: 1, place_count: 1, missing: 0, bound: 0, begun_count: 0 },
  assignments: [{ task, uid, reasons: ['free'], could_count: 1 }],
  released: [],
  gaps: [],
  hours: [],
  skipped: [],
});

/**
 * Only about the caller: what keeps them from joining, or from an exchange that they asked for. Except for work without a
 * task, which is compared with tasks of the same project only, and an undone draft or step of rooms, which shows what it had done.
 */
const aboutOneself = [
  'add_work',
  'answer_help_request',
  'create_task',
  'decide_work',
  'get_task',
  'join_task',
  'list_offers',
  'list_open_tasks',
  'list_tasks',
  'offer_place',
  'take_offer',
  'undo_allocation',
  'undo_room_step',
];

const codes = ['task_overlap', 'too_little_rest', 'works_too_long', 'too_young', 'not_possible', 'step_overtaken'];

test('every route that gives a reason about a person is asked here', () => {
  const { paths, components } = writtenOut(document);
  const schemas = Object.entries(components.schemas).map(([name, schema]) => [name, JSON.stringify(schema)] as const);
  const isReason = (text: string): boolean => codes.some((code) => text.includes(code));
  const reasons = new Set(schemas.filter(([, text]) => isReason(text)).map(([name]) => name));
  const referring = (text: string): boolean =>
    isReason(text) || schemas.some(([name, inner]) => text.includes(`/schemas/${name}"`) && refersTo(inner, reasons));
  const found = Object.values(paths)
    .flatMap((methods) => Object.values(methods as Record<string, { operationId?: string; responses?: object }>))
    .flatMap(({ operationId, responses }) =>
      operationId !== undefined &&
      (referring(JSON.stringify(responses)) || refersTo(JSON.stringify(responses), reasons))
        ? [operationId]
        : [],
    );
  expect(found.toSorted()).toEqual([...Object.keys(asked), ...aboutOneself].toSorted());
});

const refersTo = (text: string, names: ReadonlySet<string>): boolean =>
  [...names].some((name) => text.includes(`/schemas/${name}"`));

/** Without what differs between any two projects. */
const neutral = ({ statusCode, body }: Answer): string =>
  `${statusCode} ${body}`
    .replaceAll(/\b[0-9a-z]{26}\b/g, 'id')
    .replaceAll(/project-\d+/g, 'project')
    .replaceAll(/"(?:request_id|created_at|finished_at|instance)":"[^"]*"/g, '""');

for (const [operation, ask] of Object.entries(asked))
  for (const [name, situation] of Object.entries(situations))
    test(`${operation} does not tell who is ${name} for which reason`, async () => {
      const answers: string[] = [];
      for (const secret of secrets) {
        const world = await createSecretWorld(secret);
        const answer = await ask(world, situation);
        for (const hidden of world.hidden) expect(answer.body).not.toContain(hidden);
        expect(answer.body).toContain(situation.code);
        answers.push(neutral(answer));
      }
      expect(answers[1]).toBe(answers[0]);
    });

test('moving a short task through a day shows only in which quarters of it somebody is busy elsewhere', async () => {
  const { as, owner, victim, taskIn } = await createSecretWorld(secrets[0]);
  const task = await taskIn(situations.busy);
  const busy: number[] = [];
  for (let hour = 0; hour < 24; hour += 1) {
    const time = `2026-06-01T${String(hour).padStart(2, '0')}`;
    await as(owner, 'PATCH', `tasks/${task}`, { starts_at: `${time}:40:00Z`, ends_at: `${time}:50:00Z` });
    const { data } = (await as(owner, 'GET', `tasks/${task}/candidates?uids=${victim.uid}`)).json();
    if (data[0].refusal === 'task_overlap') busy.push(hour);
  }
  expect(busy).toEqual([6, 7, 8, 9, 10, 11]);
});

test('moving a task through a day, and giving its places to those who wait, shows no more', async () => {
  for (const secret of secrets) {
    const { as, owner, victim, taskIn } = await createSecretWorld(secret);
    const task = await taskIn(situations.busy);
    const created_at = muster.clock.now().toISOString();
    await muster.db.transaction((trx) =>
      trx.insertInto('waiting_people').values({ task_id: task, uid: victim.uid, position: 1, created_at }).execute(),
    );
    const given = async (hour: string) => {
      const times = { starts_at: today(`${hour}:10`), ends_at: today(`${hour}:20`) };
      const moved = await as(owner, 'PATCH', `tasks/${task}`, times);
      expect(moved.statusCode, moved.body).toBe(200);
      await muster.services.jobList.find(({ name }) => name === 'places')?.run(new AbortController().signal);
      const held = muster.db.read.selectFrom('waiting_people').select('offered_until').where('task_id', '=', task);
      return (await held.execute()).map(({ offered_until }) => offered_until !== null);
    };
    expect([await given('10'), await given('11'), await given('12')]).toEqual([[false], [false], [true]]);
  }
});

const moveEvent = ({ headers }: Caller, pid: string, day: string) =>
  muster.call({ method: 'PATCH', url: `/api/projects/${pid}`, headers, payload: { starts_on: day, ends_on: day } });

test('moving a task, or the event within its month, does not narrow down a birthday', async () => {
  const { as, owner, pid, victim, taskIn } = await createSecretWorld(secrets[0]);
  const task = await taskIn(situations.personal);
  const refusal = async () =>
    (await as(owner, 'GET', `tasks/${task}/candidates?uids=${victim.uid}`)).json().data[0].refusal;
  for (const day of ['2026-06-02', '2026-06-20', '2026-11-01'])
    await as(owner, 'PATCH', `tasks/${task}`, { starts_at: `${day}T12:30:00Z`, ends_at: `${day}T12:40:00Z` }).then(
      async ({ statusCode }) => expect([day, statusCode, await refusal()]).toEqual([day, 200, 'not_possible']),
    );
  for (const [day, expected] of [
    ['2026-06-01', 'not_possible'],
    ['2026-06-30', 'not_possible'],
    ['2026-07-01', null],
  ] as const) {
    const changed = await moveEvent(owner, pid, day);
    expect([day, changed.statusCode, await refusal()]).toEqual([day, 200, expected]);
  }
});

test('tasks are near the event: the field of a day far from it is named', async () => {
  const { as, owner, pid, taskIn } = await createSecretWorld(secrets[0]);
  expect((await moveEvent(owner, pid, '2026-06-01')).statusCode).toBe(200);
  const fields = { title: 'Desk', capacity: 1 };
  const on = (day: string) => ({ starts_at: `${day}T10:00:00Z`, ends_at: `${day}T11:00:00Z` });
  const create = async (day: string) =>
    (await as(owner, 'POST', 'tasks', { ...fields, ...on(day) })).json().errors?.[0]?.pointer;
  expect([await create('2025-05-31'), await create('2025-06-01'), await create('2026-11-28')]).toEqual([
    '/starts_at',
    undefined,
    undefined,
  ]);
  expect(await create('2026-11-29')).toBe('/starts_at');
  const id = await taskIn(situations.busy);
  const changed = await as(owner, 'PATCH', `tasks/${id}`, on('2027-06-01'));
  expect(changed.json()).toMatchObject({ status: 400, errors: [{ pointer: '/starts_at' }] });
  for (const query of ['', '?dry_run=true']) {
    const moved = await as(owner, 'POST', `tasks/changes${query}`, { tasks: [{ id }], move_days: 300 });
    expect(moved.json()).toMatchObject({ status: 400, errors: [{ pointer: '/starts_at' }] });
  }
  // Nor does only the end of a task on the last evening move beyond the last day.
  const evening = { starts_at: '2026-11-28T20:00:00Z', ends_at: '2026-11-28T22:00:00Z' };
  const last = (await as(owner, 'POST', 'tasks', { ...fields, ...evening })).json();
  const longer = await as(owner, 'PATCH', `tasks/${last.id}`, { ends_at: '2026-11-29T02:00:00Z' });
  expect(longer.json()).toMatchObject({ status: 400, errors: [{ pointer: '/ends_at' }] });
});
