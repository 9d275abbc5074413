import { startSession } from '../../src/server/features/sign-in/sign-in.service.ts';
import { newId } from '../../src/server/lib/secrets.ts';
import type { TestApp } from './app.ts';
import { insertTestRows, newPerson, newTokenRow, nextNumber } from './world/rows.ts';
import type { PersonRow, Rows } from './world/rows.ts';

export type TestPerson = Pick<PersonRow, 'uid' | 'email' | 'name'>;

/** What is needed to create something: an app, or a database that server processes use. */
export type TestContext = Pick<TestApp, 'db' | 'clock'>;

/** Inserts rows into an installation that is set up. */
export async function createRows({ db, clock }: TestContext, rows: Rows): Promise<void> {
  const now = clock.now();
  await db.transaction(async (trx) => {
    await insertTestRows(trx, now, rows);
    await trx.updateTable('installation').set({ set_up_at: now.toISOString() }).execute();
  });
}

export async function createPerson(context: TestContext, fields: Partial<PersonRow> = {}): Promise<TestPerson> {
  const person = newPerson(context.clock.now(), fields);
  await createRows(context, { people: [person] });
  return { uid: person.uid, email: person.email, name: person.name };
}

export async function setLanguage(
  { db }: TestContext,
  { uid }: { uid: string },
  language: 'en' | 'zh-TW',
): Promise<void> {
  await db.transaction((trx) => trx.updateTable('people').set({ language }).where('uid', '=', uid).execute());
}

/** The cookie of a signed-in browser, and the header that its own pages send. */
export async function browserOf({ db, clock }: TestContext, { uid }: { uid: string }): Promise<Record<string, string>> {
  const token = await db.transaction((trx) => startSession(trx, clock.now(), uid, 'Test browser'));
  return { cookie: `muster_session=${token}`, 'sec-fetch-site': 'same-origin' };
}

export async function tokenOf(
  { db, clock }: TestContext,
  person: { uid: string },
  fields: { scope?: 'read' | 'write'; days?: number; privateRead?: boolean } = {},
): Promise<string> {
  const row = { ...newTokenRow(person), ...fields };
  await db.transaction((trx) => insertTestRows(trx, clock.now(), { tokens: [row] }));
  return row.token;
}

export const bearer = (token: string): { authorization: string } => ({ authorization: `Bearer ${token}` });

export async function createProject(
  { db, clock }: TestContext,
  { pid, name, owners = [] }: { pid?: string; name?: string; owners?: { uid: string }[] } = {},
): Promise<string> {
  const number = nextNumber();
  const project = { pid: pid ?? `project-${number}`, name: name ?? `Project ${number}`, owners };
  await db.transaction((trx) => insertTestRows(trx, clock.now(), { projects: [project] }));
  return project.pid;
}

type TeamFields = {
  tid?: string;
  name?: string;
  headcount?: number;
  disabled?: boolean;
  chiefs?: { uid: string }[];
  members?: { uid: string }[];
};

export async function createTeam({ db, clock }: TestContext, pid: string, fields: TeamFields = {}): Promise<string> {
  const number = nextNumber();
  const team = { tid: `team-${number}`, name: `Team ${number}`, ...fields, pid };
  await db.transaction((trx) => insertTestRows(trx, clock.now(), { teams: [team] }));
  return team.tid;
}

/** A task of the project, an hour far in the future unless the fields say otherwise. */
export async function createTask({ db, clock }: TestContext, pid: string, fields: TaskFields = {}): Promise<string> {
  const now = clock.now();
  const task = { ...defaultTask, id: newId(now), ...fields, pid };
  await db.transaction((trx) => insertTestRows(trx, now, { tasks: [task] }));
  return task.id;
}

type TaskFields = Partial<NonNullable<Rows['tasks']>[number]>;

const defaultTask = {
  title: 'Task',
  starts_at: '2099-01-01T09:00:00.000Z',
  ends_at: '2099-01-01T10:00:00.000Z',
  capacity: 5,
};
