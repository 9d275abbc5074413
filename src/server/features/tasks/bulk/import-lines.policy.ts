import { maxHeadcount } from '../../../../shared/limits.ts';
import { nameKey } from '../../../../locales/format/names.ts';
import type { Roles } from '../../../auth/project-role.ts';
import { isLine, isText } from '../../../lib/text.ts';
import { momentAt } from '../series/times.policy.ts';
import { initialTask } from '../task-fields.schema.ts';
import type { TaskInput } from '../task-fields.schema.ts';
import { isOutside, outsideDates } from '../steps/references.service.ts';
import { canPlanFor } from '../tasks.policy.ts';
import { readClock, readCount } from './cells.policy.ts';
import { readDay } from './days.policy.ts';
import { requiredColumns } from './import-columns.policy.ts';
import type { ImportColumn } from '../../../../shared/import-columns.ts';
import type { CellProblem } from './import.schema.ts';
import { errorAt } from './table.policy.ts';
import type { CellError, Table } from './table.policy.ts';
import type { TableLine } from '../../../lib/table.ts';

type Named = { id: string; name: string };
/** What lines can refer to. */
export type Known = {
  teams: readonly { tid: string; name: string; disabled_at: string | null }[];
  kinds: readonly Named[];
  places: readonly Named[];
  project: { timezone: string; starts_on: string | null; ends_on: string | null };
  roles: Roles;
  /** The team of lines that name none; empty for the whole project. */
  tid: string;
  visibility: TaskInput['visibility'];
};

export type ImportedLine = TaskInput & { starts_at: string; ends_at: string };

/** As in the forms for tasks and series: without a minimum, an empty task would be no gap. */
const usualMinimum = 1;
const minutesPerDay = 1440;
/** An end before the start is on the next day, unless the task would take implausibly long. */
const maxMinutesOverMidnight = 16 * 60;

const maxName = 200;

/** What the cell names: exactly as written, or else with other capitals and spaces. No name is as long as some cells. */
function findNamed<T extends { name: string }>(all: readonly T[], cell: string): T | undefined {
  if (cell === '' || cell.length > maxName) return undefined;
  const key = nameKey(cell);
  return all.find(({ name }) => name === cell) ?? all.find(({ name }) => nameKey(name) === key);
}

/** The tasks of the table, and everything that is wrong with it. */
export function readLines(table: Table, known: Known): { tasks: ImportedLine[]; errors: CellError[] } {
  const read = table.lines.map((line) => readLine(line, table.columns, known));
  return { tasks: read.flatMap(({ task }) => task ?? []), errors: read.flatMap(({ errors }) => errors) };
}

type Cells = (column: ImportColumn) => string;
type Complain = (column: ImportColumn, code: CellProblem, detail: string) => undefined;

function readLine({ line, cells }: TableLine, columns: Table['columns'], known: Known) {
  const errors: CellError[] = [];
  const cell: Cells = (column) => cells[columns.indexOf(column)] ?? '';
  const complain: Complain = (column, code, detail) => void errors.push(errorAt(line, column, code, detail));
  for (const column of requiredColumns) {
    if (columns.includes(column) && cell(column) === '') complain(column, 'missing', 'must not be empty');
  }
  const times = readTimes(cell, known, complain);
  const counts = readCounts(cell, complain);
  const task = { ...initialTask, ...readTexts(cell, complain), ...readNames(cell, known, complain) };
  const isComplete = errors.length === 0 && times !== undefined && counts !== undefined;
  return { errors, task: isComplete ? { ...task, ...times, ...counts } : undefined };
}

function readTexts(cell: Cells, complain: Complain) {
  const limits = { title: 200, category: 100, description: 20_000 };
  for (const column of ['title', 'category', 'description'] as const) {
    const value = cell(column);
    if (Array.from(value).length > limits[column]) {
      complain(column, 'too_long', `must have at most ${limits[column]} characters`);
    }
    if (!(column === 'description' ? isText(value) : isLine(value))) {
      complain(column, 'not_text', 'has characters that cannot be seen, or a line break');
    }
  }
  return { title: cell('title'), category: cell('category'), description: cell('description') };
}

function readNames(cell: Cells, { teams, kinds, places, roles, tid, visibility }: Known, complain: Complain) {
  const wanted = cell('team') || tid;
  const team = teams.find((one) => one.tid === wanted) ?? findNamed(teams, wanted);
  if (wanted !== '' && team === undefined) complain('team', 'unknown_team', 'is not a team of this project');
  else if (!canPlanFor(roles, team?.tid ?? null)) {
    complain('team', 'other_team', 'Chiefs can only plan tasks of their own team');
  } else if (team !== undefined && team.disabled_at !== null) complain('team', 'disabled_team', 'is disabled');
  const kind = findNamed(kinds, cell('kind'));
  if (cell('kind') !== '' && kind === undefined) {
    complain('kind', 'unknown_kind', 'is not a kind of task of this project');
  }
  const place = findNamed(places, cell('place'));
  if (cell('place') !== '' && place === undefined) complain('place', 'unknown_place', 'is not a place of this project');
  return {
    tid: team?.tid ?? null,
    kind: kind?.id ?? null,
    place: place?.id ?? null,
    // A task without a team cannot be limited to one.
    visibility: visibility === 'team' && team === undefined ? ('project' as const) : visibility,
  };
}

const dayProblems = {
  not_a_day: 'must be a day such as 2026-08-08',
  ambiguous_day: 'can be two different days; write it such as 2026-08-09',
  other_weekday: 'is not on this day of the week',
};

function readTimes(cell: Cells, { project }: Known, complain: Complain) {
  const { day, problem } = cell('day') === '' ? {} : readDay(cell('day'), project);
  if (problem !== undefined) complain('day', problem, dayProblems[problem]);
  if (day !== undefined && isOutside(day, project)) complain('day', 'outside', outsideDates(project));
  const [start, end] = [readClock(cell('start')), readClock(cell('end'))];
  for (const [column, value] of [['start', start] as const, ['end', end] as const]) {
    if (cell(column) !== '' && value === undefined) complain(column, 'not_a_time', 'must be a time such as 09:30');
  }
  if (day === undefined || start === undefined || end === undefined) return undefined;
  const until = end > start ? end : end + minutesPerDay;
  if (end === start || (end < start && until - start > maxMinutesOverMidnight)) {
    return complain('end', 'ends_first', 'must be after the start');
  }
  const times = { starts_at: momentAt(day, start, project.timezone), ends_at: momentAt(day, until, project.timezone) };
  return times.ends_at > times.starts_at
    ? times
    : complain('start', 'not_a_time', 'does not exist on this day, because clocks change');
}

function readCounts(cell: Cells, complain: Complain) {
  const capacity = readCount(cell('capacity'));
  if (cell('capacity') !== '' && (capacity === undefined || capacity < 1 || capacity > maxHeadcount)) {
    return complain('capacity', 'not_a_number', `must be a whole number from 1 to ${maxHeadcount}`);
  }
  const minimum = cell('minimum') === '' ? usualMinimum : readCount(cell('minimum'));
  if (minimum === undefined)
    return complain('minimum', 'not_a_number', `must be a whole number from 0 to ${maxHeadcount}`);
  if (capacity !== undefined && minimum > capacity) {
    return complain('minimum', 'minimum_above_capacity', 'must not be above capacity');
  }
  return capacity === undefined ? undefined : { min_people: minimum, capacity };
}
