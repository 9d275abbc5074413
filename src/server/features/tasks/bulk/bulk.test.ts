import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { createTask } from '../../../../../test/support/factories.ts';
import { expectCountsToHold } from '../../../../../test/support/races.ts';
import { createCrew } from '../../../../../test/support/world.ts';
import type { Crew } from '../../../../../test/support/world.ts';
import type { CreatedTasks, TaskSelectionChanged } from './bulk.schema.ts';
import type { ImportedTasks } from './import.schema.ts';

const muster = useApp({ env: { RATE_LIMIT_SCALE: '1000' } });
let crew: Crew;

beforeEach(async () => {
  await muster.deliverNotices();
  crew = await createCrew(muster);
  await muster.db.transaction(async (trx) => {
    await trx
      .updateTable('projects')
      .set({ starts_on: '2026-08-07', ends_on: '2026-08-09', timezone: 'Europe/Berlin' })
      .where('pid', '=', crew.pid)
      .execute();
    await trx
      .insertInto('places')
      .values({ id: `gate${crew.pid.slice(8)}`, pid: crew.pid, name: 'East gate' })
      .execute();
    await trx
      .insertInto('task_kinds')
      .values({ id: `bar${crew.pid.slice(8)}`, pid: crew.pid, name: 'Bar' })
      .execute();
  });
});

const listTasks = async () =>
  (
    await muster.db.read
      .selectFrom('tasks')
      .selectAll()
      .where('pid', '=', crew.pid)
      .orderBy('starts_at')
      .orderBy('id')
      .execute()
  ).map(({ changed_at: _at, revision: _revision, ...task }) => task);
const undo = (step: string | null) => crew.as(crew.owner, 'POST', `planning-steps/${step}/undo`);
const times = (start: string, end: string) => ({
  starts_at: `2026-08-08T${start}:00.000Z`,
  ends_at: `2026-08-08T${end}:00.000Z`,
});

const table = [
  'Titel;Team;Art;Ort;Tag;Beginn;Ende;Mindestzahl;Plätze;Beschreibung',
  'Einlass;Team 1;bar;East gate;8.8.2026;22:00;02:00;1;3;"Zwei Zeilen;\nmit Semikolon"',
  ';;;;;;;;;',
  'Abbau;;;;2026-08-09;9.30;12:00 Uhr;;4;',
].join('\r\n');

test('a table in another language becomes tasks, and undo removes them', async () => {
  const preview: ImportedTasks = (
    await crew.as(crew.owner, 'POST', 'tasks/import?dry_run=true', { text: table })
  ).json();
  expect(preview.errors).toEqual([]);
  expect(preview.columns).toEqual([
    'title',
    'team',
    'kind',
    'place',
    'day',
    'start',
    'end',
    'minimum',
    'capacity',
    'description',
  ]);
  expect(preview.lines.map(({ line }) => line)).toEqual([3, 5]);
  expect(preview.tasks).toMatchObject([
    { id: null, tid: 'venue', starts_at: '2026-08-08T20:00:00.000Z', ends_at: '2026-08-09T00:00:00.000Z' },
    { id: null, tid: null, starts_at: '2026-08-09T07:30:00.000Z', ends_at: '2026-08-09T10:00:00.000Z', capacity: 4 },
  ]);
  expect(await listTasks()).toEqual([]);
  const response = await crew.as(crew.owner, 'POST', 'tasks/import', { text: table });
  expect(response.statusCode).toBe(201);
  const { step, tasks }: ImportedTasks = response.json();
  expect(tasks).toHaveLength(2);
  expect((await listTasks())[0]).toMatchObject({
    title: 'Einlass',
    kind_id: `bar${crew.pid.slice(8)}`,
    place_id: `gate${crew.pid.slice(8)}`,
    min_people: 1,
    capacity: 3,
    description: 'Zwei Zeilen;\nmit Semikolon',
  });
  expect((await undo(step)).statusCode).toBe(204);
  expect(await listTasks()).toEqual([]);
});

const lines = (count: number, line: (index: number) => string) =>
  ['title\tday\tstart\tend\tcapacity', ...Array.from({ length: count }, (_, index) => line(index))].join('\n');
const good = () => 'Desk\t2026-08-08\t09:00\t11:00\t2';

test('one wrong cell in line 40 is named, and nothing is created', async () => {
  const text = lines(60, (index) => (index === 38 ? 'Desk\t2026-08-08\t09:00\t11:00\ttwo' : good()));
  const response = await crew.as(crew.owner, 'POST', 'tasks/import', { text });
  const detail = 'line 40, column capacity: must be a whole number from 1 to 10000';
  expect(response.json()).toMatchObject({ status: 400, detail, errors: [{ pointer: '/text', detail }] });
  const preview = await crew.as(crew.owner, 'POST', 'tasks/import?dry_run=true', { text });
  expect(preview.json()).toMatchObject({
    tasks: [],
    errors: [{ line: 40, column: 'capacity', code: 'not_a_number', detail }],
  });
  expect(await listTasks()).toEqual([]);
});

const header = 'title,team,kind,place,day,start,end,minimum,capacity';
test.each([
  ['Desk,nobody,,,2026-08-08,09:00,10:00,,1', 'team', 'unknown_team'],
  ['Desk,,party,,2026-08-08,09:00,10:00,,1', 'kind', 'unknown_kind'],
  ['Desk,,,moon,2026-08-08,09:00,10:00,,1', 'place', 'unknown_place'],
  ['Desk,,,,2026-08-10,09:00,10:00,,1', 'day', 'outside'],
  ['Desk,,,,8/8/2026,09:00,10:00,,1', 'day', 'not_a_day'],
  ['Desk,,,,2026-02-30,09:00,10:00,,1', 'day', 'not_a_day'],
  ['Desk,,,,2026-08-08,10:00,09:00,,1', 'end', 'ends_first'],
  ['Desk,,,,2026-08-08,09:00,09:00,,1', 'end', 'ends_first'],
  ['Desk,,,,2026-08-08,25:00,26:00,,1', 'start', 'not_a_time'],
  ['Desk,,,,2026-08-08,09:00,10:00,3,2', 'minimum', 'minimum_above_capacity'],
  ['Desk,,,,2026-08-08,09:00,10:00,-1,2', 'minimum', 'not_a_number'],
  [',,,,2026-08-08,09:00,10:00,,1', 'title', 'missing'],
  ['Desk,,,,2026-08-08,09:00,10:00,,', 'capacity', 'missing'],
  [`${'x'.repeat(201)},,,,2026-08-08,09:00,10:00,,1`, 'title', 'too_long'],
  ['"Desk,,,,2026-08-08,09:00,10:00,,1', '', 'unreadable'],
])('%s: the cell is marked', async (line, column, code) => {
  const preview = await crew.as(crew.owner, 'POST', 'tasks/import?dry_run=true', { text: `${header}\n${line}` });
  expect(preview.statusCode).toBe(200);
  expect(preview.json().errors[0]).toMatchObject({ column, code });
  expect((await crew.as(crew.owner, 'POST', 'tasks/import', { text: `${header}\n${line}` })).statusCode).toBe(400);
});

test('columns that are unknown, missing or repeated, too many lines and empty tables are named', async () => {
  const codes = async (text: string) =>
    (await crew.as(crew.owner, 'POST', 'tasks/import?dry_run=true', { text }))
      .json()
      .errors.map((error: { code: string }) => error.code);
  expect(await codes('title,day,start,end,capacity,colour\nDesk,2026-08-08,09:00,10:00,1,red')).toEqual([
    'unknown_column',
  ]);
  expect(await codes('title,title,day,start,end\nDesk,,2026-08-08,09:00,10:00')).toEqual([
    'repeated_column',
    'missing_column',
  ]);
  expect(await codes('title,day,start,end,capacity')).toEqual(['no_lines']);
  expect(await codes(lines(501, good))).toEqual(['too_many_lines']);
  expect(await codes(lines(500, good))).toEqual([]);
});

test('chiefs import for their own team, and the template has the columns in the language of the reader', async () => {
  const text = `title,team,day,start,end,capacity\nDesk,venue,2026-08-08,9:00 am,1:00 PM,2`;
  expect((await crew.as(crew.chief, 'POST', 'tasks/import', { text })).json()).toMatchObject({
    tasks: [{ ...times('07:00', '11:00'), tid: 'venue' }],
  });
  const foreign = await crew.as(crew.otherChief, 'POST', 'tasks/import?dry_run=true', { text });
  expect(foreign.json().errors[0]).toMatchObject({ code: 'other_team' });
  const template = await crew.as(crew.chief, 'GET', 'tasks/import-template.csv', undefined, {
    'accept-language': 'de',
  });
  expect(template.payload).toBe(
    '\uFEFFTitel,Team,Kategorie,Art,Ort,Tag,Beginn,Ende,Mindestzahl,Plätze,Beschreibung\r\n',
  );
  const filled = `${template.payload}Desk,venue,,,,2026-08-08,09:00,10:00,,1,`;
  expect((await crew.as(crew.chief, 'POST', 'tasks/import', { text: filled })).statusCode).toBe(201);
});

test('a day is copied at the same times by the clock, without people, only what the caller plans', async () => {
  await muster.db.transaction((trx) =>
    trx
      .updateTable('projects')
      .set({ starts_on: '2026-10-24', ends_on: '2026-10-26' })
      .where('pid', '=', crew.pid)
      .execute(),
  );
  const night = {
    starts_at: '2026-10-23T22:30:00.000Z',
    ends_at: '2026-10-24T02:00:00.000Z',
    tid: 'venue',
    title: 'Night',
  };
  const task = await createTask(muster, crew.pid, night);
  await createTask(muster, crew.pid, { ...night, tid: 'press', title: 'Press' });
  await crew.as(crew.member, 'PUT', `tasks/${task}/attendance`);
  const body = { from_day: '2026-10-24', to_day: '2026-10-25' };
  const preview: CreatedTasks = (await crew.as(crew.chief, 'POST', 'tasks/copies?dry_run=true', body)).json();
  const copied = { title: 'Night', starts_at: '2026-10-24T22:30:00.000Z', ends_at: '2026-10-25T03:00:00.000Z' };
  expect(preview).toMatchObject({ step: null, tasks: [{ id: null, ...copied }] });
  const response = await crew.as(crew.chief, 'POST', 'tasks/copies', body);
  expect(response.statusCode).toBe(201);
  const { step }: CreatedTasks = response.json();
  expect((await listTasks()).filter(({ title }) => title === 'Night')).toMatchObject([
    { attendee_count: 1 },
    { ...copied, attendee_count: 0, created_by: crew.chief.uid },
  ]);
  expect((await undo(step)).statusCode).toBe(204);
  expect(await listTasks()).toHaveLength(2);
  const pointer = async (fields: object) =>
    (await crew.as(crew.owner, 'POST', 'tasks/copies', { ...body, ...fields })).json().errors[0].pointer;
  expect(await pointer({ to_day: '2026-10-27' })).toBe('/to_day');
  expect(await pointer({ to_day: '2026-10-24' })).toBe('/to_day');
  expect(await pointer({ from_day: '2026-10-26' })).toBe('/from_day');
  expect(await pointer({ tids: ['nobody'] })).toBe('/tids/0');
  expect((await crew.as(crew.chief, 'POST', 'tasks/copies', { ...body, tids: ['press'] })).statusCode).toBe(403);
});

const select = (ids: readonly string[]) => ids.map((id) => ({ id }));
const change = (who: 'owner' | 'chief', body: object, query = '') =>
  crew.as(crew[who], 'POST', `tasks/changes${query}`, body);

test('a selection is changed and moved together, people are told once, and undo restores it', async () => {
  const ids = [
    await createTask(muster, crew.pid, { ...times('06:00', '08:00'), tid: 'venue', title: 'A' }),
    await createTask(muster, crew.pid, { ...times('08:00', '10:00'), tid: 'venue', title: 'B' }),
  ];
  for (const id of ids) await crew.as(crew.member, 'PUT', `tasks/${id}/attendance`);
  const before = await listTasks();
  const body = { tasks: select(ids), set: { category: 'bar', min_people: 2 }, move_minutes: 30 };
  const queries = muster.db.queryCount();
  const response = await change('chief', body);
  const used = muster.db.queryCount() - queries;
  expect(response.statusCode).toBe(200);
  const changed: TaskSelectionChanged = response.json();
  expect(changed.changed).toMatchObject([
    { ...times('06:30', '08:30'), min_people: 2 },
    { ...times('08:30', '10:30') },
  ]);
  expect((await muster.deliverNotices()).map(({ to }) => to)).toEqual([crew.member.email]);
  expect((await undo(changed.step)).statusCode).toBe(204);
  expect(await listTasks()).toEqual(before);
  await muster.deliverNotices();
  const start = muster.db.queryCount();
  await change('chief', { ...body, tasks: select(ids.slice(0, 1)), move_minutes: -30 });
  expect(muster.db.queryCount() - start).toBe(used);
});

test('moved onto another task of the same person, the person is named, released only on request, and restored by undo', async () => {
  const [moved = '', other = ''] = [
    await createTask(muster, crew.pid, { ...times('06:00', '08:00'), tid: 'venue', title: 'Moved' }),
    await createTask(muster, crew.pid, { ...times('08:00', '10:00'), tid: 'venue', title: 'Other' }),
  ];
  for (const id of [moved, other]) await crew.as(crew.member, 'PUT', `tasks/${id}/attendance`);
  const before = await listTasks();
  const body = { tasks: select([moved]), move_minutes: 60 };
  const refused = await change('owner', body);
  expect(refused.json()).toMatchObject({
    code: 'places_lost',
    errors: [{ pointer: `/tasks/${moved}/attendees/${crew.member.uid}`, detail: 'Mia: Moved (task_overlap)' }],
  });
  expect(await listTasks()).toEqual(before);
  expect((await change('owner', body, '?dry_run=true')).json()).toMatchObject({ released: [{ uid: crew.member.uid }] });
  const released: TaskSelectionChanged = (await change('owner', body, '?release=true')).json();
  expect(released.released).toMatchObject([{ name: 'Mia', reason: 'task_overlap' }]);
  await expectCountsToHold(muster);
  const [mail] = await muster.deliverNotices();
  expect(mail?.to).toBe(crew.member.email);
  expect((await undo(released.step)).statusCode).toBe(204);
  expect(await listTasks()).toEqual(before);
  await expectCountsToHold(muster);
  // Both together do not collide.
  expect((await change('owner', { tasks: select([moved, other]), move_minutes: 60 })).statusCode).toBe(200);
});

test('deleted tasks name their people, and undo brings both back unless somebody has joined something else', async () => {
  const id = await createTask(muster, crew.pid, { ...times('06:00', '08:00'), tid: 'venue', title: 'Gone' });
  await crew.as(crew.member, 'PUT', `tasks/${id}/attendance`);
  const before = await listTasks();
  const body = { tasks: select([id]), delete: true };
  expect((await change('chief', body)).json()).toMatchObject({ code: 'places_lost' });
  const removed: TaskSelectionChanged = (await change('chief', body, '?release=true')).json();
  expect(await listTasks()).toEqual([]);
  const meanwhile = await createTask(muster, crew.pid, {
    ...times('07:00', '09:00'),
    tid: 'venue',
    title: 'Meanwhile',
  });
  await crew.as(crew.member, 'PUT', `tasks/${meanwhile}/attendance`);
  expect((await undo(removed.step)).json()).toMatchObject({ code: 'step_overtaken', detail: 'Gone (task_overlap)' });
  await change('owner', { tasks: select([meanwhile]), delete: true }, '?release=true');
  expect((await undo(removed.step)).statusCode).toBe(204);
  expect(await listTasks()).toEqual(before);
  await expectCountsToHold(muster);
});

test('an undo within two minutes tells nobody anything', async () => {
  const id = await createTask(muster, crew.pid, { ...times('06:00', '08:00'), tid: 'venue' });
  await crew.as(crew.member, 'PUT', `tasks/${id}/attendance`);
  for (const body of [{ delete: true }, { move_minutes: 15 }, { set: { title: 'New' } }]) {
    const { step }: TaskSelectionChanged = (
      await change('chief', { tasks: select([id]), ...body }, '?release=true')
    ).json();
    expect((await undo(step)).statusCode).toBe(204);
  }
  expect(await muster.deliverNotices()).toEqual([]);
});

test('a selection is all or nothing', async () => {
  const ids = [
    await createTask(muster, crew.pid, { ...times('06:00', '08:00'), tid: 'venue', capacity: 2 }),
    await createTask(muster, crew.pid, { ...times('08:00', '10:00'), tid: 'press' }),
  ];
  await crew.as(crew.member, 'PUT', `tasks/${ids[0]}/attendance`);
  await crew.as(crew.chief, 'PUT', `tasks/${ids[0]}/attendance`);
  const before = await listTasks();
  const tasks = select(ids);
  expect((await change('chief', { tasks, move_minutes: 5 })).statusCode).toBe(403);
  expect((await change('owner', { tasks: [...tasks, { id: 'unknown' }], move_minutes: 5 })).json()).toMatchObject({
    status: 422,
    errors: [{ pointer: '/tasks/2/id' }],
  });
  expect(
    (await change('owner', { tasks: [{ id: ids[0], revision: 9 }, { id: ids[1] }], move_minutes: 5 })).json(),
  ).toMatchObject({
    code: 'stale',
    errors: [{ pointer: '/tasks/0/revision' }],
  });
  expect((await change('owner', { tasks, set: { capacity: 1 } })).json()).toMatchObject({
    code: 'task_has_attendees',
    errors: [{ pointer: `/tasks/${ids[0]}/capacity` }],
  });
  expect((await change('owner', { tasks, set: { min_people: 9 } })).json()).toMatchObject({
    errors: [{ pointer: '/set/min_people' }],
  });
  expect((await change('owner', { tasks, set: { kind: 'unknown' } })).json()).toMatchObject({
    errors: [{ pointer: '/set/kind' }],
  });
  expect((await change('owner', { tasks, set: { tid: 'unknown' } })).json()).toMatchObject({
    errors: [{ pointer: '/set/tid' }],
  });
  expect((await change('owner', { tasks, delete: true, move_minutes: 5 })).json()).toMatchObject({
    errors: [{ pointer: '/delete' }],
  });
  expect((await change('owner', { tasks })).statusCode).toBe(400);
  const many = Array.from({ length: 501 }, (_, index) => ({ id: `task${index}` }));
  expect((await change('owner', { tasks: many, delete: true })).json()).toMatchObject({
    errors: [{ pointer: '/tasks' }],
  });
  expect(await listTasks()).toEqual(before);
});
