import { expect, test } from 'vitest';
import { sql } from 'kysely';
import type { Db } from '../src/server/db/db.ts';
import type { ChangePage } from '../src/server/features/changes/changes.schema.ts';
import { testClock } from './support/app.ts';
import { engine, everyCell, emptyDatabase, migratedAt } from './support/database.ts';
import type { TestDatabase } from './support/database.ts';
import { followChanges } from './support/servers/following.ts';
import { startServer } from './support/processes.ts';
import type { ServerProcess } from './support/processes.ts';
import { startMailServer } from './support/servers/smtp.ts';
import { expectDelivered, expectLinks, expectWhole } from './support/races/whole.ts';
import { createWriteScenario, startWriting } from './support/races/writers.ts';
import type { WriteScenario, Writing } from './support/races/writers.ts';

const kills = 10;
const writesBetween = 10;

/** Kills two processes in turn and replaces them. Of every five kills the last two come at once. */
async function killInALoop(
  place: TestDatabase,
  env: Record<string, string>,
  write: (door: () => string | undefined) => Writing,
  scenario: WriteScenario,
) {
  const start = () => startServer(place, env);
  await using servers = new AsyncDisposableStack();
  const running: (ServerProcess | undefined)[] = [];
  const hire = async (at: number) => void (running[at] = servers.use(await start()));
  const kill = async (at: number) => {
    const victim = running[at];
    running[at] = undefined;
    return victim?.stop('SIGKILL');
  };
  await Promise.all([hire(0), hire(1)]);
  let turn = 0;
  const door = () => {
    const there = running.filter((server) => server !== undefined);
    return there[(turn += 1) % there.length]?.url;
  };
  const writing = write(door);
  const following = followChanges(door, scenario.owner.headers);
  for (let killed = 0; killed < kills;) {
    await writing.until(writesBetween);
    const victims = killed % 5 === 3 ? [0, 1] : [killed % 2];
    const endings = await Promise.all(victims.map(kill));
    expect(endings.map((ending) => ending?.signal)).toEqual(victims.map(() => 'SIGKILL'));
    killed += victims.length;
    await Promise.all(victims.map(hire));
  }
  await writing.until(writesBetween);
  const writes = await writing.stop();
  const feed = await feedOf(door, scenario);
  expect(await following.finish(feed.at(-1) ?? '')).toEqual(feed);
  expect(following.connections()).toBeGreaterThan(kills / 2);
  return writes;
}

/** The whole change feed of the project, by pages. */
async function feedOf(door: () => string | undefined, { owner }: WriteScenario): Promise<string[]> {
  const ids: string[] = [];
  for (let [more, after] = [true, '']; more;) {
    const url = `${door()}/api/changes?limit=200${after === '' ? '' : `&after=${after}`}`;
    const page = (await (await fetch(url, { headers: owner.headers })).json()) as ChangePage;
    ids.push(...page.data.map(({ id }) => id));
    ({ more, next: after } = page);
  }
  return ids;
}

/** PostgreSQL complains itself when a page that is read is damaged. */
async function integrityOf(db: Db): Promise<string> {
  await everyCell(db);
  if (engine === 'postgres') return 'ok';
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db.read);
  return rows.map((row) => row.integrity_check).join(', ');
}

test(`after ${kills} times kill -9 during writes no acknowledged write is lost or partial, all mail is sent, and a follower of the changes has every one once`, async () => {
  await using place = await emptyDatabase();
  await using mail = await startMailServer();
  await using migrated = await migratedAt(place);
  const at = { db: migrated.db, clock: testClock(new Date()) };
  const scenario = await createWriteScenario(at);
  const env = { RATE_LIMIT_SCALE: '1000000', SMTP_URL: mail.url };
  const writes = await killInALoop(place, env, (door) => startWriting(scenario, door), scenario);

  expect(await integrityOf(migrated.db)).toBe('ok');
  await expectWhole(at, scenario, writes);
  await expectLinks(at, writes);
  const { jobs, again } = await expectDelivered({ db: migrated.db, clock: testClock(new Date()) }, mail, writes);
  console.log(
    `${engine}: ${kills} kills, ${writes.acknowledgedAtMs.length} writes acknowledged, 0 lost; ` +
      `answers ${JSON.stringify(Object.fromEntries(writes.answers))}; ${jobs} mails, ${again} of them twice`,
  );
}, 1_200_000);
