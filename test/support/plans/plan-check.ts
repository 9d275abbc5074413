/**
 * Checks the stored plan of a project by the rules of docs/planning.md. It shares no code with the rules of the server, so
 * that a mistake in them is found.
 */
import { sql } from 'kysely';
import type { Db } from '../../../src/server/db/db.ts';

type Place = {
  uid: string;
  id: string;
  from: number;
  to: number;
  kind: string | null;
  rest: number;
  longest: number;
  min_age: number | null;
};

export type Plan = {
  /** Everybody's tasks, in order. */
  places: ReadonlyMap<string, readonly Place[]>;
  wrong: ReadonlyMap<string, readonly Place[]>;
};

const minute = 60_000;
const breakMinutes = 30;

/** What is known about people that the database has encrypted. */
export type Ages = { birthdays: ReadonlyMap<string, string>; ageDay: string };

export async function readPlan(db: Db, pid: string, ages: Ages): Promise<Plan> {
  const rows = await db.read
    .selectFrom('attendances')
    .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
    .leftJoin('task_kinds', 'task_kinds.id', 'tasks.kind_id')
    .select(['attendances.uid', 'tasks.id', 'starts_at', 'ends_at', 'kind_id', 'min_age'])
    .select(['rest_minutes', 'max_consecutive_minutes'])
    .where('tasks.pid', '=', pid)
    .orderBy('starts_at')
    .orderBy('tasks.id')
    .execute();
  const places = Map.groupBy(
    rows.map(({ uid, id, kind_id: kind, min_age, ...row }) => ({
      uid,
      id,
      kind,
      min_age,
      from: Date.parse(row.starts_at) / minute,
      to: Date.parse(row.ends_at) / minute,
      rest: row.rest_minutes ?? 0,
      longest: row.max_consecutive_minutes ?? Infinity,
    })),
    ({ uid }) => uid,
  );
  const wrong = new Map<string, readonly Place[]>();
  for (const [uid, own] of places) {
    for (const { rule, about } of brokenTimes(own)) {
      wrong.set(`${uid} ${rule} ${about.map(({ id }) => id).join(' ')}`, about);
    }
    for (const place of own) if (isTooYoung(place, ages)) wrong.set(`${uid} too_young ${place.id}`, [place]);
  }
  for (const { what } of await miscounted(db, pid)) wrong.set(what, []);
  return { places, wrong };
}

/** Whether the work goes on from one task to the next without a break. */
const goesOn = (one: Place, next: Place): boolean =>
  next.from - one.to < breakMinutes && (one.rest === 0 || one.longest !== Infinity);

function brokenTimes(plan: readonly Place[]): { rule: string; about: Place[] }[] {
  const broken: { rule: string; about: Place[] }[] = [];
  let run: Place[] = [];
  plan.forEach((place, index) => {
    const before = plan[index - 1];
    for (const other of plan.slice(0, index)) {
      if (other.to > place.from) broken.push({ rule: 'task_overlap', about: [other, place] });
    }
    const continued = before !== undefined && goesOn(before, place);
    if (before !== undefined && !continued && place.from - before.to < before.rest) {
      broken.push({ rule: 'too_little_rest', about: [before, place] });
    }
    run = continued ? [...run, place] : [place];
    const minutes = run.reduce((sum, { from, to }) => sum + to - from, 0);
    if (minutes > Math.min(...run.map(({ longest }) => longest)))
      broken.push({ rule: 'works_too_long', about: [...run] });
  });
  return broken;
}

function isTooYoung({ uid, min_age }: Place, { birthdays, ageDay }: Ages): boolean {
  if (min_age === null) return false;
  const birthday = birthdays.get(uid);
  if (birthday === undefined) return true;
  return Temporal.PlainDate.from(birthday).until(ageDay, { largestUnit: 'years' }).years < min_age;
}

/** Skills, counters, and people who are in two states at once or do not belong to the project. */
const miscounted = async (db: Db, pid: string) =>
  (
    await sql<{ what: string }>`
      with project as (select * from tasks where pid = ${pid})
      select a.uid || ' not_qualified ' || t.id as what from project t join attendances a on a.task_id = t.id
        join task_kind_skills s on s.kind_id = t.kind_id
        where not exists (select 1 from person_skills p where p.uid = a.uid and p.skill_id = s.skill_id)
      union all select 'places of ' || t.id from project t where t.attendee_count + t.held_count > t.capacity
        or t.attendee_count <> (select count(*) from attendances a where a.task_id = t.id and a.replaced_at is null)
        or t.held_count <> (select count(*) from waiting_people w where w.task_id = t.id and w.offered_until is not null)
      union all select w.uid || ' waits and is on ' || t.id from project t join waiting_people w on w.task_id = t.id
        join attendances a on a.task_id = t.id and a.uid = w.uid
      union all select r.uid || ' asks and is on ' || t.id from project t join join_requests r on r.task_id = t.id
        join attendances a on a.task_id = t.id and a.uid = r.uid
      union all select o.uid || ' offers without a place ' || t.id from project t join place_offers o on o.task_id = t.id
        where not exists (select 1 from attendances a where a.task_id = t.id and a.uid = o.uid)
      union all select a.uid || ' does not belong to the project of ' || t.id from project t
        join attendances a on a.task_id = t.id
        where not exists (select 1 from memberships m where m.pid = t.pid and m.uid = a.uid)
          and not exists (select 1 from project_owners o where o.pid = t.pid and o.uid = a.uid)
          and not exists (select 1 from helpers h where h.pid = t.pid and h.uid = a.uid)
      union all select h.uid || ' helps with nothing' from helpers h where h.pid = ${pid}
        and not exists (select 1 from project t join attendances a on a.task_id = t.id where a.uid = h.uid)`.execute(
      db.read,
    )
  ).rows;

/**
 * What a change has broken. Leaving is never refused, so one thing is allowed: a person who gives up a task between two
 * others may have too little rest between these.
 */
export function brokenBy(before: Plan, after: Plan): string[] {
  const wasThere = ({ uid, id, from, to, kind }: Place): boolean =>
    before.places.get(uid)?.some((one) => one.id === id && one.from === from && one.to === to && one.kind === kind) ??
    false;
  return [...after.wrong].flatMap(([what, about]) => {
    if (before.wrong.has(what)) return [];
    return what.includes(' too_little_rest ') && about.every(wasThere) ? [] : [what];
  });
}
