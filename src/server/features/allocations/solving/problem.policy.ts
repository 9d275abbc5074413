import { overnightCheck } from '../../tasks/rules/overnight.policy.ts';
import type { OvernightCheck } from '../../tasks/rules/overnight.policy.ts';
import {
  isAvailable,
  isOldEnough,
  lacksDocuments,
  minorRefusals,
  minutesOf,
  refusalForOthers,
  refusalOf,
  withPlace,
} from '../../tasks/rules/rules.policy.ts';
import type { Period, RuledPerson, RuledTask, SharedRefusal, Times } from '../../tasks/rules/rules.policy.ts';

/** A task with places that a draft can fill. */
export type DraftTask = RuledTask & {
  /** The day on which it begins, in the time zone of the project. */
  day: Period;
  tid: string | null;
  kind: string | null;
  visibility: 'team' | 'project' | 'signed_in';
  /** Number of people missing to reach the minimum. */
  required: number;
  /** How many people are wanted: those, or all free places if the task has no minimum or the draft fills everything. */
  wanted: number;
};

export type DraftPerson = RuledPerson & {
  uid: string;
  /** The person's enabled teams; none for helpers. */
  teams: readonly string[];
  unavailable: readonly Period[];
  /** How long the person wants to work in this project at most, and how much of it is planned already. */
  max_minutes: number | null;
  planned_minutes: number;
  preferred_kinds: readonly string[];
  preferred_teams: readonly string[];
  /** Tasks of the draft that the person is on and can be moved from. */
  current: readonly string[];
};

export type Problem = {
  timezone: string;
  /** The day on which ages count. */
  age_day: string;
  tasks: readonly DraftTask[];
  people: readonly DraftPerson[];
  /** How long anybody works at most on one day. Null: no limit. */
  max_day_minutes: number | null;
  /** All places are to be filled, not only those that the minimums need. */
  fill_all: boolean;
  /** Tasks that lack people but have begun, so that the draft leaves them out. */
  begun_count: number;
};

/** Why somebody cannot be on a task of a draft. */
export type Obstacle = SharedRefusal | 'not_in_team' | 'not_available' | 'max_hours' | 'max_hours_per_day';

export type Pair = readonly [task: number, person: number];

/** Helpers take tasks that are open to everybody, people of a team also those of the project and of their own team. */
function maySee({ teams }: Pick<DraftPerson, 'teams'>, { visibility, tid }: DraftTask): boolean {
  if (visibility === 'signed_in') return true;
  return visibility === 'team' && tid !== null ? teams.includes(tid) : teams.length > 0;
}

/** Everything that keeps the person from the task, with the given plan instead of their own. */
export function obstaclesOf(
  person: DraftPerson,
  task: DraftTask,
  problem: Pick<Problem, 'timezone' | 'age_day' | 'max_day_minutes'>,
  { plan, minutes }: { plan: readonly RuledTask[]; minutes: number } = {
    plan: person.plan,
    minutes: person.planned_minutes,
  },
  { oldEnough, restsOvernight }: Checks = checksIn(problem),
): Obstacle[] {
  const obstacles: Obstacle[] = [];
  if (!maySee(person, task)) obstacles.push('not_in_team');
  if (!isAvailable(person, task)) obstacles.push('not_available');
  if (!task.rules.requires.every((skill) => person.skills.has(skill))) obstacles.push('not_qualified');
  const asked = askedFor(person, task);
  if (lacksDocuments(asked, task)) obstacles.push('document_missing');
  if (!oldEnough(person, task) || minorRefusals(asked, task).length > 0) obstacles.push('not_possible');
  const refusal = refusalOf({ ...person, plan }, { ...task, rules: timeRules(task) }, problem.age_day);
  if (refusal !== null) obstacles.push(refusalForOthers(refusal));
  else if (!restsOvernight(plan, task)) obstacles.push('too_little_rest');
  if (minutes + minutesOf(task) > (person.max_minutes ?? Infinity)) obstacles.push('max_hours');
  if (minutesWith(plan, task) > (problem.max_day_minutes ?? Infinity)) obstacles.push('max_hours_per_day');
  return obstacles;
}

/** How long a plan is on a day. */
export const minutesOn = (plan: readonly Times[], { from, to }: Period): number =>
  plan.reduce((sum, task) => (from <= task.starts_at && task.starts_at < to ? sum + minutesOf(task) : sum), 0);

/** Tasks that begin at most so long after the one before are one block: nobody goes home in between. */
const pauseMs = 1_800_000;

/** How many separate blocks of tasks a plan has on a day. */
export function blocksOn(plan: readonly Times[], { from, to }: Period): number {
  let [blocks, end] = [0, -Infinity];
  const tasks = plan.filter(({ starts_at }) => from <= starts_at && starts_at < to);
  for (const { starts_at, ends_at } of tasks.toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1))) {
    if (Date.parse(starts_at) - end > pauseMs) blocks += 1;
    end = Math.max(end, Date.parse(ends_at));
  }
  return blocks;
}

/** How long the plan is on the day of the task, with the task, which may be part of the plan already. */
export const minutesWith = (plan: readonly RuledTask[], task: DraftTask): number =>
  minutesOf(task) +
  minutesOn(
    plan.filter(({ id }) => id !== task.id),
    task.day,
  );

/** The rules of a kind that depend on the rest of a plan. */
export const timeRules = ({ rules }: RuledTask): RuledTask['rules'] => ({
  ...rules,
  requires: [],
  documents: [],
  minors: null,
  min_age: null,
});

/** People keep the places that they have. */
const askedFor = (person: DraftPerson, task: DraftTask): RuledPerson =>
  person.current.includes(task.id) ? withPlace(person) : person;

/** What has to be signed and agreed. Minors cannot take tasks that end too late. */
const isReady = (person: DraftPerson, task: DraftTask): boolean => {
  const asked = askedFor(person, task);
  return !lacksDocuments(asked, task) && minorRefusals(asked, task).length === 0;
};

type AgeCheck = (person: Pick<DraftPerson, 'birthday'>, task: DraftTask) => boolean;

/** Compares ages once per birthday and age, because calendars are slow. */
function ageCheck(ageDay: string): AgeCheck {
  const ages = new Map<string, boolean>();
  return ({ birthday }, task) => {
    const { min_age: minAge } = task.rules;
    if (minAge === null) return true;
    const key = `${birthday} ${minAge}`;
    const known = ages.get(key) ?? isOldEnough(birthday, minAge, ageDay);
    ages.set(key, known);
    return known;
  };
}

export type Checks = { oldEnough: AgeCheck; restsOvernight: OvernightCheck };

export const checksIn = ({ timezone, age_day }: Pick<Problem, 'timezone' | 'age_day'>): Checks => ({
  oldEnough: ageCheck(age_day),
  restsOvernight: overnightCheck(timezone),
});

/** Whether the person has a place in the task that the draft does not touch. */
export const hasPlace = ({ plan }: Pick<DraftPerson, 'plan'>, task: Pick<DraftTask, 'id'>): boolean =>
  plan.some(({ id }) => id === task.id);

/**
 * Who could take which task, as far as it does not depend on the rest of the draft: for each task the indices of
 * people.
 */
export function candidatesOf({ tasks, people, age_day }: Problem): number[][] {
  const oldEnough = ageCheck(age_day);
  return tasks.map((task) =>
    people.flatMap((person, index) => {
      const { requires } = task.rules;
      const may =
        maySee(person, task) && !hasPlace(person, task) && requires.every((skill) => person.skills.has(skill));
      return may && isAvailable(person, task) && oldEnough(person, task) && isReady(person, task) ? [index] : [];
    }),
  );
}

/** How much the person would like the task, from 0 to 11. */
export function preferenceOf(person: DraftPerson, task: DraftTask): number {
  const ownTeam = task.tid !== null && person.teams.includes(task.tid) ? 3 : 0;
  const team = task.tid !== null && person.preferred_teams.includes(task.tid) ? 2 : 0;
  const kind = task.kind !== null && person.preferred_kinds.includes(task.kind) ? 2 : 0;
  const stays = person.current.includes(task.id) ? 4 : 0;
  return ownTeam + team + kind + stays;
}
