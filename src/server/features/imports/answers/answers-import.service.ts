import { nameKey } from '../../../../locales/format/names.ts';
import { maxImportLines } from '../../../../shared/import-people-columns.ts';
import { addressIn, peopleColumnOf } from '../../../../shared/pasted-people.ts';
import type { Actor, Roles } from '../../../auth/project-role.ts';
import { requireFreshProof } from '../../../auth/gate.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { mapInTurns, readCells } from '../../../lib/table.ts';
import type { TableLine } from '../../../lib/table.ts';
import { isEmail, normaliseEmail } from '../../../lib/text.ts';
import { errorsIn, loadImportable, peopleAsked } from '../../forms/answers/imported.service.ts';
import type { ToSave } from '../../forms/answers/imported.service.ts';
import type { AnswerValue, Field } from '../../forms/fields.schema.ts';
import type { Outbox } from '../../outbox/outbox.service.ts';
import { findCalendar } from '../imports.queries.ts';
import type { ImportError } from '../imports.schema.ts';
import { beginImport, readImport } from '../imports.service.ts';
import { errorAt, refuseWrong, shownOf, unreadableAt } from '../table-errors.policy.ts';
import type { ImportedAnswers, PastedAnswers } from './answers.schema.ts';
import { isDayFirst, readAnswer, readStamps } from './cells.policy.ts';

const limits = { lines: maxImportLines + 1, columns: 100, cells: 1_000_000, record: 50_000 };

const stampWords = new Set(
  'timestamp, submitted at, time, date, zeitstempel, タイムスタンプ, 時間戳記, 时间戳记, 时间戳, 提交时间, 提交時間'
    .split(', ')
    .map(nameKey),
);

type Columns = readonly (string | null)[];
type Table = { header: string[]; columns: Columns; lines: TableLine[]; errors: ImportError[] };

const columnOfField = ({ key }: Field): string => `answers.${key}`;

function columnIn(fields: readonly Field[], heading: string): string | null {
  const key = nameKey(heading);
  const field = fields.find(
    (one) => nameKey(one.label) === key || nameKey(one.key) === key || columnOfField(one) === key,
  );
  if (field !== undefined) return columnOfField(field);
  // Our own export has the address in no column, others call it a user name.
  if (peopleColumnOf(heading) === 'email' || key === 'username' || key === 'emailaddress') return 'email';
  return stampWords.has(key) ? 'timestamp' : null;
}

async function readTable(text: string, fields: readonly Field[], chosen: Columns | undefined): Promise<Table> {
  const table: Table = { header: [], columns: [], lines: [], errors: [] };
  const read = await readCells(text, limits);
  if ('unreadable' in read) return { ...table, errors: [unreadableAt(read.unreadable, limits)] };
  const [first, ...lines] = read.lines;
  const header = first?.cells ?? [];
  const columns = chosen ?? header.map((heading) => columnIn(fields, heading));
  const errors = columnErrors(first?.line ?? 1, columns, fields);
  if (lines.length === 0) errors.push(errorAt(first?.line ?? 1, '', 'no_lines', 'there is no answer below the header'));
  const over = lines[maxImportLines];
  if (over !== undefined)
    errors.push(errorAt(over.line, '', 'too_many_lines', `at most ${maxImportLines} lines can be imported at once`));
  return { header, columns, lines: lines.slice(0, maxImportLines), errors };
}

function columnErrors(line: number, columns: Columns, fields: readonly Field[]): ImportError[] {
  const needed = fields
    .filter(({ required, only_when: condition }) => required && condition === null)
    .map(columnOfField);
  const known = new Set(['email', 'timestamp', ...fields.map(columnOfField)]);
  return [
    ...['email', ...needed]
      .filter((column) => !columns.includes(column))
      .map((column) => errorAt(line, column, 'missing_column', 'is missing; choose which column it is')),
    ...columns.flatMap((column, index) =>
      column !== null && columns.indexOf(column) !== index
        ? [errorAt(line, column, 'repeated_column', 'appears more than once; choose what the columns are')]
        : column !== null && !known.has(column)
          ? [errorAt(line, column, 'missing_column', 'is not a question that can be imported')]
          : [],
    ),
  ];
}

type Dates = { starts_on: string | null; ends_on: string | null; dayFirst: boolean | undefined };
type Answer = { line: number; email: string; at: string | null; answers: Record<string, AnswerValue> };

function readLine(
  { line, cells }: TableLine,
  at: string | null,
  columns: Columns,
  fields: readonly Field[],
  dates: Dates,
) {
  const errors: ImportError[] = [];
  const answers: Record<string, AnswerValue> = {};
  const typed = cells[columns.indexOf('email')] ?? '';
  const address = addressIn(typed).email ?? typed;
  if (typed === '') errors.push(errorAt(line, 'email', 'missing', 'must not be empty'));
  else if (!isEmail(address)) errors.push(errorAt(line, 'email', 'not_an_address', 'must be an email address'));
  for (const field of fields) {
    const cell = cells[columns.indexOf(columnOfField(field))] ?? '';
    if (cell === '') continue;
    const value = readAnswer(field, cell, dates);
    if (value === undefined) errors.push(errorAt(line, columnOfField(field), 'not_an_answer', whyNot(field)));
    else answers[field.key] = value;
  }
  return { errors, answer: { line, email: normaliseEmail(address), at, answers } };
}

const whyNot = ({ type }: Field): string =>
  ({
    text: 'cannot be read',
    choice: 'is not one of the choices',
    choices: 'has something that is not one of the choices',
    number: 'must be a number',
    date: 'must be a day such as 2026-08-08',
    yes_no: 'must be yes or no',
  })[type];

/** A question that depends on another one is left out where it is not asked: exports have empty or old cells there. */
function withoutUnasked(fields: readonly Field[], answers: Record<string, AnswerValue>): Record<string, AnswerValue> {
  const kept: Record<string, AnswerValue> = {};
  for (const { key, only_when: condition } of fields) {
    const value = answers[key];
    const given = condition === null ? undefined : kept[condition.field];
    const isAsked = condition === null || condition.values.some((one) => one === given);
    if (value !== undefined && isAsked) kept[key] = value;
  }
  return kept;
}

/** Keeps the latest answer of each person; if there are no times, the last in the table. */
function latestOfEach(answers: readonly Answer[]): { latest: Answer[]; repeated: number } {
  const found = new Map<string, Answer>();
  for (const answer of answers) {
    const before = found.get(answer.email);
    if (before === undefined || (before.at ?? '') <= (answer.at ?? '')) found.set(answer.email, answer);
  }
  return { latest: [...found.values()], repeated: answers.length - found.size };
}

async function check(read: Reader, { projectRole: { scope }, now }: Actor, slug: string, pasted: PastedAnswers) {
  const form = await loadImportable(read, scope, slug);
  const { fields } = form;
  const table = await readTable(pasted.text, fields, pasted.columns);
  const { timezone, ...event } = await findCalendar(read, scope);
  const dated = ['timestamp', ...fields.filter(({ type }) => type === 'date').map(columnOfField)];
  const cellsOf = (column: string): string[] => {
    const at = table.columns.indexOf(column);
    return at === -1 ? [] : table.lines.map(({ cells }) => cells[at] ?? '');
  };
  const dates = { ...event, dayFirst: isDayFirst(dated.flatMap(cellsOf)) };
  const stamps = await readStamps(cellsOf('timestamp'), timezone, timestamp(now));
  const stamped = table.lines.map((line, index) => ({ line, at: stamps[index] ?? null }));
  const lines = await mapInTurns(stamped, ({ line, at }) => readLine(line, at, table.columns, fields, dates));
  const { latest, repeated } = latestOfEach(lines.map(({ answer }) => answer));
  const asked = await peopleAsked(
    read,
    scope,
    form.row,
    latest.map(({ email }) => email),
  );
  const errors = [...table.errors];
  if (table.errors.length === 0) errors.push(...lines.flatMap((line) => line.errors));
  const wrong = new Set(errors.map(({ line }) => line));
  const left_out = { already_answered: 0, not_asked: 0, repeated };
  const toSave: ToSave[] = [];
  let unknown = 0;
  for (const { line, email, at, answers: typed } of table.errors.length === 0 ? latest : []) {
    if (!isEmail(email)) continue;
    const person = asked.get(email);
    if (person === undefined) {
      unknown += 1;
      if (pasted.skip_unknown === true) left_out.not_asked += 1;
      else errors.push(errorAt(line, 'email', 'not_asked', 'belongs to nobody whom the form asks'));
    } else if (person.answered) left_out.already_answered += 1;
    else {
      const answers = withoutUnasked(fields, typed);
      if (!wrong.has(line)) errors.push(...validationErrors(form, line, answers));
      toSave.push({ uid: person.uid, answers, at: at ?? timestamp(now) });
    }
  }
  return { form, table, toSave, left_out, unknown, errors: errors.toSorted((one, other) => one.line - other.line) };
}

const validationErrors = (form: Awaited<ReturnType<typeof loadImportable>>, line: number, answers: Answer['answers']) =>
  errorsIn(form, answers).map(({ pointer, detail }) =>
    errorAt(line, pointer.replace('/answers/', 'answers.').replace(/\/.*$/, ''), 'not_an_answer', detail),
  );

type Checking = Awaited<ReturnType<typeof check>>;

function resultOf(found: Checking, imported: ImportedAnswers['import']): ImportedAnswers {
  const { table, errors, form } = found;
  return {
    import: imported,
    header: table.header,
    columns: [...table.columns],
    questions: form.fields.map((field) => ({
      column: columnOfField(field),
      label: field.label,
      required: field.required && field.only_when === null,
    })),
    ...shownOf(table.lines, errors),
    answers: errors.length > 0 ? 0 : found.toSave.length,
    left_out: found.left_out,
    unknown_people: found.unknown,
  };
}

export const previewAnswers = async (
  read: Reader,
  actor: Actor,
  form: string,
  pasted: PastedAnswers,
): Promise<ImportedAnswers> => resultOf(await check(read, actor, form, pasted), null);

/** Imports all lines, or none if one is wrong. */
export async function importAnswers(
  trx: Trx,
  services: { keys: Keyring; outbox: Outbox },
  actor: Actor,
  roles: Roles,
  { form, pasted }: { form: string; pasted: PastedAnswers },
): Promise<ImportedAnswers> {
  // It answers for other people.
  requireFreshProof(actor.caller, actor.now);
  const found = await check(trx, actor, form, pasted);
  refuseWrong(found.errors);
  const work = { kind: 'answers' as const, lines: found.toSave };
  const id = await beginImport(trx, services, actor, roles, { form, teams: [], work });
  return resultOf(found, await readImport(trx, actor.projectRole.scope, id));
}
