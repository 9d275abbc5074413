import type { Actor } from '../../../auth/project-role.ts';
import type { Db, Reader } from '../../../db/db.ts';
import type { Keyring } from '../../../lib/seal.ts';
import type { Answers, AnswerValue, Field } from '../fields.schema.ts';
import { record } from '../../audit/audit.service.ts';
import { currentFields } from '../forms.service.ts';
import type { FormRow } from '../forms.queries.ts';
import { leftAmong, openAnswers, walkResponses } from './responses.service.ts';
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

/** What to count: private fields, and a table by two questions. */
type Wanted = { shown: PrivateTotals; cross?: Crossed | undefined };
type Crossed = { rows: { key: string }; columns: { key: string } };

/** Counted here instead of in SQL: private answers are encrypted, and both engines give the same results. */
export async function totalsOf(
  read: Reader,
  keys: Keyring,
  actor: Actor,
  form: FormRow,
  { shown, cross }: Wanted,
): Promise<FormTotals> {
  const { scope } = actor.projectRole;
  const fields = await currentFields(read, actor.projectRole, form);
  const expected = await countExpected(read, scope, audienceOf(form), form.form);
  const counted = fields.filter(isCounted);
  const tallies = counted.filter((field) => !field.private || shown !== 'none').map(emptyTally);
  const table = tableOf(tallies, cross);
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
  const totals = counted.map((field) => presentField(field, tallies, shown, answered));
  return {
    pid: form.pid,
    form: form.form,
    people: expected.people,
    answered,
    not_answered: expected.people - expected.answered,
    outside: answered - expected.answered,
    left,
    fields: totals,
    table: table === undefined ? null : presentTable(table, totals, shown),
  };
}

/** Only of questions that are shown. */
function tableOf(tallies: readonly Tally[], cross: Crossed | undefined): CrossTally | undefined {
  const find = (question: { key: string } | undefined) =>
    tallies.find(({ field }) => field.key === question?.key)?.field;
  const [rows, columns] = [find(cross?.rows), find(cross?.columns)];
  return rows === undefined || columns === undefined ? undefined : emptyCrossTally({ rows, columns });
}

function presentTable(table: CrossTally, totals: readonly FieldTotal[], shown: PrivateTotals): CrossTable {
  const { rows, columns } = table;
  const hiddenOf = ({ key }: Field) => {
    const counts = totals.find((total) => total.key === key)?.counts ?? [];
    return new Set(counts.filter(({ count: number }) => number === null).map(({ value }) => value));
  };
  const isSuppressed = shown === 'suppressed' && (rows.private || columns.private);
  const pairs = presentPairs(table, isSuppressed ? { rows: hiddenOf(rows), columns: hiddenOf(columns) } : undefined);
  const [rowName, columnName] = [namesOf(rows), namesOf(columns)];
  return {
    rows: rows.key,
    columns: columns.key,
    data: pairs.map(({ value, counts }) => ({
      value,
      label: rowName(value),
      counts: counts.map((cell) => ({ ...cell, label: columnName(cell.value) })),
    })),
  };
}

function presentField(field: Field, tallies: readonly Tally[], shown: PrivateTotals, respondents: number): FieldTotal {
  const tally = tallies.find((one) => one.field === field);
  if (tally === undefined) return { ...presentTally(emptyTally(field)), answered: null, counts: null, sum: null };
  const total = presentTally(tally);
  return field.private && shown === 'suppressed' ? suppress(field, total, respondents) : total;
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

function presentTally({ field, answered, counts, sums }: Tally): FieldTotal {
  const { key, label, type, computed } = field;
  const isChoice = type === 'choice' || type === 'choices' || type === 'yes_no';
  const nameOf = namesOf(field);
  return {
    key,
    label,
    type,
    private: field.private,
    answered,
    counts: isChoice ? [...counts].map(([value, number]) => ({ value, label: nameOf(value), count: number })) : null,
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
