import type { Actor } from '../../../auth/project-role.ts';
import type { Db, Reader } from '../../../db/db.ts';
import type { Keyring } from '../../../lib/seal.ts';
import type { Answers, AnswerValue, Field } from '../fields.schema.ts';
import { record } from '../../audit/audit.service.ts';
import { currentFields } from '../forms.service.ts';
import type { FormRow } from '../forms.queries.ts';
import { leftAmong, openAnswers, walkResponses } from './responses.service.ts';
import { forecastOf } from './forecast.policy.ts';
import { countPairs, emptyCrossTally, presentPairs } from './cross-totals.policy.ts';
import type { CrossTally } from './cross-totals.policy.ts';
import { suppress } from './suppression.policy.ts';
import { audienceOf } from '../audience/audience.policy.ts';
import { countExpected } from './totals.queries.ts';
import type { CrossTable, FieldTotal, FormTotals } from './totals.schema.ts';

type Tally = { field: Field; answered: number; counts: Map<string | boolean, number>; sums: Map<string, number> };

/** What is shown of private fields: nothing, only totals of at least five people, or everything. */
export type PrivateTotals = 'none' | 'suppressed' | 'exact';

/** Small totals can tell a single person's answer, so every look at totals of private fields is recorded. */
export async function recordTotals(db: Db, { uid, now }: Actor, { pid, form }: FormRow): Promise<void> {
  await db.transaction((trx) => record(trx, now, { actor: uid, kind: 'totals.read', subject: form, pid }));
}

/** What to count: private fields, and a table by two questions. `hidesSmall`: no small numbers of other fields either. */
type Wanted = { shown: PrivateTotals; hidesSmall: boolean; cross?: Crossed | undefined };
type Crossed = { rows: { key: string }; columns: { key: string } };

/** Counted here instead of in SQL: private answers are encrypted, and both engines give the same results. */
export async function totalsOf(
  read: Reader,
  keys: Keyring,
  actor: Actor,
  form: FormRow,
  { shown, hidesSmall, cross }: Wanted,
): Promise<FormTotals> {
  const { scope } = actor.projectRole;
  const fields = await currentFields(read, actor.projectRole, form);
  const expected = await countExpected(read, scope, audienceOf(form), form.form);
  const counted = fields.filter(isCounted);
  const tallies = counted.filter((field) => !field.private || shown !== 'none').map(emptyTally);
  const table = tableOf(tallies, shown, hidesSmall ? undefined : cross);
  let [answered, left] = [0, 0];
  for await (const rows of walkResponses(read, actor, form)) {
    const leavers = await leftAmong(read, actor.projectRole, form, rows);
    const counts = rows.filter(({ uid }) => !leavers.has(uid));
    answered += counts.length;
    left += leavers.size;
    for (const { uid, answers } of counts) {
      const opened = openAnswers(keys, { pid: form.pid, form: form.form, uid }, answers);
      for (const tally of tallies) count(tally, opened);
      if (table !== undefined) countPairs(table, opened);
    }
  }
  const basis = { answered, missing: expected.people - expected.answered };
  const totals = counted.map((field) => presentField(field, tallies, { shown, hidesSmall }, basis));
  return {
    pid: form.pid,
    form: form.form,
    people: expected.people,
    answered,
    not_answered: expected.people - expected.answered,
    outside: answered - expected.answered,
    left,
    changes_until: form.closes_at,
    fields: totals,
    table: table === undefined ? null : presentTable(table, basis),
  };
}

/**
 * Contains only questions that are shown exactly. Hiding small numbers is not enough here: if two groups by an open question
 * differ in one person, so do two large numbers, and that person's private answer is known.
 */
function tableOf(tallies: readonly Tally[], shown: PrivateTotals, cross: Crossed | undefined): CrossTally | undefined {
  const exact = tallies.filter(({ field }) => !field.private || shown === 'exact');
  const find = (question: { key: string } | undefined) => exact.find(({ field }) => field.key === question?.key)?.field;
  const [rows, columns] = [find(cross?.rows), find(cross?.columns)];
  return rows === undefined || columns === undefined ? undefined : emptyCrossTally({ rows, columns });
}

/** How many have answered, and how many have not. */
type Basis = { answered: number; missing: number };

const forecastIn = ({ answered, missing }: Basis, count: number) => forecastOf(count, answered, missing) ?? null;

function presentTable(table: CrossTally, basis: Basis): CrossTable {
  const { rows, columns } = table;
  const [rowName, columnName] = [namesOf(rows), namesOf(columns)];
  const data = presentPairs(table).map(({ value, counts }) => ({
    value,
    label: rowName(value),
    counts: counts.map((cell) => ({
      ...cell,
      label: columnName(cell.value),
      forecast: forecastIn(basis, cell.count),
    })),
    sum: sumOf(counts.map(({ count: number }) => number)),
  }));
  const [first] = data;
  return {
    rows: rows.key,
    columns: columns.key,
    data,
    sums: (first?.counts ?? []).map((_, index) => sumOf(data.map(({ counts }) => counts[index]?.count ?? 0))),
    sum: sumOf(data.map(({ sum }) => sum)),
  };
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

function presentField(
  field: Field,
  tallies: readonly Tally[],
  { shown, hidesSmall }: Wanted,
  basis: Basis,
): FieldTotal {
  const tally = tallies.find((one) => one.field === field);
  if (tally === undefined) return { ...presentTally(emptyTally(field)), answered: null, counts: null, sum: null };
  const isSuppressed = field.private ? shown === 'suppressed' : hidesSmall;
  return isSuppressed ? suppress(field, presentTally(tally), basis.answered) : presentTally(tally, basis);
}

/** The currency is part of the sums. */
const isCounted = ({ computed, type }: Field): boolean => !(computed && type === 'text');

function emptyTally(field: Field): Tally {
  const values = field.type === 'yes_no' ? [true, false] : (field.options ?? []).map(({ value }) => value);
  return { field, answered: 0, counts: new Map(values.map((value) => [value, 0])), sums: new Map() };
}

function count(tally: Tally, answers: Answers): void {
  const { field, counts, sums } = tally;
  if (!Object.hasOwn(answers, field.key)) return;
  const value: AnswerValue = answers[field.key] ?? '';
  tally.answered += 1;
  if (typeof value === 'number') {
    const unit = field.computed ? String(answers['currency'] ?? '') : '';
    sums.set(unit, (sums.get(unit) ?? 0) + value);
  } else if (typeof value === 'object') {
    for (const one of value) counts.set(one, (counts.get(one) ?? 0) + 1);
  } else if (field.type === 'choice' || field.type === 'yes_no') counts.set(value, (counts.get(value) ?? 0) + 1);
}

/** Without a basis, nothing is foreseen: it would tell what is hidden. */
function presentTally({ field, answered, counts, sums }: Tally, basis?: Basis): FieldTotal {
  const { key, label, type, computed } = field;
  const isChoice = type === 'choice' || type === 'choices' || type === 'yes_no';
  const nameOf = namesOf(field);
  return {
    key,
    label,
    type,
    private: field.private,
    answered,
    counts: isChoice
      ? [...counts].map(([value, number]) => ({
          value,
          label: nameOf(value),
          count: number,
          forecast: basis === undefined ? null : forecastIn(basis, number),
        }))
      : null,
    sum: type === 'number' && !computed ? (sums.get('') ?? 0) : null,
    sums: type === 'number' && computed ? [...sums].map(([currency, amount]) => ({ currency, amount })) : null,
  };
}

/** The labels of the values of a question. */
function namesOf({ options }: Field): (value: string | boolean) => string {
  const labels = new Map<string | boolean, string>((options ?? []).map((option) => [option.value, option.label]));
  return (value) => labels.get(value) ?? words.get(value) ?? String(value);
}

const words = new Map<string | boolean, string>([
  [true, 'Yes'],
  [false, 'No'],
]);
