/**
 * Who may be on which task. Every way onto a task uses these rules: joining, the waiting list, offers and swaps,
 * approval, planners, drafts, and moved tasks. They are pure, so that the solver and the tests can use them too.
 */

export type Times = { starts_at: string; ends_at: string };

/** Whose rules they are. */
export type KindName = { pid: string; name: string };

/** The rules of a task's kind. A task without a kind has `noRules`. */
export type KindRules = {
  kind?: KindName;
  /** Identifiers of the skills that are needed, all of them. */
  requires: readonly string[];
  min_age: number | null;
  /** How long to rest after the task, before the next one. */
  rest_minutes: number;
  /** How long one may work without a break. Null: no limit. */
  max_consecutive_minutes: number | null;
};

export const noRules: KindRules = { requires: [], min_age: null, rest_minutes: 0, max_consecutive_minutes: null };

export type RuledTask = Times & { id: string; rules: KindRules };

type PlannedTask = RuledTask & { title?: string };

export type RuledPerson = {
  skills: ReadonlySet<string>;
  /** Null if unknown: the person cannot be on a task that asks for an age. */
  birthday: string | null;
  /** The person's other tasks, of any project. */
  plan: readonly PlannedTask[];
};

export type Refusal =
  | 'task_overlap'
  | 'not_qualified'
  | 'too_young'
  | 'birthday_unknown'
  | 'too_little_rest'
  | 'works_too_long';

/** A pause shorter than this is no break. */
const breakMinutes = 30;

/** No kind can ask for a longer rest or work time: tasks further apart than this do not affect each other. */
export const maxRuleMinutes = 3 * 24 * 60;

const minute = 60_000;
const time = (moment: string): number => Date.parse(moment);
const minutesBetween = (from: string, to: string): number => (time(to) - time(from)) / minute;
export const minutesOf = ({ starts_at, ends_at }: Times): number => minutesBetween(starts_at, ends_at);

/** A task may begin at the moment the other ends. */
export const overlap = (one: Times, other: Times): boolean =>
  one.starts_at < other.ends_at && other.starts_at < one.ends_at;

export type Period = { from: string; to: string };

/** As far as the person has said. It is a wish: planners see it, drafts and requests for help respect it. */
export const isAvailable = ({ unavailable }: { unavailable: readonly Period[] }, task: Times): boolean =>
  !unavailable.some(({ from, to }) => overlap({ starts_at: from, ends_at: to }, task));

/** Why the person cannot be on the task, or null. The task itself may be part of the plan already. */
export const refusalOf = (person: RuledPerson, task: RuledTask, timezone: string): Refusal | null =>
  brokenRule(person, task, timezone)?.refusal ?? null;

/** The limit of a rule about rest and breaks, and whose rule it is. */
type Limit = { minutes: number; kind: KindName | undefined };

/** `others` are the person's tasks that are in the way. */
export type BrokenRule = { refusal: Refusal; others: readonly PlannedTask[]; limit: Limit | null };

/** As `refusalOf`, with what a person needs to know to do something about it. */
export const brokenRule = (person: RuledPerson, task: RuledTask, timezone: string): BrokenRule | null =>
  brokenRules(person, task, timezone).next().value ?? null;

/** All of them, each worked out when it is asked for. At most one is about the times of other tasks. */
export function* brokenRules(
  person: RuledPerson,
  task: RuledTask,
  timezone: string,
): Generator<BrokenRule, undefined, undefined> {
  const planned: readonly PlannedTask[] = person.plan.filter(({ id }) => id !== task.id);
  const overlapping = planned.filter((other) => overlap(other, task));
  if (overlapping.length > 0) yield { refusal: 'task_overlap', others: overlapping, limit: null };
  if (!task.rules.requires.every((skill) => person.skills.has(skill))) yield unrelated('not_qualified');
  if (!isOldEnough(person.birthday, task, timezone)) yield unrelated(ageRefusal(person));
  const tooTight = overlapping.length > 0 ? null : brokenTimeRule(planned, task);
  if (tooTight !== null) yield tooTight;
}

/** Of rest and breaks, among tasks that do not overlap. */
function brokenTimeRule(planned: readonly PlannedTask[], task: RuledTask): BrokenRule | null {
  const plan = [...planned, task].toSorted((one, other) => (one.starts_at < other.starts_at ? -1 : 1));
  const run = runAround(plan, plan.indexOf(task));
  const first = plan.indexOf(run[0] ?? task);
  const before = first === 0 ? [] : runAround(plan, first - 1);
  const next = plan[first + run.length];
  const without = (tasks: readonly PlannedTask[]) => tasks.filter((one) => one !== task);
  if (restsTooLittle(before, run[0])) {
    const others = without([...before.slice(-1), ...run.slice(0, 1)]);
    return { refusal: 'too_little_rest', others, limit: restAfter(before) };
  }
  if (next !== undefined && restsTooLittle(run, next)) {
    return { refusal: 'too_little_rest', others: without([...run.slice(-1), next]), limit: restAfter(run) };
  }
  return worksTooLong(run) ? { refusal: 'works_too_long', others: without(run), limit: longestWork(run) } : null;
}

/** Not because of other tasks. */
const unrelated = (refusal: Refusal): BrokenRule => ({ refusal, others: [], limit: null });

/** The titles of the tasks that are in the way, each once. */
export const titlesOf = ({ others }: Pick<BrokenRule, 'others'>): string[] => [
  ...new Set(others.flatMap(({ title }) => title ?? [])),
];

type NamedRules = Pick<KindRules, 'requires'> & { skill_names: ReadonlyMap<string, string> };

/** The names of the skills that the person does not have, in order. */
export const missingSkills = ({ skills }: Pick<RuledPerson, 'skills'>, kind: NamedRules | undefined): string[] =>
  (kind?.requires ?? [])
    .filter((skill) => !skills.has(skill))
    .map((skill) => kind?.skill_names.get(skill) ?? '')
    .toSorted();

/** Of a person who is not known to be old enough. */
export const ageRefusal = ({ birthday }: Pick<RuledPerson, 'birthday'>) =>
  birthday === null ? 'birthday_unknown' : 'too_young';

/** The age on the day on which the task begins, in the time zone of the project. */
export function isOldEnough(birthday: string | null, task: RuledTask, timezone: string): boolean {
  const { min_age } = task.rules;
  if (min_age === null) return true;
  if (birthday === null) return false;
  const day = Temporal.Instant.from(task.starts_at).toZonedDateTimeISO(timezone).toPlainDate();
  return Temporal.PlainDate.compare(Temporal.PlainDate.from(birthday).add({ years: min_age }), day) <= 0;
}

/**
 * Whether the second task continues the work of the first: the pause is no break, and the first kind either asks for no
 * rest or says how long one may go on.
 */
export function continues(first: RuledTask, second: RuledTask): boolean {
  const { rest_minutes, max_consecutive_minutes } = first.rules;
  if (minutesBetween(first.ends_at, second.starts_at) >= breakMinutes) return false;
  return rest_minutes === 0 || max_consecutive_minutes !== null;
}

/**
 * Whether the task begins too soon after tasks that are worked without a break. The longest rest of them counts, so a short
 * task after a long one does not replace the rest.
 */
export function restsTooLittle(run: readonly RuledTask[], next: RuledTask | undefined): boolean {
  const last = run.at(-1);
  if (last === undefined || next === undefined) return false;
  return minutesBetween(last.ends_at, next.starts_at) < restAfter(run).minutes;
}

const restAfter = (run: readonly RuledTask[]): Limit =>
  run.reduce<Limit>(
    (longest, { rules: { rest_minutes: minutes, kind } }) => (minutes > longest.minutes ? { minutes, kind } : longest),
    { minutes: 0, kind: undefined },
  );

/** The tasks around one of them that are worked without a break. The plan is in order. */
function runAround<T extends RuledTask>(plan: readonly T[], index: number): readonly T[] {
  const goesOn = (at: number): boolean => {
    const [first, second] = [plan[at], plan[at + 1]];
    return first !== undefined && second !== undefined && continues(first, second);
  };
  let from = index;
  while (goesOn(from - 1)) from -= 1;
  let to = index;
  while (goesOn(to)) to += 1;
  return plan.slice(from, to + 1);
}

export const worksTooLong = (run: readonly RuledTask[]): boolean =>
  run.reduce((sum, task) => sum + minutesOf(task), 0) > longestWork(run).minutes;

/** The strictest kind of the run decides. */
const longestWork = (run: readonly RuledTask[]): Limit =>
  run.reduce<Limit>(
    (shortest, { rules: { max_consecutive_minutes: minutes, kind } }) =>
      minutes !== null && minutes < shortest.minutes ? { minutes, kind } : shortest,
    { minutes: Infinity, kind: undefined },
  );
