import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { browserOf } from '../../../../../test/support/factories.ts';
import { createCrew } from '../../../../../test/support/world.ts';
import type { Caller } from '../../../../../test/support/world.ts';
import type { ImportedAnswers } from './answers.schema.ts';

const muster = useApp();

const option = (value: string, label = value) => ({ value, label });
const fields = [
  {
    key: 'size',
    label: 'Your shirt size',
    type: 'choice',
    required: true,
    options: [option('m', 'M'), option('xl', 'XL')],
  },
  {
    key: 'helps',
    label: 'Where do you help?',
    type: 'choices',
    options: [option('bar'), option('set_up', 'Set-up, also at night'), option('desk', 'Desk')],
  },
  { key: 'hours', label: 'How many hours?', type: 'number', minimum: 1, maximum: 40 },
  { key: 'arrival', label: 'When do you arrive?', type: 'date' },
  { key: 'drives', label: 'Do you drive?', type: 'yes_no' },
  { key: 'plate', label: 'Number plate', type: 'text', only_when: { field: 'drives', values: [true] } },
];

async function createOffice(form: object = {}) {
  const crew = await createCrew(muster);
  const headers = await browserOf(muster, crew.owner);
  const call = (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) =>
    muster.call({
      method,
      url: `/api/projects/${crew.pid}/${path}`,
      headers,
      ...(payload !== undefined && { payload }),
    });
  const created = await call('POST', 'forms', {
    form: 'start',
    title: 'Start',
    kind: 'custom',
    fields,
    enabled: true,
    ...form,
  });
  expect(created.statusCode).toBe(201);
  const path = 'forms/start/responses/import';
  const preview = async (text: string, more: object = {}): Promise<ImportedAnswers> => {
    const answer = await call('POST', `${path}?dry_run=true`, { text, ...more });
    expect(answer.statusCode).toBe(200);
    return answer.json();
  };
  const paste = (text: string, more: object = {}) => call('POST', path, { text, ...more });
  const imported = async (text: string, more: object = {}): Promise<string> => {
    const answer = await paste(text, more);
    expect(answer.statusCode).toBe(201);
    await muster.services.outbox.drain();
    return answer.json<ImportedAnswers>().import?.id ?? '';
  };
  const undo = (id: string) => call('POST', `imports/${id}/undo`);
  const own = async (who: Caller) => (await crew.as(who, 'GET', 'forms/start/response')).json();
  return { ...crew, call, preview, paste, imported, undo, own };
}

const codes = ({ errors }: ImportedAnswers) => errors.map(({ line, column, code }) => `${line} ${column} ${code}`);
const heading =
  'Timestamp,Email Address,Your shirt size,Where do you help?,How many hours?,When do you arrive?,Do you drive?,Number plate';

test('a Google Forms export becomes answers with their times; people are notified, and undo deletes them', async () => {
  const { call, chief, member, imported, preview, undo, own } = await createOffice();
  const text = [
    heading,
    `2026/05/13 7:29:00 PM GMT+8,${member.email.toUpperCase()},XL,"bar, Set-up, also at night","2,5",2026/8/9,Yes,B-AD 1`,
    `" 2026/05/14 下午 3:05:00 GMT+8 ",${chief.email},M,,,,No,old plate`,
  ].join('\n');
  const checked = await preview(text);
  expect(checked).toMatchObject({ errors: [], answers: 2, line_count: 2 });
  expect(checked.columns).toEqual([
    'timestamp',
    'email',
    'answers.size',
    'answers.helps',
    'answers.hours',
    'answers.arrival',
    'answers.drives',
    'answers.plate',
  ]);
  const id = await imported(text);
  expect(await own(member)).toMatchObject({
    answers: { size: 'xl', helps: ['bar', 'set_up'], hours: 2.5, arrival: '2026-08-09', drives: true, plate: 'B-AD 1' },
    created_at: '2026-05-13T11:29:00.000Z',
    updated_at: '2026-05-13T11:29:00.000Z',
  });
  // The number plate was asked before they said that they do not drive.
  expect(await own(chief)).toMatchObject({
    answers: { size: 'm', drives: false },
    created_at: '2026-05-14T07:05:00.000Z',
  });
  const notices = (await muster.call({ url: '/api/me/notices', headers: member.headers })).json().data;
  expect(notices[0]).toMatchObject({ kind: 'form.filled_in' });
  expect((await call('GET', 'forms/start')).json()).toMatchObject({ response_count: 2 });
  expect((await undo(id)).statusCode).toBe(204);
  const after = (await muster.call({ url: '/api/me/notices', headers: member.headers })).json().data;
  expect(after).toMatchObject([{ kind: 'form.opened' }]);
  expect((await own(member)).answers).toBeNull();
  expect((await call('GET', 'forms/start')).json()).toMatchObject({ response_count: 0 });
});

test("nobody's own answer is replaced, and an answer that its person changed survives the undo", async () => {
  const { as, chief, member, imported, preview, undo, own } = await createOffice();
  await as(chief, 'PUT', 'forms/start/response', { answers: { size: 'm' } });
  const text = `email,size\n${chief.email},XL\n${member.email},XL`;
  expect((await preview(text)).left_out).toEqual({ already_answered: 1, not_asked: 0, repeated: 0 });
  const id = await imported(text);
  expect((await own(chief)).answers).toEqual({ size: 'm' });
  await as(member, 'PUT', 'forms/start/response', { answers: { size: 'm' } });
  expect((await undo(id)).statusCode).toBe(204);
  expect((await own(member)).answers).toEqual({ size: 'm' });
});

test('of several answers of a person the latest counts, whichever way round days and months are', async () => {
  const { member, chief, imported, own } = await createOffice();
  await imported(
    [
      'Zeitstempel,E-Mail-Adresse,size',
      `03.02.2026 10:00:00,${member.email},M`,
      `13.02.2026 10:00:00,${chief.email},M`,
      `01.03.2026 10:00:00,${member.email},XL`,
    ].join('\n'),
  );
  expect(await own(member)).toMatchObject({ answers: { size: 'xl' }, created_at: '2026-03-01T02:00:00.000Z' });
});

test('days and months are in the order that the rest of the table shows', async () => {
  const { member, chief, imported, own } = await createOffice();
  await imported(
    `Timestamp,email,size,arrival\n5/4/2026 9:00:00,${member.email},M,7/8/2026\n25/4/2026 9:00:00,${chief.email},M,9/8/2026`,
  );
  expect(await own(member)).toMatchObject({
    answers: { arrival: '2026-08-07' },
    created_at: '2026-04-05T01:00:00.000Z',
  });
});

test('where each day could be a month as well, the order of the answers tells which it is', async () => {
  const { member, chief, imported, own } = await createOffice();
  await imported(`Timestamp,email,size\n3/2/2026 10:00:00,${member.email},M\n1/3/2026 10:00:00,${chief.email},M`);
  expect(await own(member)).toMatchObject({ created_at: '2026-02-03T02:00:00.000Z' });
});

test('labels with commas are found among others, and a cell with more parts than anybody chooses is not read', async () => {
  const { preview, member } = await createOffice();
  const read = async (cell: string) =>
    (await preview(`email,Your shirt size,Where do you help?\n${member.email},M,"${cell}"`)).errors.map(
      ({ code }) => code,
    );
  expect(await read('bar, Set-up, also at night,Desk')).toEqual([]);
  expect(await read('Set-up, also')).toEqual(['not_an_answer']);
  // Half a megabyte of such cells would have kept everybody waiting for hours.
  expect(await read('bar,'.repeat(600))).toEqual(['not_an_answer']);
});

test('people whom the form does not ask are named, and left out on request', async () => {
  const { member, stranger, imported, preview } = await createOffice({ audience: 'signed_in' });
  const text = `email,size\n${member.email},M\n${stranger.email},M\nnobody@example.org,XL`;
  const checked = await preview(text);
  // Not even a form for everybody signed in tells who else has an account.
  expect(codes(checked)).toEqual(['3 email not_asked', '4 email not_asked']);
  expect(checked.unknown_people).toBe(2);
  expect((await preview(text, { skip_unknown: true })).left_out.not_asked).toBe(2);
  await imported(text, { skip_unknown: true });
  const rows = await muster.db.read
    .selectFrom('form_responses')
    .select('uid')
    .where('uid', 'in', [member.uid, stranger.uid])
    .execute();
  expect(rows).toEqual([{ uid: member.uid }]);
});

test.each([
  ['XXL,,,,,', 'answers.size'],
  ['M,kitchen,,,,', 'answers.helps'],
  ['M,,many,,,', 'answers.hours'],
  ['M,,99,,,', 'answers.hours'],
  ['M,,,soon,,', 'answers.arrival'],
  ['M,,,,perhaps,', 'answers.drives'],
  [',,,,,', 'answers.size'],
])('%s: the cell is named', async (cells, column) => {
  const { member, preview, paste, own } = await createOffice();
  const text = `${heading}\n,${member.email},${cells}`;
  expect(codes(await preview(text))).toEqual([`2 ${column} not_an_answer`]);
  expect((await paste(text)).json()).toMatchObject({ status: 400, errors: [{ pointer: '/text' }] });
  expect((await own(member)).answers).toBeNull();
});

test('columns that are missing are named once, and the organiser can say what the columns are', async () => {
  const { member, preview } = await createOffice();
  const text = `wer,was\n${member.email},M`;
  expect(codes(await preview(text))).toEqual(['1 email missing_column', '1 answers.size missing_column']);
  expect(await preview(text, { columns: ['email', 'answers.size'] })).toMatchObject({ errors: [], answers: 1 });
  expect(codes(await preview(text, { columns: ['email', 'answers.nothing'] }))).toContain(
    '1 answers.nothing missing_column',
  );
});

test('a table with too many lines is refused at the first that is too many', async () => {
  const { member, preview } = await createOffice();
  const many = await preview(`email,size\n${`${member.email},M\n`.repeat(20_001)}`);
  expect(codes(many)).toEqual(['20002  too_many_lines']);
});

test('answers that people have to give themselves cannot be imported', async () => {
  const secret = { private: true, purpose: 'a test', erase_after: '2027-01-01' };
  const { call, pid, as, chief } = await createOffice();
  const make = async (form: string, more: object) => {
    const made = await call('POST', 'forms', { form, title: form, kind: 'custom', fields, enabled: true, ...more });
    expect(made.json()).toMatchObject({ form });
  };
  await make('secret', { fields: [{ key: 'a', label: 'A', type: 'text', required: true, ...secret }] });
  await make('shared', { fields: fields.slice(0, 1), passes_on: ['bank'], passes_until: '2027-01-01' });
  const paste = (form: string) =>
    call('POST', `forms/${form}/responses/import?dry_run=true`, { text: 'email,size\na@example.org,M' });
  for (const form of ['secret', 'shared'])
    expect((await paste(form)).json()).toMatchObject({ status: 422, code: 'not_allowed' });
  expect((await paste('nothing')).statusCode).toBe(404);
  // A private question that need not be answered stays unanswered.
  await make('half', {
    fields: [
      { key: 'size', label: 'Size', type: 'text' },
      { key: 'a', label: 'A', type: 'text', ...secret },
    ],
  });
  expect((await paste('half')).json().questions).toMatchObject([{ column: 'answers.size' }]);
  expect((await as(chief, 'POST', 'forms/start/responses/import', { text: 'a' })).statusCode).toBe(403);
  expect(pid).not.toBe('');
});
