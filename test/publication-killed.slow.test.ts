import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { testClock } from './support/app.ts';
import { emptyDatabase, migratedAt } from './support/database.ts';
import { bearer, createRows } from './support/factories.ts';
import { send, startServer } from './support/processes.ts';
import { newPerson, newTokenRow } from './support/world/rows.ts';
import { startMailServer } from './support/servers/smtp.ts';

const people = 900;
const kills = 3;
const outcomes = { accept: 'application.accepted', wait: 'application.waiting', decline: 'application.declined' };
const decisions = ['accept', 'wait', 'decline'] as const;

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(2);
}

test(`after ${kills} times kill -9 while ${people} decisions are published, everybody has learned their own once`, async () => {
  await using place = await emptyDatabase();
  await using mail = await startMailServer();
  await using migrated = await migratedAt(place);
  const { db } = migrated;
  const now = new Date();
  const owner = newPerson(now, { name: 'Olga' });
  const applicants = Array.from({ length: people }, (_, index) => newPerson(now, { name: `Applicant ${index}` }));
  const token = newTokenRow(owner);
  await createRows(
    { db, clock: testClock(now) },
    {
      people: [owner, ...applicants],
      tokens: [token],
      projects: [{ pid: 'camp', name: 'Camp', owners: [owner] }],
      teams: [{ pid: 'camp', tid: 'venue', name: 'Venue' }],
    },
  );
  await db.transaction(async (trx) => {
    await trx.updateTable('projects').set({ decisions: 'together' }).where('pid', '=', 'camp').execute();
    await trx
      .insertInto('applications')
      .values(
        applicants.map(({ uid }) => ({
          pid: 'camp',
          tid: 'venue',
          uid,
          message: '',
          language: 'en',
          created_at: now.toISOString(),
          expires_at: new Date(now.getTime() + 86_400_000).toISOString(),
        })),
      )
      .execute();
  });
  const start = () => startServer(place, { SMTP_URL: mail.url, RATE_LIMIT_SCALE: '1000000' });
  let server = await start();
  const post = async (path: string, body: object): Promise<Record<string, number>> => {
    const url = `/api/projects/camp/applications/${path}`;
    const response = await send(server, 'POST', url, { headers: bearer(token.token), body });
    expect(response.status).toBe(200);
    return (await response.json()) as Record<string, number>;
  };
  const decided = applicants.map(({ uid }, index) => ({
    uid,
    tid: 'venue',
    decision: decisions[index % decisions.length] ?? 'accept',
  }));
  for (let from = 0; from < people; from += 200)
    await post('decisions', { decisions: decided.slice(from, from + 200) });

  const texts = { accepted: 'Welcome, {{name}}!', waiting: 'Please wait.', declined: 'Sorry.' };
  const unpublished = async (): Promise<number> => {
    const row = await db.read
      .selectFrom('applications')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('pending', 'is not', null)
      .executeTakeFirstOrThrow();
    return row.count;
  };
  const left: number[] = [];
  for (let killed = 1; killed <= kills; killed += 1) {
    const goal = people * (1 - killed / (kills + 1));
    const publishing = post('publication', { texts }).catch(() => undefined);
    await until(async () => (await unpublished()) <= goal);
    await server.stop('SIGKILL');
    await publishing;
    left.push(await unpublished());
    server = await start();
  }
  // At least one of the kills was in the middle.
  expect(left.some((count) => count > 0 && count < people)).toBe(true);
  await post('publication', { texts });
  expect(await unpublished()).toBe(0);
  expect(await post('publication', { texts })).toMatchObject({ accepted: 0, waiting: 0, declined: 0 });

  const notices = await db.read
    .selectFrom('notices')
    .select(['uid', 'kind'])
    .where('kind', 'in', Object.values(outcomes))
    .execute();
  const expected = decided.map(({ uid, decision }) => `${uid} ${outcomes[decision]}`);
  expect(notices.map(({ uid, kind }) => `${uid} ${kind}`).toSorted()).toEqual(expected.toSorted());
  const team = await db.read.selectFrom('teams').select('member_count').where('tid', '=', 'venue').executeTakeFirst();
  expect(team).toEqual({ member_count: people / decisions.length });

  // The owner gets mails about roles that an API token changed.
  const arrived = () => mail.mails.filter(({ to }) => !to.includes(owner.email));
  await until(() => new Set(arrived().flatMap(({ to }) => to)).size === people);
  await server.stop('SIGKILL');
  // A mail that was being sent when the process died is sent again, as the same message.
  const idOf = (source: string) => /^message-id: (.+)$/im.exec(source)?.[1]?.trim();
  expect(new Set(arrived().map(({ to, source }) => `${to.join(' ')} ${idOf(source)}`)).size).toBe(people);
  const texted = arrived().filter(({ source }) => /Welcome, Applicant|Please wait|Sorry/.test(source));
  expect(texted).toHaveLength(arrived().length);
  console.log(`${kills} kills: ${left.join(', ')} decisions were left; ${arrived().length} mails to ${people} people`);
});
