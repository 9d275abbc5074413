import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startTestApp } from '../app.ts';
import type { TestApp } from '../app.ts';
import { createCrew } from '../world.ts';
import type { Crew } from '../world.ts';
import { emptyDatabase } from '../database.ts';
import type { TestDatabase } from '../database.ts';

const patienceMs = 60_000;
const pollMs = 10;

export type LockHolder = {
  /** Runs a statement in the holder's transaction and keeps its locks. */
  lock: (statement: string, values?: readonly unknown[]) => Promise<void>;
  /** Commits, which releases all locks. */
  release: () => Promise<void>;
  [Symbol.asyncDispose]: () => Promise<void>;
};

const connect = async (url: string | undefined): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url, application_name: 'lock holder' });
  await client.connect();
  return client;
};

/**
 * A second client of the test's own PostgreSQL database. It holds rows or tables, so that the test and not the
 * scheduler decides how far each request gets.
 */
export async function lockHolder({ place }: TestApp): Promise<LockHolder> {
  const client = await connect(place.databaseUrl);
  await client.query('begin');
  return {
    lock: async (statement, values = []) => void (await client.query(statement, [...values])),
    release: async () => void (await client.query('commit')),
    [Symbol.asyncDispose]: () => client.end(),
  };
}

/** Resolves when exactly `count` statements of the app wait for a lock. */
export async function untilWaiting({ place }: TestApp, count: number): Promise<void> {
  const client = await connect(place.databaseUrl);
  try {
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const { rows } = await client.query(
        `select query from pg_stat_activity
         where application_name = 'muster' and datname = current_database() and wait_event_type = 'Lock'`,
      );
      if (rows.length === count) return;
      if (performance.now() > deadline) throw new Error(`${rows.length} statements wait for a lock, not ${count}`);
      await sleep(pollMs);
    }
  } finally {
    await client.end();
  }
}

/** How many deadlocks the database had. Sessions report them when they end, so the app must be closed before. */
async function deadlocksIn(place: TestDatabase): Promise<number> {
  const client = await connect(place.databaseUrl);
  try {
    for (;;) {
      const { rows } = await client.query(
        `select (select deadlocks from pg_stat_database where datname = current_database()) as deadlocks,
           (select count(*) from pg_stat_activity
            where application_name = 'muster' and datname = current_database()) as sessions`,
      );
      if (Number(rows[0]?.sessions) === 0) return Number(rows[0]?.deadlocks);
      await sleep(pollMs);
    }
  } finally {
    await client.end();
  }
}

export type LockWorld = { muster: TestApp; crew: Crew; [Symbol.asyncDispose]: () => Promise<void> };

/**
 * A crew on PostgreSQL whose requests wait for locks as long as a test holds them. The service retries after a deadlock,
 * so no response shows it: here a deadlock fails the test that disposes of the world.
 */
export async function startLockWorld(): Promise<LockWorld> {
  const place = await emptyDatabase('postgres');
  const databaseUrl = `${place.databaseUrl}?lock_timeout=60000&statement_timeout=60000`;
  const muster = await startTestApp({ place: { ...place, databaseUrl } });
  return {
    muster,
    crew: await createCrew(muster),
    [Symbol.asyncDispose]: async () => {
      await muster[Symbol.asyncDispose]();
      const deadlocks = await deadlocksIn(place);
      await place[Symbol.asyncDispose]();
      if (deadlocks > 0) throw new Error(`${deadlocks} deadlocks: locks were not taken in the same order`);
    },
  };
}

type Held = readonly [statement: string, values: readonly unknown[]];

/** Holds the locks of the statements, starts the requests one after the other, then releases the locks. */
export async function raceAgainst<T>(
  muster: TestApp,
  held: readonly Held[],
  requests: readonly (() => Promise<T>)[],
): Promise<T[]> {
  await using holder = await lockHolder(muster);
  for (const [statement, values] of held) await holder.lock(statement, values);
  const answers: Promise<T>[] = [];
  for (const request of requests) {
    answers.push(request());
    await untilWaiting(muster, answers.length);
  }
  await holder.release();
  return Promise.all(answers);
}
