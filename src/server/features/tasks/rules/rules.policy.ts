/**
 * Who may be on which task. Every way onto a task uses these rules: joining, the waiting list, offers and swaps,
 * approval, planners, drafts, and moved tasks. They are pure, so that the solver and the tests can use them too.
 */

export type Times = { starts_at: string; ends_at: string };

/** The kind whose rules they are. */
export type KindName = { pid: string; name: string };

/** The rules of a task's kind. A task without a kind has `noRules`. */
export type KindRules = {
  kind?: KindName;
  /** Identifiers of the skills that are needed, all of them. */
  requires: readonly string[];
  min_age: number | null;
  /** Identifiers of the documents that people must have signed, all of them. */
  documents: readonly string[];
  /** Where the project has rules for minors. `is_late`: it ends too late for them. */
  minors: { pid: string; is_late: boolean } | null;
  /** How long to rest after the task, before the next one. */
  rest_minutes: number;
  /** How long one may work without a break. Null: no limit. */
  max_consecutive_minutes: number | null;
};

export const noRules: KindRules = {
  requires: [],
  documents: [],
  minors: null,
  min_age: null,
  rest_minutes: 0,
  max_consecutive_minutes: null,
};

export type RuledTask = Times & { id: string; rules: KindRules };

/** `pid` is missing for tasks of the project that is planned. */
export type PlannedTask = RuledTask & { title?: string; pid?: string };

/**
 * What somebody is in a project with rules for minors, if they are not an adult: nobody knows their age, or a minor without
 * or with a guardian who has agreed.
 */
export type Minority = 'unknown' | 'alone' | 'agreed';

export type RuledPerson = {
  skills: ReadonlySet<string>;
  /** Null if unknown: the person cannot be on a task that asks for an age. */
  birthday: string | null;
  /** Identifiers of documents that the person has not signed. */
  unsigned: ReadonlySet<string>;
  /** What applies to them as a minor, by project. */
  minority: ReadonlyMap<string, Minority>;
  /** The person's other tasks, of any project. */
  plan: readonly PlannedTask[];
};

/** Why somebody cannot be on a task, as others learn it, and what kind of reason it is. Everything about age is one of them. */
export const sharedReasons = {
  task_overlap: 'busy',
  not_qualified: 'skill',
  document_missing: 'document',
  not_possible: 'personal',
  too_little_rest: 'busy',
  works_too_long: 'busy',
} as const satisfies Record<string, 'busy' | 'skill' | 'document' | 'personal'>;

export type SharedRefusal = keyof typeof sharedReasons;

/** Only the person learns that it is about their age. */
export const ageRefusals = ['too_young', 'birthday_unknown', 'too_late_for_age', 'guardian_missing'] as const;
type AgeRefusal = (typeof ageRefusals)[number];
export type Refusal = SharedRefusal | AgeRefusal;

const isAboutAge = (refusal: Refusal): refusal is AgeRefusal => ageRefusals.some((one) => one === refusal);

export const refusalForOthers = (refusal: Refusal): SharedRefusal => (isAboutAge(refusal) ? 'not_possible' : refusal);

/** A quarter of a day, in UTC: nobody can shift it by choosing another time zone for their project. */
const quarterMs = 6 * 60 * 60_000;

/**
 * A plan as others may use it. Of tasks in other projects, only the quarters of the day in which the person is busy are
 * left: somebody who moves a task minute by minute learns no exact times, and no identifiers. The rest and the break that
 * the other kind asks for are part of them.
 */
export function planForOthers(plan: readonly PlannedTask[], pid: string): PlannedTask[] {
  const isOwn = (task: PlannedTask): boolean => task.pid === undefined || task.pid === pid;
  const busy: PlannedTask[] = [];
  for (const task of plan.filter((one) => !isOwn(one)).toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1))) {
    const { rest_minutes: rest, max_consecutive_minutes: longest } = task.rules;
    const pause = longest === null ? 0 : breakMinutes;
    const from = Math.floor((time(task.starts_at) - pause * minute) / quarterMs) * quarterMs;
    const to = Math.ceil((time(task.ends_at) + Math.max(rest, pause) * minute) / quarterMs) * quarterMs;
    const last = busy.at(-1);
    const ends_at = new Date(to).toISOString();
    // Two tasks in one quarter are one time.
    if (last !== undefined && time(last.ends_at) >= from) {
      if (last.ends_at < ends_at) last.ends_at = ends_at;
    } else busy.push({ id: `busy ${from}`, starts_at: new Date(from).toISOString(), ends_at, rules: noRules });
  }
  return [...plan.filter(isOwn), ...busy];
}

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
export const refusalOf = (person: RuledPerson, task: RuledTask, ageDay: string): Refusal | null =>
  brokenRule(person, task, ageDay)?.refusal ?? null;

/** The limit of a rule about rest and breaks, and whose rule it is. */
type Limit = { minutes: number; kind: KindName | undefined };

/** `others` are the person's tasks that are in the way. */
export type BrokenRule = { refusal: Refusal; others: readonly PlannedTask[]; limit: Limit | null };

/** Does what `refusalOf` does, and adds what a person needs to know to do something about it. */
export const brokenRule = (person: RuledPerson, task: RuledTask, ageDay: string): BrokenRule | null =>
  brokenRules(person, task, ageDay).next().value ?? null;

/** All of them, each worked out when it is asked for. At most one is about the times of other tasks. */
export function* brokenRules(
  person: RuledPerson,
  task: RuledTask,
  ageDay: string,
): Generator<BrokenRule, undefined, undefined> {
  const planned: readonly PlannedTask[] = person.plan.filter(({ id }) => id !== task.id);
  const overlapping = planned.filter((other) => overlap(other, task));
  if (overlapping.length > 0) yield { refusal: 'task_overlap', others: overlapping, limit: null };
  if (!task.rules.requires.every((skill) => person.skills.has(skill))) yield unrelated('not_qualified');
  if (lacksDocuments(person, task)) yield unrelated('document_missing');
  for (const refusal of agesRefused(person, task, ageDay)) yield unrelated(refusal);
  const tooTight = overlapping.length > 0 ? null : brokenTimeRule(planned, task);
  if (tooTight !== null) yield tooTight;
}

/** Whether the person has to sign something first. */
export const lacksDocuments = (
  { unsigned }: Pick<RuledPerson, 'unsigned'>,
  { rules }: Pick<RuledTask, 'rules'>,
): boolean => rules.documents.some((document) => unsigned.has(document));

/** Names each reason once. */
function agesRefused(person: RuledPerson, task: RuledTask, ageDay: string): ReadonlySet<AgeRefusal> {
  const isTooYoung = !isOldEnough(person.birthday, task.rules.min_age, ageDay);
  return new Set([...(isTooYoung ? [ageRefusal(person)] : []), ...minorRefusals(person, task)]);
}

/** A guardian's consent would not help if the task ends too late. */
export function minorRefusals(
  { minority }: Pick<RuledPerson, 'minority'>,
  { rules: { minors } }: Pick<RuledTask, 'rules'>,
): AgeRefusal[] {
  const known = minors === null ? undefined : minority.get(minors.pid);
  if (minors === null || known === undefined) return [];
  if (known === 'unknown') return ['birthday_unknown'];
  return [
    ...(minors.is_late ? (['too_late_for_age'] as const) : []),
    ...(known === 'alone' ? (['guardian_missing'] as const) : []),
  ];
}

/**
 * For a task on which the person has a place already: when a document, a version or a rule for minors is new, people keep
 * their places and are asked.
 */
export const withPlace = (person: RuledPerson): RuledPerson => ({
  ...person,
  unsigned: new Set(),
  minority: new Map([...person.minority].flatMap(([pid, one]) => (one === 'unknown' ? [] : [[pid, 'agreed']]))),
});

/** Checks rest and breaks, among tasks that do not overlap. */
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

/** A refusal that has nothing to do with other tasks. */
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

/** Why a person is refused who is not known to be old enough. */
export const ageRefusal = ({ birthday }: Pick<RuledPerson, 'birthday'>): AgeRefusal =>
  birthday === null ? 'birthday_unknown' : 'too_young';

/**
 * The day on which ages count: the first of the month in which the event begins, or of this month if it has no days yet. A
 * day that depends on the task, or any day that a planner can choose, would let them find everybody's birthday by trying.
 */
export const ageDayOf = (startsOn: string | null, now: string): string => `${(startsOn ?? now).slice(0, 7)}-01`;

export function isOldEnough(birthday: string | null, minAge: number | null, ageDay: string): boolean {
  if (minAge === null) return true;
  if (birthday === null) return false;
  return Temporal.PlainDate.compare(Temporal.PlainDate.from(birthday).add({ years: minAge }), ageDay) <= 0;
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
