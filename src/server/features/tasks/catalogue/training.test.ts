import { expect, test } from 'vitest';
import { useApp } from '../../../../../test/support/app.ts';
import { inMinutes } from '../../../../../test/support/world/desk.ts';
import { browserOf, createPerson } from '../../../../../test/support/factories.ts';
import { createCrew } from '../../../../../test/support/world.ts';
import type { Caller, Crew } from '../../../../../test/support/world.ts';
import { presumeUnmarked } from '../../event-day/marking/presumed.service.ts';
import { notifyOfExpiring } from './expiring-skills.service.ts';

const muster = useApp();
const signal = AbortSignal.timeout(60_000);

const createSkill = async (crew: Crew, fields: object = {}): Promise<string> =>
  (await crew.as(crew.owner, 'POST', 'skills', { name: 'First aid', granted: true, ...fields })).json().id;

async function createTraining(crew: Crew, skill: string, people: readonly Caller[]): Promise<string> {
  const times = { starts_at: inMinutes(muster, 60), ends_at: inMinutes(muster, 120) };
  const task = { title: 'First aid course', tid: 'venue', capacity: 20, grants_skill: skill, ...times };
  const created = await crew.as(crew.chief, 'POST', 'tasks', task);
  expect([created.statusCode, created.json().grants_skill]).toEqual([201, skill]);
  const { id } = created.json();
  for (const { uid } of people) await crew.as(crew.chief, 'PUT', `tasks/${id}/attendees/${uid}`);
  return id;
}

const mark = (crew: Crew, id: string, { uid }: Caller, state: string, fields: object = {}) =>
  crew.as(crew.chief, 'PATCH', `tasks/${id}/attendees/${uid}`, { state, ...fields });
const skillsOf = async (crew: Crew, who: Caller) => (await crew.as(who, 'GET', 'my-skills')).json().data;
const noticesTo = (who: Caller) =>
  muster.db.read.selectFrom('notices').select(['kind', 'detail']).where('uid', '=', who.uid).orderBy('id').execute();

test('who is marked as done on a training has its skill for as long as the skill says, and loses it with the mark', async () => {
  using _still = muster.clock.freeze();
  const crew = await createCrew(muster);
  const skill = await createSkill(crew, { valid_months: 24 });
  const id = await createTraining(crew, skill, [crew.member]);
  const ends = (await crew.as(crew.chief, 'GET', `tasks/${id}`)).json().ends_at;
  muster.clock.advance(3 * 3600);
  await mark(crew, id, crew.member, 'arrived');
  expect(await skillsOf(crew, crew.member)).toEqual([]);
  await mark(crew, id, crew.member, 'done');
  const valid_until = ends.replace(/^\d{4}/, (year: string) => String(Number(year) + 2));
  expect(await skillsOf(crew, crew.member)).toEqual([{ id: skill, name: 'First aid', granted: true, valid_until }]);
  const notice = (await noticesTo(crew.member)).find(({ kind }) => kind === 'skill.granted');
  expect(JSON.parse(notice?.detail ?? '')).toEqual({ what: 'First aid', change: 'training' });
  muster.clock.advance(60);
  await mark(crew, id, crew.member, 'no_show');
  expect(await skillsOf(crew, crew.member)).toEqual([]);
  const kinds = await muster.db.read
    .selectFrom('audit')
    .select(['kind', 'actor'])
    .where('subject', '=', crew.member.uid)
    .where('kind', 'like', 'skill.%')
    .orderBy('id')
    .execute();
  expect(kinds).toEqual([
    { kind: 'skill.granted', actor: crew.chief.uid },
    { kind: 'skill.withdrawn', actor: crew.chief.uid },
  ]);
});

test('nobody has learnt anything who is only presumed to have been there; a mark that is taken back leaves other trainings', async () => {
  using _still = muster.clock.freeze();
  const crew = await createCrew(muster);
  const skill = await createSkill(crew, { valid_months: 12 });
  const [first, second] = [
    await createTraining(crew, skill, [crew.member, crew.otherChief]),
    await createTraining(crew, skill, []),
  ];
  muster.clock.advance(5 * 3600);
  await mark(crew, first, crew.member, 'done');
  await presumeUnmarked(muster, signal);
  expect(await skillsOf(crew, crew.otherChief)).toEqual([]);
  await mark(crew, first, crew.otherChief, 'done');
  expect(await skillsOf(crew, crew.otherChief)).toHaveLength(1);
  const later = { starts_at: inMinutes(muster, 60), ends_at: inMinutes(muster, 120) };
  expect((await crew.as(crew.chief, 'PATCH', `tasks/${second}`, later)).statusCode).toBe(200);
  await crew.as(crew.chief, 'PUT', `tasks/${second}/attendees/${crew.member.uid}`);
  const [before] = await skillsOf(crew, crew.member);
  muster.clock.advance(4 * 3600);
  await mark(crew, second, crew.member, 'done');
  const [renewed] = await skillsOf(crew, crew.member);
  expect(renewed.valid_until > before.valid_until).toBe(true);
  await mark(crew, second, crew.member, 'no_show');
  expect(await skillsOf(crew, crew.member)).toEqual([before]);
  // What others have learnt does not count for somebody whose only mark is taken back.
  await mark(crew, first, crew.otherChief, 'no_show');
  expect(await skillsOf(crew, crew.otherChief)).toEqual([]);
});

test('a skill that was given by hand stays when the mark on a training is taken back', async () => {
  using _still = muster.clock.freeze();
  const crew = await createCrew(muster);
  const skill = await createSkill(crew, { valid_months: 12 });
  const id = await createTraining(crew, skill, [crew.member]);
  muster.clock.advance(3 * 3600);
  await crew.as(crew.owner, 'PUT', `people/${crew.member.uid}/skills/${skill}`);
  const given = await skillsOf(crew, crew.member);
  expect(given).toMatchObject([{ id: skill }]);
  await mark(crew, id, crew.member, 'done');
  await mark(crew, id, crew.member, 'no_show');
  expect(await skillsOf(crew, crew.member)).toEqual(given);
});

test('a training names a skill of the project', async () => {
  const [crew, other] = [await createCrew(muster), await createCrew(muster)];
  const skill = await createSkill(other);
  const times = { starts_at: inMinutes(muster, 60), ends_at: inMinutes(muster, 120) };
  const refused = await crew.as(crew.chief, 'POST', 'tasks', {
    title: 'Course',
    tid: 'venue',
    capacity: 2,
    grants_skill: skill,
    ...times,
  });
  expect(refused.json()).toMatchObject({ status: 422, errors: [{ pointer: '/grants_skill' }] });
});

test('skills that were given are valid in the next year as well, and end with one notice a month before', async () => {
  using _still = muster.clock.freeze();
  const crew = await createCrew(muster);
  const skill = await createSkill(crew, { valid_months: 12 });
  const declared = await createSkill(crew, { name: 'French', granted: false });
  const id = await createTraining(crew, skill, [crew.member, crew.chief]);
  await crew.as(crew.member, 'PUT', 'my-skills', { skills: [declared] });
  muster.clock.advance(3 * 3600);
  for (const who of [crew.member, crew.chief])
    expect((await crew.as(crew.owner, 'PATCH', `tasks/${id}/attendees/${who.uid}`, { state: 'done' })).statusCode).toBe(
      200,
    );
  // Suspended accounts are not carried over.
  await muster.db.transaction((trx) =>
    trx.updateTable('people').set({ suspended_at: 'now' }).where('uid', '=', crew.chief.uid).execute(),
  );
  muster.clock.advance(60 * 86_400);
  const next = { pid: `${crew.pid}-next`, name: 'Next', timezone: 'UTC', copy_from: crew.pid, state: 'public' };
  const headers = await browserOf(muster, await createPerson(muster, { administrator: true }));
  const created = await muster.call({ method: 'POST', url: '/api/projects', headers, payload: next });
  expect([created.statusCode, created.body]).toEqual([201, expect.any(String)]);
  const url = `/api/projects/${next.pid}/my-skills`;
  const copied = (await muster.call({ url, headers: crew.member.headers })).json().data;
  const own = (await skillsOf(crew, crew.member)).find(({ granted }: { granted: boolean }) => granted);
  expect(copied).toEqual([{ ...own, id: expect.any(String) }]);
  const holders = await muster.db.read
    .selectFrom('person_skills')
    .innerJoin('skills', 'skills.id', 'person_skills.skill_id')
    .select('person_skills.uid')
    .where('skills.pid', '=', next.pid)
    .execute();
  expect(holders).toEqual([{ uid: crew.member.uid }]);
  const expiring = async () => (await noticesTo(crew.member)).filter(({ kind }) => kind === 'skill.expiring');
  expect(await notifyOfExpiring(muster, signal)).toBe(0);
  expect(await expiring()).toEqual([]);
  muster.clock.advance(280 * 86_400);
  const found = await notifyOfExpiring(muster, signal);
  expect([found > 0, await notifyOfExpiring(muster, signal)]).toEqual([true, 0]);
  expect(await expiring()).toHaveLength(1);
});
