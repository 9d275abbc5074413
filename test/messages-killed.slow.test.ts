import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { testClock } from './support/app.ts';
import { emptyDatabase, migratedAt } from './support/database.ts';
import { bearer, createRows } from './support/factories.ts';
import { send, startServer } from './support/processes.ts';
import { newPerson, newTokenRow } from './support/world/rows.ts';
import { startMailServer } from './support/servers/smtp.ts';

const people = 500;
const kills = 4;
const processes = 2;
/** Of each process; every recipient who is being sent to has one. */
const connections = 10;

/** Nobody sees that a mail arrived but the mail server, so this looks again and again. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(2);
}

test(`after ${kills} times kill -9 while a message is sent to ${people} people, nobody gets it twice and every doubt is known`, async () => {
  await using place = await emptyDatabase();
  await using mail = await startMailServer();
  await using migrated = await migratedAt(place);
  const { db } = migrated;
  const now = new Date();
  const owner = newPerson(now, { name: 'Olga' });
  const members = Array.from({ length: people }, (_, index) => newPerson(now, { name: `Member ${index}` }));
  const token = newTokenRow(owner);
  await createRows(
    { db, clock: testClock(now) },
    {
      people: [owner, ...members],
      tokens: [token],
      projects: [{ pid: 'camp', name: 'Camp', owners: [owner] }],
      teams: [{ pid: 'camp', tid: 'venue', name: 'Venue', members }],
    },
  );
  const start = () => Promise.all(Array.from({ length: processes }, () => startServer(place, { SMTP_URL: mail.url })));
  let servers = await start();
  const [first] = servers;
  if (first === undefined) throw new Error('no server was started');
  const call = async (path: string, body: object = {}) => {
    const response = await send(first, 'POST', `/api/projects/camp/messages${path}`, {
      headers: bearer(token.token),
      body,
    });
    expect(response.status).toBeLessThan(300);
    return (await response.json()) as { id: string };
  };
  const { id } = await call('', { audience: { everyone: true }, subject: 'Hello', body: 'Hello {{name}}' });
  await call(`/${id}/send`);

  let lastKill = '';
  for (let killed = 1; killed <= kills; killed += 1) {
    await until(() => mail.mails.length >= (people * killed) / (kills + 1));
    await Promise.all(servers.map((server) => server.stop('SIGKILL')));
    lastKill = new Date().toISOString();
    servers = await start();
  }
  const rows = () =>
    db.read
      .selectFrom('message_recipients')
      .innerJoin('people', 'people.uid', 'message_recipients.uid')
      .select(['email', 'state'])
      .execute();
  await until(async () => (await rows()).every(({ state }) => state !== 'waiting'));

  // Two minutes pass for what the killed processes left behind.
  const before = new Date(Date.now() - 300_000).toISOString();
  await db.transaction((trx) =>
    trx
      .updateTable('message_recipients')
      .set({ changed_at: before })
      .where('state', '=', 'sending')
      .where('changed_at', '<', lastKill)
      .execute(),
  );
  const stateOf = async () =>
    (await db.read.selectFrom('messages').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
  await until(async () => (await stateOf()) === 'sent');
  await Promise.all(servers.map((server) => server.stop('SIGKILL')));

  const arrived = mail.mails.flatMap(({ to }) => to);
  expect(new Set(arrived).size).toBe(arrived.length);
  const outcome = Map.groupBy(await rows(), ({ state }) => state);
  const sent = (outcome.get('sent') ?? []).map(({ email }) => email);
  const inDoubt = (outcome.get('in_doubt') ?? []).map(({ email }) => email);
  expect(sent.length + inDoubt.length).toBe(people);
  expect(inDoubt.length).toBeLessThanOrEqual(kills * processes * connections);
  expect(sent.filter((email) => !arrived.includes(email))).toEqual([]);
  const unknown = inDoubt.filter((email) => !arrived.includes(email));
  expect(arrived.length).toBe(people - unknown.length);
  console.log(
    `${kills} kills of ${processes} processes: ${arrived.length} of ${people} arrived, none twice; ${inDoubt.length} in doubt, of which ${inDoubt.length - unknown.length} arrived`,
  );
});
