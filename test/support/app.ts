import { afterAll, beforeAll } from 'vitest';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import type { InjectOptions, Response } from 'light-my-request';
import { buildApp } from '../../src/server/app.ts';
import type { Muster } from '../../src/server/app.ts';
import { readConfig } from '../../src/server/config.ts';
import type { Config } from '../../src/server/config.ts';
import type { Db } from '../../src/server/db/db.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import type { Mail } from '../../src/server/lib/mailer.ts';
import { engine, migratedDatabase, openAt } from './database.ts';
import type { Engine, TestDatabase } from './database.ts';
import { conformance } from './conformance.ts';

export type TestClock = {
  now: () => Date;
  advance: (seconds: number) => void;
  /** Stops the clock until the end of the block, for tests about an exact time. */
  freeze: () => Disposable;
};

/** Advances by a millisecond with every read, so that no test passes because two timestamps are equal. */
export function testClock(start = new Date('2026-06-01T09:00:00.000Z')): TestClock {
  let current = start.getTime();
  let step = 1;
  return {
    now: () => {
      const now = new Date(current);
      current += step;
      return now;
    },
    advance: (seconds) => {
      current += seconds * 1000;
    },
    freeze: () => {
      step = 0;
      return { [Symbol.dispose]: () => void (step = 1) };
    },
  };
}

export type Call = InjectOptions & { url: string };

export type TestApp = Muster & {
  db: Db;
  clock: TestClock;
  config: Config;
  place: TestDatabase;
  mails: Mail[];
  logs: string[];
  /** Sends a request through the whole app and checks the response against the OpenAPI document. */
  call: (options: Call | string) => Promise<Response>;
  /** Delivers and returns the waiting mail. */
  deliver: () => Promise<Mail[]>;
  /** The same after notices could be merged: two minutes pass, and what is due is sent. */
  deliverNotices: () => Promise<Mail[]>;
  [Symbol.asyncDispose]: () => Promise<void>;
};

export type TestOptions = {
  engine?: Engine;
  env?: Record<string, string>;
  place?: TestDatabase;
  clock?: TestClock;
  webRoot?: string;
};

/** For tests about the limits: without it, no test reaches one. */
export const realLimits = { RATE_LIMIT_SCALE: '1' };

const builtWeb = fileURLToPath(new URL('../../dist/web', import.meta.url));

export async function startTestApp(options: TestOptions = {}): Promise<TestApp> {
  const place = options.place ?? (await migratedDatabase(options.engine ?? engine));
  const config = readConfig({
    DATA_DIR: place.folder,
    MUSTER_KEY: '11'.repeat(32),
    BASE_URL: 'http://muster.test',
    RATE_LIMIT_SCALE: '1000000',
    ...(place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl }),
    ...options.env,
  });
  const db = openAt(place);
  const clock = options.clock ?? testClock();
  if (options.place !== undefined) await migrate(db, clock.now().toISOString());
  const mails: Mail[] = [];
  const ids = new Map<Mail, string>();
  const mailer = {
    send: async (id: string, mail: Mail) => void (ids.set(mail, id), mails.push(mail)),
    close: () => {},
  };
  const logs: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void logs.push(line) });
  const muster = await buildApp({
    db,
    config,
    clock,
    mailer,
    loggerInstance: log,
    webRoot: options.webRoot ?? builtWeb,
  });
  const conforms = conformance(muster);
  const deliver = async () => {
    await muster.services.messageSender.drain();
    await muster.services.outbox.drain();
    // Several are sent at once; ids have the order in which they were queued.
    return mails.splice(0).toSorted((a, b) => ((ids.get(a) ?? '') < (ids.get(b) ?? '') ? -1 : 1));
  };
  return {
    ...muster,
    db,
    clock,
    config,
    place,
    mails,
    logs,
    call: async (request) => {
      const options = typeof request === 'string' ? { url: request } : request;
      const response = await muster.app.inject(options);
      conforms(options.method ?? 'GET', options.url, response);
      return response;
    },
    deliver,
    deliverNotices: async () => {
      clock.advance(121);
      await muster.services.jobList.find(({ name }) => name === 'notices')?.run(new AbortController().signal);
      return deliver();
    },
    [Symbol.asyncDispose]: async () => {
      await muster.app.close();
      await db.close();
      if (options.place === undefined) await place[Symbol.asyncDispose]();
    },
  };
}

/** An app for all tests of a file. It is filled in before the first test runs. */
export function useApp(options: TestOptions = {}): TestApp {
  const muster = {} as TestApp;
  beforeAll(async () => {
    Object.assign(muster, await startTestApp(options));
  });
  afterAll(() => muster[Symbol.asyncDispose]());
  return muster;
}
