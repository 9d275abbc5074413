/**
 * 1,000 scans by 10 devices after an hour offline, each sent twice and out of order, on SQLite; and the same statements
 * sent by bare `node:sqlite` to a copy of the same database. Both by processor time, which other programs hardly affect.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { StatementSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { startTestApp } from '../../test/support/app.ts';
import { createDevice, taskNow } from '../../test/support/world/desk.ts';
import { createCrew, createMembers } from '../../test/support/world.ts';
import { interceptStatements, isInput, ratioOf } from '../engines.ts';
import type { Sent } from '../engines.ts';
import type { Row, Rows, Stage } from '../stage.ts';

const [deviceCount, scanCount, perRequest] = [10, 1000, 50];

/** Seconds of processor time so far. */
const used = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
};

type Outcome = { perSecond: number; right: number; failed: number };

/** The scans through Muster. Returns what they sent to the database, whose state before is in the file. */
async function muster(copy: string): Promise<Outcome & { sent: Sent[] }> {
  await using app = await startTestApp();
  const crew = await createCrew(app);
  const people = await createMembers(app, crew.pid, 'venue', scanCount / 2);
  const task = await taskNow(app, crew, people);
  const devices = await Promise.all(Array.from({ length: deviceCount }, () => createDevice(app, crew)));
  const now = app.clock.now().getTime();
  const before = (seconds: number): string => new Date(now - seconds * 1000).toISOString();
  const expected = people.map(({ uid }, index) => ({ uid, arrived_at: before(3600 - index), left_at: before(index) }));
  const scans = expected.flatMap(({ uid, arrived_at, left_at }) => [
    { id: randomUUID(), uid, task: task.id, step: 'arrive', at: arrived_at },
    { id: randomUUID(), uid, task: task.id, step: 'leave', at: left_at },
  ]);
  // Compiles validators and statements, which a process does once.
  for (const { results: send } of devices)
    await send(Array.from({ length: perRequest }, () => ({ uid: 'nobody', task: task.id })));
  copyDatabase(join(app.place.folder, 'muster.db'), copy);
  const sent: Sent[] = [];
  const restore = interceptStatements(sent);
  const started = used();
  const responses = await Promise.all(
    devices.flatMap(({ token }, index) => {
      const own = scans.filter((_, place) => place % deviceCount === index).toReversed();
      const batches = Array.from({ length: Math.ceil(own.length / perRequest) }, (_, batch) =>
        own.slice(batch * perRequest, (batch + 1) * perRequest),
      );
      return [...batches, ...batches].map((batch) =>
        app.app.inject({
          method: 'POST',
          url: `/api/projects/${crew.pid}/desk/scans`,
          headers: { authorization: `Bearer ${token}` },
          payload: { scans: batch },
        }),
      );
    }),
  );
  const seconds = used() - started;
  for (const undo of restore) undo();
  const rows = await app.db.read
    .selectFrom('attendances')
    .select(['uid', 'state', 'arrived_at', 'left_at'])
    .where('task_id', '=', task.id)
    .execute();
  const byUid = new Map(rows.map((row) => [row.uid, row]));
  const right = expected.filter(({ uid, arrived_at, left_at }) =>
    isDeepStrictEqual({ ...byUid.get(uid) }, { uid, state: 'left_early', arrived_at, left_at }),
  );
  return {
    perSecond: (2 * scanCount) / seconds,
    right: right.length,
    failed: responses.filter(({ statusCode }) => statusCode !== 200).length,
    sent,
  };
}

function copyDatabase(from: string, to: string): void {
  const database = new DatabaseSync(from);
  database.prepare('vacuum into ?').run(to);
  database.close();
}

/** The same statements, each distinct one prepared once. Muster reads with a second connection, which is not needed here. */
function bare(file: string, sent: readonly Sent[]): number {
  const database = new DatabaseSync(file);
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma secure_delete = on; pragma cache_size = -32000',
  );
  const writer = sent.find(({ text }) => text === 'begin immediate')?.connection;
  const wanted = sent.filter(({ connection }) => connection === undefined || connection === writer);
  const prepared = new Map<string, StatementSync>();
  const started = used();
  for (const { text, values, connection } of wanted) {
    if (connection !== undefined) {
      database.exec(text);
      continue;
    }
    const statement = prepared.get(text) ?? database.prepare(text);
    prepared.set(text, statement);
    statement.all(...values.filter(isInput));
  }
  const seconds = used() - started;
  database.close();
  return (2 * scanCount) / seconds;
}

async function desk({ rounds }: Stage): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-bench-desk-'));
  const rates: [number[], number[]] = [[], []];
  const outcomes: Outcome[] = [];
  let statements = 0;
  try {
    // The first round loads and optimises the code.
    for (let round = -1; round < Math.min(rounds, 5); round += 1) {
      const file = join(folder, `${round}.db`);
      const { sent, ...outcome } = await muster(file);
      const reference = bare(file, sent);
      if (round === -1) continue;
      statements = sent.length;
      outcomes.push(outcome);
      rates[0].push(outcome.perSecond);
      rates[1].push(reference);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const each = (of: (outcome: Outcome) => number): string => [...new Set(outcomes.map(of))].join(', ');
  return [
    {
      what: `${scanCount} scans by ${deviceCount} devices after an hour offline, each sent twice, leaving before arriving: people with the right times`,
      goal: `${scanCount / 2}, none failed`,
      measured: `${each(({ right }) => right)}, ${each(({ failed }) => failed)} requests failed`,
      spread: '',
      ok: outcomes.every(({ right, failed }) => right === scanCount / 2 && failed === 0),
      notes: '',
    },
    ratioOf(
      `the same: scans against bare node:sqlite with the same ${statements} statements, by processor time`,
      0.4,
      rates,
      ['Muster', 'bare'],
    ),
  ];
}

export const deskRows: Rows = { desk: { run: desk } };
