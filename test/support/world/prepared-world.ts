import type { Trx } from '../../../src/server/db/db.ts';
import type { TestApp } from '../app.ts';
import { pathIn } from '../operations.ts';
import type { Operation } from '../operations.ts';
import { createWorld } from './create-world.ts';
import type { Role, World } from './world-types.ts';

const longAgo = new Date(0).toISOString();

/** Those who can use an operation that owners cannot. */
const callers: Record<string, Role> = {
  apply_to_team: 'volunteer',
  save_my_application: 'volunteer',
  offer_place: 'member',
  answer_help_request: 'member',
};

const openTeams = (muster: TestApp, { pid }: World) =>
  write(muster, (trx) => trx.updateTable('teams').set({ applications_open_at: longAgo }).where('pid', '=', pid));

/** What an operation needs besides a world. */
const preparations: Record<string, (muster: TestApp, world: World) => Promise<unknown>> = {
  apply_to_team: openTeams,
  save_my_application: openTeams,
  create_skill: (muster, { task }) =>
    write(muster, (trx) => trx.updateTable('skills').set({ name: 'Ladders' }).where('id', '=', task)),
  name_guardian: makeMinor,
  ask_guardian_again: async (muster, world) => {
    await makeMinor(muster, world);
    const guardian = { id: `${world.caller}-guardian`, name: 'Byron', email: 'byron@example.org', asked_at: longAgo };
    const row = { ...guardian, pid: world.pid, uid: world.caller, state: 'asked' as const };
    await write(muster, (trx) => trx.insertInto('guardians').values(row));
  },
  offer_place: (muster, world) => put(muster, world, '/api/projects/{pid}/tasks/{id}/attendance'),
  take_offer: async (muster, world) => {
    await putOnTask(muster, world);
    const offer = { task_id: world.task, uid: world.uid, to_uid: world.caller, created_at: longAgo };
    await write(muster, (trx) => trx.insertInto('place_offers').values(offer));
  },
  mark_attendee: startTask,
  replace_attendee: startTask,
  ask_for_replacement: startTask,
  answer_help_request: (muster, { task, caller }) =>
    write(muster, (trx) => trx.insertInto('help_requests').values({ task_id: task, uid: caller, asked_at: longAgo })),
};

/** A world in which the operation succeeds for its caller. */
export async function preparedWorld(muster: TestApp, { operationId, access }: Operation): Promise<World> {
  const world = await createWorld(muster, callers[operationId] ?? (access === 'administrator' ? access : 'owner'));
  await preparations[operationId]?.(muster, world);
  return world;
}

const write = (muster: TestApp, statement: (trx: Trx) => { execute: () => Promise<unknown> }): Promise<unknown> =>
  muster.db.transaction((trx) => statement(trx).execute());

const put = (muster: TestApp, world: World, path: string) =>
  muster.call({ method: 'PUT', url: pathIn(world, path), headers: world.headers });

const putOnTask = (muster: TestApp, world: World) =>
  put(muster, world, '/api/projects/{pid}/tasks/{id}/attendees/{uid}');

/** The caller is below the age of adults. */
async function makeMinor(muster: TestApp, { pid, headers }: World): Promise<void> {
  await write(muster, (trx) => trx.updateTable('projects').set({ adult_age: 18 }).where('pid', '=', pid));
  const birthday = `${muster.clock.now().getUTCFullYear() - 10}-01-01`;
  const payload = { name: '', phone: '', national_id: '', company: '', birthday };
  await muster.call({ method: 'PUT', url: '/api/me/real-profile', headers, payload });
}

/** The other person has a place on the task, which begins now. */
async function startTask(muster: TestApp, world: World): Promise<void> {
  await putOnTask(muster, world);
  const starts_at = muster.clock.now().toISOString();
  await write(muster, (trx) => trx.updateTable('tasks').set({ starts_at }).where('id', '=', world.task));
}
