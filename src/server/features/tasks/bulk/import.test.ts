import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { addGateAndBar, setDates, storedTasks } from '../../../../../test/support/world/planning.ts';
import { createCrew } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import type { ImportedTasks } from './import.schema.ts';

const muster = useApp();
let crew: Crew;

beforeEach(async () => {
  await muster.deliverNotices();
  crew = await createCrew(muster);
  await setDates(muster, crew.pid, { starts_on: '2026-08-07', ends_on: '2026-08-09', timezone: 'Europe/Berlin' });
  await addGateAndBar(muster, crew.pid);
});

const listTasks = () => storedTasks(muster, crew.pid);
const undo = (step: string | null) => crew.as(crew.owner, 'POST', `planning-steps/${step}/undo`);
const times = (start: string, end: string) => ({
  starts_at: `2026-08-08T${start}:00.000Z`,
  ends_at: `2026-08-08T${end}:00.000Z`,
});

const table = [
  'Titel;Team;Art;Ort;Tag;Beginn;Ende;Mindestzahl;Plätze;Beschreibung',
  'Einlass;Team 1;bar;East gate;Sa. 8.8.;22 Uhr;02:00;1;3;"Zwei Zeilen;\nmit Semikolon"',
  ';;;;;;;;;',
  'Abbau;;;;2026-08-10;9.30;12:00 Uhr;;4;',
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
    { id: null, tid: null, starts_at: '2026-08-10T07:30:00.000Z', ends_at: '2026-08-10T10:00:00.000Z', capacity: 4 },
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

test('a task without a minimum needs one person, and 0 stays 0', async () => {
  const text = 'title,day,start,end,minimum,capacity\nA,2026-08-08,09:00,10:00,,1\nB,2026-08-08,09:00,10:00,0,4';
  const { tasks } = (await crew.as(crew.owner, 'POST', 'tasks/import', { text })).json();
  expect(tasks).toMatchObject([{ min_people: 1 }, { min_people: 0 }]);
  const short = (await crew.as(crew.owner, 'POST', 'tasks/import', { text: lines(1, good) })).json();
  expect(short.tasks).toMatchObject([{ min_people: 1, capacity: 2 }]);
});

test('tasks are visible to whom the caller says; without a team, at least to the project', async () => {
  const text = 'title,team,day,start,end,capacity\nA,venue,2026-08-08,09:00,10:00,1\nB,,2026-08-08,09:00,10:00,4';
  const seen = async (body: object) => {
    await crew.as(crew.owner, 'POST', 'tasks/import', { text, ...body });
    return (await listTasks()).slice(-2).map(({ title, visibility }) => `${title} ${visibility}`);
  };
  expect((await seen({ visibility: 'team' })).toSorted()).toEqual(['A team', 'B project']);
  expect((await seen({ visibility: 'signed_in' })).toSorted()).toEqual(['A signed_in', 'B signed_in']);
  expect((await seen({})).toSorted()).toEqual(['A project', 'B project']);
});

test('names are found with other capitals and spaces', async () => {
  const text = 'title,team,kind,place,day,start,end,capacity\nA,team1,BAR,eastGATE ,2026-08-08,09:00,10:00,1';
  await crew.as(crew.owner, 'POST', 'tasks/import', { text });
  const [kind_id, place_id] = [`bar${crew.pid.slice(8)}`, `gate${crew.pid.slice(8)}`];
  expect(await listTasks()).toMatchObject([{ title: 'A', kind_id, place_id, tid: 'venue' }]);
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
  ['Desk,,,,2027-08-08,09:00,10:00,,1', 'day', 'outside'],
  ['Desk,,,,9/10/2026,09:00,10:00,,1', 'day', 'ambiguous_day'],
  ['Desk,,,,Fri 8 Aug,09:00,10:00,,1', 'day', 'other_weekday'],
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
  expect(await codes(`title${','.repeat(100)}\na,b`)).toEqual(['unknown_column']);
  expect(await codes('title\n'.repeat(30_000))).toEqual(['too_many_lines']);
  expect(await codes(`title${'\t'.repeat(100_000)}`)).toEqual(['too_many_lines']);
  expect(await codes(`title\n${'x'.repeat(60_000)}`)).toEqual(['unreadable']);
  const blanks = `title,day,start,end,capacity\nDesk,2026-08-08,09:00${' '.repeat(240_000)}x,10:00,1`;
  expect(await codes(blanks)).toEqual(['unreadable']);
  expect(await codes(lines(500, good))).toEqual([]);
  for (const category of [
    'label',
    'category',
    'Kategorie',
    '標籤',
    '類別',
    '分類',
    '类别',
    '分类',
    'カテゴリ',
    'カテゴリー',
  ])
    expect(await codes(`title,day,start,end,capacity,${category}\nDesk,2026-08-08,09:00,10:00,1,Hall`)).toEqual([]);
});

test('chiefs import for their own team, and the template has the columns in the language of the reader', async () => {
  const text = `title,team,day,start,end,capacity\nDesk,venue,2026-08-08,9:00 am,1:00 PM,2`;
  expect((await crew.as(crew.chief, 'POST', 'tasks/import', { text })).json()).toMatchObject({
    tasks: [{ ...times('07:00', '11:00'), tid: 'venue' }],
  });
  const foreign = await crew.as(crew.otherChief, 'POST', 'tasks/import?dry_run=true', { text });
  expect(foreign.json().errors[0]).toMatchObject({ code: 'other_team' });
  expect((await crew.as(crew.otherChief, 'POST', 'tasks/import', { text })).statusCode).toBe(403);
  const template = await crew.as(crew.chief, 'GET', 'tasks/import-template.csv', undefined, {
    'accept-language': 'de',
  });
  expect(template.payload).toBe(
    '\uFEFFTitel,Team,Stichwort,Art,Ort,Tag,Beginn,Ende,Mindestzahl,Plätze,Beschreibung\r\n',
  );
  const filled = `${template.payload}Desk,venue,,,,2026-08-08,09:00,10:00,,1,`;
  expect((await crew.as(crew.chief, 'POST', 'tasks/import', { text: filled })).statusCode).toBe(201);
});

test('lines that name no team are for the chosen one, so chiefs need no such column', async () => {
  const text = 'title,team,day,start,end,capacity\nDesk,,2026-08-08,08:00,12:00,4\nBar,Team 2,2026-08-08,08:00,12:00,4';
  const tidsOf = async (pasted: object, who = crew.owner) =>
    (await crew.as(who, 'POST', 'tasks/import?dry_run=true', pasted))
      .json()
      .tasks.map(({ tid }: { tid: string }) => tid);
  expect(await tidsOf({ text })).toEqual([null, 'press']);
  expect(await tidsOf({ text, tid: 'venue' })).toEqual(['venue', 'press']);
  const own = 'title,day,start,end,capacity\nDesk,2026-08-08,08:00,12:00,4';
  expect(await tidsOf({ text: own, tid: 'venue' }, crew.chief)).toEqual(['venue']);
  expect((await crew.as(crew.chief, 'POST', 'tasks/import', { text: own, tid: 'press' })).statusCode).toBe(403);
  expect((await crew.as(crew.owner, 'POST', 'tasks/import', { text: own, tid: 'none' })).statusCode).toBe(400);
});

test('chiefs do not learn which disabled teams there are', async () => {
  await crew.as(crew.owner, 'POST', 'teams', { tid: 'secret', name: 'Secret' });
  expect((await crew.as(crew.owner, 'PUT', 'teams/secret/disabled')).statusCode).toBe(204);
  const answerTo = async (who: Caller, team: string) => {
    const text = `title,team,day,start,end,capacity\nDesk,${team},2026-08-08,09:00,10:00,1`;
    const { errors } = (await crew.as(who, 'POST', 'tasks/import?dry_run=true', { text })).json();
    return errors.map(({ code }: { code: string }) => code);
  };
  for (const team of ['secret', 'Secret', 'nothing'])
    expect(await answerTo(crew.chief, team)).toEqual(['unknown_team']);
  expect(await answerTo(crew.owner, 'Secret')).toEqual(['disabled_team']);
});
