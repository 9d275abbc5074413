/**
 * 1,000 scans by 10 devices after an hour offline, each sent twice and out of order, on SQLite; and the same rows written
 * by bare `node:sqlite`, one transaction per request. Both by processor time, which other programs hardly affect. The bare
 * tables have no indexes besides their keys; Muster's have, and most of the difference is SQLite writing to them.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startTestApp } from '../../test/support/app.ts';
import { createDevice, taskNow } from '../../test/support/desk.ts';
import { createCrew, createMembers } from '../../test/support/world.ts';
import type { Row, Rows } from '../stage.ts';

const [deviceCount, scanCount, perRequest] = [10, 1000, 50];

/** Seconds of processor time so far. */
const used = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
};

type Outcome = { perSecond: number; counted: number; arrived: number };

async function muster(): Promise<Outcome> {
  await using app = await startTestApp({ env: { RATE_LIMIT_SCALE: '1000' } });
  const crew = await createCrew(app);
  const people = await createMembers(app, crew.pid, 'venue', scanCount);
  const task = await taskNow(app, crew, people);
  const devices = await Promise.all(Array.from({ length: deviceCount }, () => createDevice(app, crew)));
  const now = app.clock.now().getTime();
  const scans = people.map(({ uid }, index) => ({
    id: randomUUID(),
    uid,
    task: task.id,
    at: new Date(now - (index % 3600) * 1000).toISOString(),
  }));
  // Compiles validators and statements, which a process does once.
  for (const { results: send } of devices)
    await send(Array.from({ length: perRequest }, () => ({ uid: 'nobody', task: task.id })));
  const started = used();
  const results = await Promise.all(
    devices.flatMap(({ token }, index) => {
      const own = scans.filter((_, place) => place % deviceCount === index).toReversed();
      const batches = Array.from({ length: Math.ceil(own.length / perRequest) }, (_, batch) =>
        own.slice(batch * perRequest, (batch + 1) * perRequest),
      );
      return [...batches, ...batches].map(async (batch) => {
        const response = await app.app.inject({
          method: 'POST',
          url: `/api/projects/${crew.pid}/desk/scans`,
          headers: { authorization: `Bearer ${token}` },
          payload: { scans: batch.map((scan) => ({ ...scan, step: 'arrive' })) },
        });
        return response.json<{ results: { result: string }[] }>().results;
      });
    }),
  );
  const seconds = used() - started;
  const rows = await app.db.read
    .selectFrom('attendances')
    .select('state')
    .where('task_id', '=', task.id)
    .where('state', '=', 'arrived')
    .execute();
  return {
    perSecond: (2 * scanCount) / seconds,
    counted: results.flat().filter(({ result }) => result === 'accepted').length,
    arrived: rows.length,
  };
}

/** The rows that a scan writes: the scan, the state, the audit entry and the change. */
function bare(): number {
  const folder = mkdtempSync(join(tmpdir(), 'muster-desk-'));
  const db = new DatabaseSync(join(folder, 'bare.db'));
  db.exec(`pragma journal_mode = wal; pragma synchronous = full;
    create table scans (pid text, id text, uid text, task_id text, at text, result text, primary key (pid, id));
    create table attendances (task_id text, uid text, state text, arrived_at text, primary key (task_id, uid));
    create table audit (id text primary key, kind text, subject text, detail text);
    create table changes (seq integer primary key autoincrement, kind text, subject text);`);
  const uids = Array.from({ length: scanCount }, () => randomUUID());
  const add = db.prepare(`insert into attendances values ('t', ?, 'joined', null)`);
  for (const uid of uids) add.run(uid);
  const find = db.prepare('select result from scans where pid = ? and id = ?');
  const read = db.prepare('select state, arrived_at from attendances where task_id = ? and uid = ?');
  const scan = db.prepare(`insert into scans values ('p', ?, ?, 't', ?, 'accepted')`);
  const mark = db.prepare(`update attendances set state = 'arrived', arrived_at = ? where task_id = 't' and uid = ?`);
  const audit = db.prepare(`insert into audit values (?, 'attendance.marked', ?, '{}')`);
  const change = db.prepare(`insert into changes (kind, subject) values ('attendance.marked', ?)`);
  const ids = uids.map(() => randomUUID());
  const started = used();
  for (const _ of [1, 2])
    for (let start = 0; start < scanCount; start += perRequest) {
      db.exec('begin immediate');
      for (const [offset, uid] of uids.slice(start, start + perRequest).entries()) {
        const id = ids[start + offset] ?? '';
        if (find.get('p', id) !== undefined) continue;
        read.get('t', uid);
        const at = new Date().toISOString();
        scan.run(id, uid, at);
        mark.run(at, uid);
        audit.run(randomUUID(), uid);
        change.run(uid);
      }
      db.exec('commit');
    }
  const seconds = used() - started;
  db.close();
  rmSync(folder, { recursive: true });
  return (2 * scanCount) / seconds;
}

async function desk(): Promise<Row[]> {
  // The first round loads and optimises the code.
  await muster();
  const { perSecond, counted, arrived } = await muster();
  bare();
  const reference = bare();
  const share = perSecond / reference;
  return [
    {
      what: `${scanCount} scans by ${deviceCount} devices after an hour offline, each sent twice: people who arrived`,
      goal: String(scanCount),
      measured: String(arrived),
      spread: '',
      ok: arrived === scanCount,
      notes: `${counted} answers "accepted"`,
    },
    {
      what: 'the same: scans against bare node:sqlite with the same statements, SQLite',
      goal: '>= 0.4',
      measured: share.toFixed(2),
      spread: '',
      ok: share >= 0.4,
      notes: `${Math.round(perSecond)} and ${Math.round(reference)} for a second of processor time`,
    },
  ];
}

export const deskRows: Rows = { desk: { run: desk } };
