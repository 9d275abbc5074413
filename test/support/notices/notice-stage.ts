import { expect } from 'vitest';
import type { NoticeKind } from '../../../src/shared/notice-kinds.ts';
import type { Task } from '../../../src/server/features/tasks/tasks.schema.ts';
import { startTestApp } from '../app.ts';
import type { TestApp } from '../app.ts';
import { createDisclosureWorld } from '../world/disclosure.ts';
import { browserOf, createPerson } from '../factories.ts';
import { createCrew } from '../world.ts';
import type { Caller, Crew } from '../world.ts';

/** The app and crew of the current test. */
export const stage = {} as { muster: TestApp; crew: Crew };

export async function openStage(): Promise<void> {
  stage.muster = await startTestApp({ env: { INTERNAL_HOSTS: '127.0.0.1' } });
}

/** A crew of its own for each action, so that nobody has heard of anything before. */
export async function setStage(): Promise<void> {
  stage.crew = await createCrew(stage.muster);
  await useBrowsers();
}

/** Owners would get warnings about API tokens. */
async function useBrowsers(): Promise<void> {
  for (const who of [stage.crew.owner, stage.crew.chief, stage.crew.otherChief, stage.crew.member, stage.crew.stranger])
    Object.assign(who, { headers: await browserOf(stage.muster, who) });
}

export const inHours = (hours: number): string =>
  new Date(stage.muster.clock.now().getTime() + hours * 3_600_000).toISOString();
export const as = async (
  who: Caller,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
) => {
  const response = await stage.crew.as(who, method, path, body);
  expect([path, response.statusCode < 300 ? 'done' : response.body]).toEqual([path, 'done']);
  return response;
};

/** A task of the first team with Mia and Otto on it. */
export async function taskWithPeople(fields: object = {}): Promise<Task> {
  const times = { starts_at: inHours(100), ends_at: inHours(102) };
  const task = { title: 'Desk', tid: 'venue', ...times, capacity: 9, ...fields };
  const { id } = (await as(stage.crew.chief, 'POST', 'tasks', task)).json();
  for (const who of [stage.crew.member, stage.crew.otherChief, stage.crew.chief])
    await as(who, 'PUT', `tasks/${id}/attendance`);
  return { id, ...task } as Task;
}

export const invite = async (email: string): Promise<string> => {
  await as(stage.crew.chief, 'POST', 'teams/venue/invitations', { emails: [email] });
  const { id } = await stage.muster.db.read
    .selectFrom('invitations')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return id;
};

export const apply = async (who: Caller) => {
  await as(stage.crew.chief, 'PATCH', 'teams/venue', { takes_applications: true });
  await as(who, 'PUT', 'teams/venue/application', {});
};

/** About the application of Sam. */
export const decide = (decision: string) =>
  as(stage.crew.chief, 'POST', 'applications/decisions', {
    decisions: [{ uid: stage.crew.stranger.uid, tid: 'venue', decision }],
  });

export const form = { form: 'shirts', kind: 'appreciation', title: 'Shirts' };
export const runJob = (name: string) =>
  stage.muster.services.jobList.find((job) => job.name === name)?.run(new AbortController().signal);

const administrator = async () =>
  browserOf(stage.muster, await createPerson(stage.muster, { administrator: true, name: 'Alma' }));
export const asAdministrator = async (method: 'PUT' | 'DELETE', url: string, payload?: object) => {
  const headers = await administrator();
  const options = { method, url, headers, ...(payload === undefined ? {} : { payload }) };
  const response = await stage.muster.call(options);
  expect([url, response.statusCode < 300 ? 'done' : response.body]).toEqual([url, 'done']);
};

export type Name = 'Olga' | 'Chen' | 'Otto' | 'Mia' | 'Sam';
export type Received = Partial<Record<Name, NoticeKind[]>>;
export type Action = {
  prepare?: () => Promise<unknown>;
  act: (prepared: never) => Promise<unknown>;
  received: Received;
};
export const action = <T>(one: {
  prepare?: () => Promise<T>;
  act: (prepared: T) => Promise<unknown>;
  received: Received;
}) => one as Action;

/** A stage.crew with a form about travel money that Mia has answered. */
export async function travel() {
  const world = await createDisclosureWorld(stage.muster);
  stage.crew = world;
  const { form: name } = await world.createForm();
  expect((await world.put(world.member, { form: name })).statusCode).toBe(200);
  const path = `forms/${name}/payments`;
  const people = [{ uid: world.member.uid, amount: 149_000, currency: 'TWD' }];
  const agree = (who: Caller) => world.put(who, { form: name });
  return { path, agree, pay: () => as(world.owner, 'POST', path, { people }) };
}
