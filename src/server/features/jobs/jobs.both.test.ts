import { beforeEach, expect, test } from 'vitest';
import { startTestApp, useApp } from '../../../../test/support/app.ts';
import { bearer, createPerson, tokenOf } from '../../../../test/support/factories.ts';
import { parseSchedule } from '../../lib/schedule.ts';
import type { Schedule } from '../../lib/schedule.ts';
import { dueAt, isClaimed } from './jobs.policy.ts';
import { listScheduledJobs, scheduler } from './jobs.service.ts';
import type { ScheduledJob } from './jobs.service.ts';

const muster = useApp();
beforeEach(async () => {
  await muster.db.transaction((trx) => trx.deleteFrom('chores').execute());
});

const hourly: Schedule = { every: 3600 };
const silent = { info: () => {}, error: () => {} };
const worker = (run: ScheduledJob['run'], schedule: Schedule = hourly) =>
  scheduler({ db: muster.db, clock: muster.clock, log: silent, list: [{ name: 'sweep', schedule, run }] });
const rowOf = async () => (await listScheduledJobs(muster.db.read)).find(({ name }) => name === 'sweep');

test('of many processes that check at once one runs the job, and again when it is due', async () => {
  let done = 0;
  const workers = Array.from({ length: 8 }, () =>
    worker(async () => {
      done += 1;
      return {};
    }),
  );
  for (const expected of [1, 2, 3]) {
    await Promise.all(workers.map(({ check }) => check()));
    expect(done).toBe(expected);
    await Promise.all(workers.map(({ check }) => check()));
    expect(done).toBe(expected);
    muster.clock.advance(3600);
  }
});

test('the job of a process that died is taken over once its claim has expired', async () => {
  using _still = muster.clock.freeze();
  const { promise: never } = Promise.withResolvers<object>();
  void worker(() => never).check();
  await expect.poll(async () => (await rowOf())?.claimed_until ?? null).not.toBeNull();
  let done = 0;
  const other = worker(async () => ({ done: (done += 1) }));
  muster.clock.advance(60);
  await other.check();
  expect(done).toBe(0);
  muster.clock.advance(61);
  await other.check();
  expect(done).toBe(1);
  expect(await rowOf()).toMatchObject({ claimed_until: null, good_at: muster.clock.now().toISOString(), failures: 0 });
});

test('a claim ends at its very millisecond', () => {
  const claimed_until = '2026-06-01T09:00:00.000Z';
  const atMs = (ms: number) => isClaimed({ claimed_until }, new Date(Date.parse(claimed_until) + ms));
  expect([atMs(-1), atMs(0)]).toEqual([true, false]);
});

test('a failure is counted, reported without a stack trace, and retried before the next scheduled run', async () => {
  using _still = muster.clock.freeze();
  let attempts = 0;
  const failing = worker(async () => {
    attempts += 1;
    if (attempts < 3) throw new Error('no space left on device\nsecond line');
    return {};
  });
  await failing.check();
  expect(await rowOf()).toMatchObject({ failures: 1, last_error: 'no space left on device', claimed_until: null });
  await failing.check();
  expect(attempts).toBe(1);
  muster.clock.advance(600);
  await failing.check();
  muster.clock.advance(600);
  await failing.check();
  expect(await rowOf()).toMatchObject({ failures: 2, last_error: null, good_at: muster.clock.now().toISOString() });
});

test('a process that stops hands its job to the others at once', async () => {
  const stopping = worker(
    (signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('broken off')))),
  );
  stopping.start();
  await expect.poll(async () => (await rowOf())?.claimed_until ?? null).not.toBeNull();
  await stopping.stop();
  expect(await rowOf()).toMatchObject({ claimed_until: null, failures: 0, good_at: null });
});

test('times in the future, written with a wrong clock, do not delay a job', async () => {
  let done = 0;
  const one = worker(async () => ({ done: (done += 1) }));
  await one.check();
  const future = '2999-01-01T00:00:00.000Z';
  for (const change of [{ good_at: future }, { claimed_until: future, good_at: null }, { failed_at: future }]) {
    await muster.db.transaction((trx) => trx.updateTable('chores').set(change).execute());
    muster.clock.advance(3600);
    await one.check();
  }
  expect(done).toBe(4);
});

test.each([
  ['6h', '2026-06-01T01:00:00.000Z', '2026-06-01T07:00:00.000Z'],
  ['03:30', '2026-06-01T01:00:00.000Z', '2026-06-01T03:30:00.000Z'],
  ['03:30', '2026-06-01T03:30:00.000Z', '2026-06-02T03:30:00.000Z'],
  ['00:00', '2026-06-30T23:59:59.999Z', '2026-07-01T00:00:00.000Z'],
])('%s after %s is %s', (text, last, next) => {
  const schedule = parseSchedule(text);
  if (schedule === undefined) throw new Error('a schedule');
  expect(dueAt(schedule, { good_at: last, failed_at: null }, new Date(last)).toISOString()).toBe(next);
});

test.each(['0h', '999h', '3', '24:00', '3:30', '03:60', 'daily', '-1h', '6 h'])('%s is not a schedule', (text) => {
  expect(parseSchedule(text)).toBeUndefined();
});

test('administrators and metrics see the result', async () => {
  await using app = await startTestApp({ place: muster.place, env: { BACKUP_EVERY: '6h' } });
  using _still = app.clock.freeze();
  const headers = bearer(await tokenOf(app, await createPerson(app, { administrator: true })));
  const stateOf = async () =>
    (await app.call({ url: '/api/admin/health', headers }))
      .json()
      .chores.find(({ name }: { name: string }) => name === 'backup');
  const now = app.clock.now().toISOString();
  const quiet = { name: 'backup', running: false, good_at: null, failed_at: null, reason: null, failures: 0 };
  expect(await stateOf()).toEqual({ ...quiet, next_at: now });
  const failed = {
    name: 'backup',
    failures: 3,
    failed_at: now,
    last_error: 'ENOSPC',
    good_at: '2026-06-01T06:00:00.000Z',
  };
  await app.db.transaction((trx) => trx.insertInto('chores').values(failed).execute());
  expect(await stateOf()).toEqual({
    ...quiet,
    good_at: failed.good_at,
    failed_at: now,
    reason: 'ENOSPC',
    failures: 3,
    next_at: '2026-06-01T12:00:00.000Z',
  });
  const { body } = await app.call({ url: '/metrics', remoteAddress: '127.0.0.1' });
  expect(body).toContain('muster_chore_period_seconds{chore="backup"} 21600');
  expect(body).toContain(
    `muster_chore_last_success_timestamp_seconds{chore="backup"} ${Date.parse(failed.good_at) / 1000}`,
  );
  expect(body).toContain('muster_chore_failures_total{chore="backup"} 3');
});
