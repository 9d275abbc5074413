import { browserOf, createPerson, createProject, createTeam } from '../../test/support/factories.ts';
import type { TestContext, TestPerson } from '../../test/support/factories.ts';
import { testClock } from '../../test/support/app.ts';
import { openAt } from '../../test/support/database.ts';
import type { Page } from 'playwright-core';
import type { Server } from './server.ts';

/** Inserts test data into the database of the running service. */
export async function seed<T>({ folder }: Server, plant: (context: TestContext) => Promise<T>): Promise<T> {
  const db = openAt({ folder, databaseUrl: undefined, [Symbol.asyncDispose]: async () => {} });
  const clock = { ...testClock(), now: () => new Date() };
  try {
    return await plant({ db, clock });
  } finally {
    await db.close();
  }
}

/** Deletes what a failed attempt of a test left behind, so that the next one starts from the same state. */
export const forgetEventDay = (server: Server): Promise<void> =>
  seed(server, ({ db }) =>
    db.transaction(async (trx) => {
      for (const table of ['hand_outs', 'devices', 'work', 'certificates', 'certificate_batches'] as const)
        await trx.deleteFrom(table).execute();
      // The tasks of a year are further away.
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
      await trx.deleteFrom('tasks').where('starts_at', '<', tomorrow).execute();
    }),
  );

/** A person with a history: two years, three teams, both roles. */
export const createVolunteer = (server: Server, name = 'Ada Lovelace'): Promise<TestPerson> =>
  seed(server, async (context) => {
    const person = await createPerson(context, { name, administrator: true });
    const earlier = await createProject(context, { pid: '2025', name: '社群年會 2025' });
    const current = await createProject(context, { pid: '2026', name: `Summer Camp 2026 ${name}`, owners: [person] });
    await createTeam(context, earlier, { tid: 'venue', name: '場務組', members: [person] });
    await createTeam(context, current, { tid: 'it', name: 'Network & IT', chiefs: [person] });
    await createTeam(context, current, { tid: 'press', name: `Press ${name}`, members: [person] });
    return person;
  });

/** Signs in a browser window with a new session, without the mailed link that other tests cover. */
export async function signInAs(server: Server, page: Page, person: TestPerson): Promise<void> {
  const { cookie = '' } = await seed(server, (context) => browserOf(context, person));
  const [name = '', value = ''] = cookie.split('=');
  // The application has sent the server what it needs to know about the browser while the person signed in.
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  await page.context().addCookies([
    { name, value, url: server.url, httpOnly: true, sameSite: 'Lax' },
    { name: 'muster_time_zone', value: zone, url: server.url },
  ]);
}
