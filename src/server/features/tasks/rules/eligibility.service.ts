import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';
import { listForTasks, listSigned } from '../../../db/documents.ts';
import { listAgeRules, listAgreed } from '../../../db/guardians.ts';
import type { AgeRules } from '../../../db/guardians.ts';
import { chunksOf } from '../../../lib/chunks.ts';
import { addSeconds, minutes, timestamp } from '../../../lib/clock.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { birthdaysOf } from '../../private-data/private.service.ts';
import { checkPerson } from './eligibility.policy.ts';
import type { Asked, Check, EligibleTask, Facts, Kind, PlanChange } from './eligibility.policy.ts';
import { listKindRules, listPlans, listRoles, listSkills } from './eligibility.queries.ts';
import type { PersonRoles } from './joining.policy.ts';
import { latenessIn, minorityOf } from './minors.policy.ts';
import { ageDayOf, maxRuleMinutes, noRules } from './rules.policy.ts';
import type { KindRules, Minority, RuledPerson, RuledTask, Times } from './rules.policy.ts';

type Question = Asked & { keys: Keyring };

/** Whether the person could be on the task, with the plan that they have or would have. */
export type PersonCheck = (uid: string, task: string, change?: PlanChange) => Check;

/**
 * Answers who may take which task, for everybody who asks: people who join, planners, offers, waiting lists, drafts,
 * moved tasks and undone steps. The number of queries depends neither on the number of tasks nor on that of the people,
 * up to 500. Skills, birthdays and first days are read only if a task asks for them.
 */
export async function loadEligibility<T extends EligibleTask>(
  read: Reader,
  { keys, ...asked }: Question,
  uids: readonly string[],
  tasks: readonly T[],
): Promise<Facts<T> & { check: PersonCheck }> {
  const kinds = await rulesOfKinds(
    read,
    tasks.map(({ kind_id }) => kind_id),
  );
  const pids = [...new Set(tasks.map(({ pid }) => pid))];
  const documents = uids.length === 0 ? [] : await listForTasks(read, pids);
  const documentsOf = documentsByTask(documents);
  const ages = uids.length === 0 ? [] : await listAgeRules(read, pids);
  const minorsIn = minorRulesOf(ages);
  const ruled = tasks.map((task) => {
    const rules = kinds.get(task.kind_id ?? '') ?? noRules;
    return { ...task, rules: { ...rules, documents: documentsOf(task), minors: minorsIn(task) } };
  });
  const facts = {
    tasks: new Map(ruled.map((task) => [task.id, task])),
    people:
      tasks.length === 0
        ? new Map<string, RuledPerson>()
        : await loadPeople(read, { keys, now: asked.now, ages }, uids, ruled),
    kinds,
    documents: new Map(documents.map(({ id, title }) => [id, { id, title }])),
    ageDayOf: (pid: string) => ageDayOf(ages.find((one) => one.pid === pid)?.starts_on ?? null, asked.now),
    rolesOf: await loadRoles(read, asked.by === null ? [] : pids, uids),
  };
  return { ...facts, check: (uid, task, change) => checkPerson(facts, asked, uid, task, change) };
}

type DocumentForTasks = Awaited<ReturnType<typeof listForTasks>>[number];

/** Which of these documents a task needs: those for its kind, and those for all tasks. */
function documentsByTask(documents: readonly DocumentForTasks[]) {
  const all = documents.map(({ kind_ids, ...one }) => ({ ...one, kinds: JSON.parse(kind_ids) as string[] }));
  return ({ pid, kind_id }: Pick<EligibleTask, 'pid' | 'kind_id'>): string[] =>
    all
      .filter((one) => one.pid === pid && (one.kinds.length === 0 || one.kinds.includes(kind_id ?? '')))
      .map(({ id }) => id);
}

/** Which tasks are in a project with rules for minors, and end too late for them. */
function minorRulesOf(ages: readonly AgeRules[]) {
  const late = new Map(
    ages.flatMap(({ pid, adult_age: age, timezone, minors_latest_end: end }) =>
      age === null ? [] : [[pid, latenessIn(timezone, end)] as const],
    ),
  );
  return (task: EligibleTask): KindRules['minors'] => {
    const isLate = late.get(task.pid);
    return isLate === undefined ? null : { pid: task.pid, is_late: isLate(task) };
  };
}

/** What these people are in these projects. */
export async function loadRoles(
  read: Reader,
  pids: readonly string[],
  uids: readonly string[],
): Promise<(pid: string, uid: string) => PersonRoles> {
  const rows: Awaited<ReturnType<typeof listRoles>> = [];
  for (const some of chunksOf(uids)) rows.push(...(await listRoles(read, pids, some)));
  const rowsOf = Map.groupBy(rows, ({ uid }) => uid);
  return (pid, uid) => {
    const own = (rowsOf.get(uid) ?? []).filter((row) => row.pid === pid || row.part === 'suspended');
    const is = (wanted: string): boolean => own.some(({ part }) => part === wanted);
    const teams = own.flatMap(({ part, tid, role }) => (part === 'team' ? [[tid, role] as const] : []));
    return { owner: is('owner'), helper: is('helper'), suspended: is('suspended'), teams: new Map(teams) };
  };
}

/** What a person is in a project. */
export const personRolesOf = async (read: Reader, { pid }: ProjectScope, uid: string): Promise<PersonRoles> =>
  (await loadRoles(read, [pid], [uid]))(pid, uid);

/** Those of these kinds of tasks that need a skill that the person does not have. */
export async function listBlockedKinds(
  read: Reader,
  uid: string,
  ids: readonly string[],
  now: string,
): Promise<string[]> {
  const kinds = [...(await rulesOfKinds(read, ids))];
  const skills = await skillsOf(
    read,
    [uid],
    kinds.flatMap(([, { requires }]) => requires),
    now,
  );
  return kinds.flatMap(([id, { requires }]) => (requires.every((skill) => skills(uid).has(skill)) ? [] : [id]));
}

/** No query for tasks that have no kind. */
async function rulesOfKinds(read: Reader, kinds: readonly (string | null)[]): Promise<Map<string, Kind>> {
  const ids = [...new Set(kinds.filter((kind) => kind !== null))];
  if (ids.length === 0) return new Map();
  const rows = Map.groupBy(await listKindRules(read, ids), ({ id }) => id);
  return new Map(
    [...rows].map(([id, [first, ...more]]) => {
      const { min_age = null, rest_minutes = 0, max_consecutive_minutes = null, leave_until_hours = 0 } = first ?? {};
      const requires = [first, ...more].flatMap((row) => row?.skill_id ?? []);
      const granted = [first, ...more].flatMap((row) => (row?.granted === 1 ? (row.skill_id ?? []) : []));
      const skill_names = new Map(
        [first, ...more].flatMap((row) => (row?.skill_id == null ? [] : [[row.skill_id, row.skill_name ?? '']])),
      );
      const kind = { pid: first?.pid ?? '', name: first?.name ?? '' };
      const rules = { requires, documents: [], minors: null, min_age, rest_minutes, max_consecutive_minutes };
      return [id, { kind, ...rules, skill_names, granted, leave_until_hours }];
    }),
  );
}

async function loadPeople(
  read: Reader,
  { keys, now, ages }: { keys: Keyring; now: string; ages: readonly AgeRules[] },
  uids: readonly string[],
  tasks: readonly RuledTask[],
): Promise<Map<string, RuledPerson>> {
  const documents = [...new Set(tasks.flatMap(({ rules }) => rules.documents))];
  const withAdults = ages.filter(({ adult_age: age }) => age !== null);
  const asksAge = withAdults.length > 0 || tasks.some(({ rules }) => rules.min_age !== null);
  const people = new Map<string, RuledPerson>();
  for (const some of chunksOf(uids)) {
    const plans = Map.groupBy(await listPlans(read, some, timeAround(tasks)), ({ uid }) => uid);
    const skills = await skillsOf(
      read,
      some,
      tasks.flatMap(({ rules }) => rules.requires),
      now,
    );
    const signed = Map.groupBy(
      documents.length === 0 ? [] : await listSigned(read, some, documents, now),
      ({ uid }) => uid,
    );
    const birthdays = asksAge ? await birthdaysOf(read, keys, some) : new Map<string, string | null>();
    const minority = await minorityAmong(read, now, withAdults, some, birthdays);
    for (const uid of some) {
      people.set(uid, {
        plan: (plans.get(uid) ?? []).map(plannedTask),
        skills: skills(uid),
        birthday: birthdays.get(uid) ?? null,
        minority: minority(uid),
        unsigned: new Set(documents).difference(new Set(signed.get(uid)?.map(({ id }) => id))),
      });
    }
  }
  return people;
}

/** One query, and none without rules for minors. */
async function minorityAmong(
  read: Reader,
  now: string,
  projects: readonly AgeRules[],
  uids: readonly string[],
  birthdays: ReadonlyMap<string, string | null>,
) {
  const pids = projects.map(({ pid }) => pid);
  const rows = pids.length === 0 ? [] : await listAgreed(read, pids, uids);
  const agreed = new Set(rows.map(({ pid, uid }) => `${pid} ${uid}`));
  return (uid: string): ReadonlyMap<string, Minority> =>
    new Map(
      projects.flatMap(({ pid, adult_age: adultAge, starts_on }) => {
        const ageDay = ageDayOf(starts_on, now);
        const about = { adultAge, ageDay, agreed: agreed.has(`${pid} ${uid}`) };
        const minority = minorityOf(birthdays.get(uid) ?? null, about);
        return minority === undefined ? [] : [[pid, minority] as const];
      }),
    );
}

/** What people are in one project, by its rules for minors. */
export async function minorityIn(
  read: Reader,
  keys: Keyring,
  { rules, now }: { rules: AgeRules; now: string },
  uids: readonly string[],
): Promise<Map<string, Minority>> {
  const found = new Map<string, Minority>();
  if (rules.adult_age === null) return found;
  for (const some of chunksOf(uids)) {
    const minority = await minorityAmong(read, now, [rules], some, await birthdaysOf(read, keys, some));
    for (const uid of some) {
      const known = minority(uid).get(rules.pid);
      if (known !== undefined) found.set(uid, known);
    }
  }
  return found;
}

async function skillsOf(read: Reader, uids: readonly string[], skills: readonly string[], now: string) {
  const rows = skills.length === 0 ? [] : await listSkills(read, uids, [...new Set(skills)], now);
  const byPerson = Map.groupBy(rows, ({ uid }) => uid);
  return (uid: string): ReadonlySet<string> => new Set(byPerson.get(uid)?.map(({ skill_id }) => skill_id));
}

type PlanRow = Awaited<ReturnType<typeof listPlans>>[number];

/** Skills and age were checked when the person got onto that task. */
const plannedTask = ({ id, pid, title, starts_at, ends_at, ...row }: PlanRow) => ({
  id,
  pid,
  title,
  starts_at,
  ends_at,
  rules: {
    ...noRules,
    ...(row.kind_pid !== null && { kind: { pid: row.kind_pid, name: row.kind_name ?? '' } }),
    rest_minutes: row.rest_minutes ?? 0,
    max_consecutive_minutes: row.max_consecutive_minutes,
  },
});

/** The time that the rules look at, before and after the tasks. */
function timeAround(tasks: readonly Times[]): Times {
  const first = tasks.map(({ starts_at }) => starts_at).reduce((a, b) => (a < b ? a : b));
  const last = tasks.map(({ ends_at }) => ends_at).reduce((a, b) => (a > b ? a : b));
  const seconds = minutes(maxRuleMinutes);
  return {
    starts_at: timestamp(addSeconds(new Date(first), -seconds)),
    ends_at: timestamp(addSeconds(new Date(last), seconds)),
  };
}
