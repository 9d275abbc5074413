import { newId } from '../../../src/server/lib/secrets.ts';
import type { TestApp } from '../app.ts';
import { createRows } from '../factories.ts';
import type { Ages } from './plan-check.ts';
import { chanceOf } from './random-event.ts';
import { createCrew, createMembers } from '../world.ts';
import type { Caller } from '../world.ts';

const hour = 3_600_000;
const day = 24 * hour;

export type PlannedEvent = Awaited<ReturnType<typeof createEvent>>;

/** About 20 tasks on two days for 14 people, with kinds, skills, ages, a series and a waiting draft. */
export async function createEvent(muster: TestApp, seed: number) {
  const chance = chanceOf(seed);
  const crew = await createCrew(muster);
  const members = await createMembers(muster, crew.pid, 'venue', 5);
  const others = await createMembers(muster, crew.pid, 'press', 3);
  const people = [crew.chief, crew.otherChief, crew.member, crew.stranger, ...members, ...others];
  const start = Math.ceil(muster.clock.now().getTime() / hour) * hour + 30 * hour;
  const kinds = await createKinds(muster, crew.pid, people, chance);
  const birthdays = await setBirthdays(muster, people, chance);
  const tasks = Array.from({ length: 8 + chance.upTo(8) }, () => {
    const from = start + chance.upTo(2) * day + chance.upTo(28) * (hour / 2);
    return {
      id: newId(muster.clock.now()),
      pid: crew.pid,
      title: 'Task',
      tid: chance.oneOf(['venue', 'venue', 'press', null], null),
      kind_id: chance.oneOf([...kinds, null, null], null),
      starts_at: new Date(from).toISOString(),
      ends_at: new Date(from + chance.oneOf([1, 2, 2, 3, 4], 2) * hour).toISOString(),
      capacity: 1 + chance.upTo(3),
      min_people: 1,
      visibility: chance.oneOf(['team', 'project', 'project', 'signed_in'] as const, 'project'),
      joining: chance.oneOf(['open', 'open', 'open', 'approval', 'planners'] as const, 'open'),
    };
  });
  await createRows(muster, { tasks });
  const ages: Ages = { birthdays, ageDay: `${muster.clock.now().toISOString().slice(0, 7)}-01` };
  return { ...crew, chance, people, kinds, ages, start };
}

type Chance = ReturnType<typeof chanceOf>;

async function createKinds({ db, clock }: TestApp, pid: string, people: readonly Caller[], chance: Chance) {
  const [now, created_at] = [clock.now(), clock.now().toISOString()];
  const skill = newId(now);
  const kinds = [
    { rest_minutes: 60 * chance.upTo(6), max_consecutive_minutes: chance.oneOf([null, 240, 360], null) },
    { rest_minutes: chance.oneOf([0, 480], 0), max_consecutive_minutes: 60 * (3 + chance.upTo(4)) },
    { min_age: 18, max_consecutive_minutes: null },
    { max_consecutive_minutes: null, rest_minutes: 30 },
  ].map((rules, index) => ({ id: newId(now), pid, name: `Kind ${index}`, min_age: null, rest_minutes: 0, ...rules }));
  await db.transaction(async (trx) => {
    await trx.insertInto('skills').values({ id: skill, pid, name: 'First aid' }).execute();
    await trx.insertInto('task_kinds').values(kinds).execute();
    await trx
      .insertInto('task_kind_skills')
      .values({ kind_id: kinds[3]?.id ?? '', skill_id: skill })
      .execute();
    const skilled = people.filter(() => chance.isTrue(0.5)).map(({ uid }) => ({ skill_id: skill, uid, created_at }));
    if (skilled.length > 0) await trx.insertInto('person_skills').values(skilled).execute();
  });
  return kinds.map(({ id }) => id);
}

async function setBirthdays({ app }: TestApp, people: readonly Caller[], chance: Chance): Promise<Map<string, string>> {
  const birthdays = new Map<string, string>();
  for (const { uid, headers } of people.filter(() => chance.isTrue(0.4))) {
    const birthday = `${2000 + chance.upTo(16)}-06-0${1 + chance.upTo(5)}`;
    const payload = { name: '', phone: '', national_id: '', company: '', birthday };
    await app.inject({ method: 'PUT', url: '/api/me/real-profile', headers, payload });
    birthdays.set(uid, birthday);
  }
  return birthdays;
}
