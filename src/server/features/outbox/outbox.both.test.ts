import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startTestApp } from '../../../../test/support/app.ts';
import type { TestApp } from '../../../../test/support/app.ts';
import { createMailer } from '../../lib/mailer.ts';
import type { Mail, Mailer } from '../../lib/mailer.ts';
import { mailHandlers } from '../mail/mail.service.ts';
import { outbox } from './outbox.service.ts';

const apps: TestApp[] = [];
let muster: TestApp;
beforeEach(async () => {
  muster = apps[0] ?? (await startTestApp());
  apps[0] = muster;
  await muster.db.transaction((trx) => trx.deleteFrom('outbox').execute());
});
afterAll(() => muster[Symbol.asyncDispose]());

const mail: Mail = { to: 'ada@example.org', subject: 'Hello', text: 'A line with a secret.\n' };
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const accepting = (sent: string[]): Mailer => ({ send: async (id) => void sent.push(id), close: () => {} });
const failing = (error: Error): Mailer => ({ send: () => Promise.reject(error), close: () => {} });

/** A worker of its own, as another process would have it, on the same database and clock. */
const worker = (mailer: Mailer) =>
  outbox({
    db: muster.db,
    clock: muster.clock,
    keys: muster.services.keys,
    log: silent,
    handlers: mailHandlers({ db: muster.db, mailer, clock: muster.clock }),
  });

const post = (key: string) =>
  muster.db.transaction((trx) => muster.services.mailQueue.add(trx, key, { ...mail, for: null }));
const jobs = () => muster.db.read.selectFrom('outbox').selectAll().orderBy('id').execute();

test('a job is written in the transaction of its change, or not at all', async () => {
  const failed = muster.db.transaction(async (trx) => {
    await muster.services.mailQueue.add(trx, 'never', { ...mail, for: null });
    throw new Error('the change failed');
  });
  await expect(failed).rejects.toThrow('the change failed');
  expect(await jobs()).toEqual([]);
});

test('a key creates one job, however often it is added', async () => {
  await post('same');
  await post('same');
  await Promise.all([post('same'), post('same')]);
  expect(await muster.deliver()).toEqual([mail]);
  await post('same');
  expect(await muster.deliver()).toEqual([]);
});

test('waiting jobs are sealed, and finished ones are wiped', async () => {
  using _still = muster.clock.freeze();
  await post('sealed');
  const [waiting] = await jobs();
  expect(waiting?.payload).toMatch(/^[0-9a-f]{8}\.[\w-]+$/);
  expect(JSON.stringify(waiting)).not.toMatch(/ada@example|secret/);
  await muster.deliver();
  expect(await jobs()).toMatchObject([{ payload: '', attempts: 1, done_at: muster.clock.now().toISOString() }]);
});

test('two workers at once send each mail once', async () => {
  for (let i = 0; i < 30; i += 1) await post(`shared-${i}`);
  const sent: string[] = [];
  await Promise.all([worker(accepting(sent)).drain(), worker(accepting(sent)).drain()]);
  expect(sent).toHaveLength(30);
  expect(new Set(sent).size).toBe(30);
});

test('the job of a worker that died is done by another when the lease has ended', async () => {
  await post('left behind');
  const taken = Promise.withResolvers<void>();
  const dying: Mailer = {
    send: () => {
      taken.resolve();
      return new Promise(() => {});
    },
    close: () => {},
  };
  void worker(dying).drain();
  await taken.promise;
  const sent: string[] = [];
  const other = worker(accepting(sent));
  await other.drain();
  expect(sent).toEqual([]);
  muster.clock.advance(120);
  await other.drain();
  await other.drain();
  expect(sent).toHaveLength(1);
  expect(await jobs()).toMatchObject([{ attempts: 2, payload: '' }]);
});

test('a failing job is retried with growing delays, then marked as failed', async () => {
  using _still = muster.clock.freeze();
  await post('failing');
  const broken = worker(failing(Object.assign(new Error('550 ada@example.org is unknown'), { code: 'EENVELOPE' })));
  const waits: number[] = [];
  for (let attempt = 1; attempt < 30; attempt += 1) {
    await broken.drain();
    const [job] = await jobs();
    const wait = (Date.parse(job?.due_at ?? '') - muster.clock.now().getTime()) / 1000;
    waits.push(wait);
    await broken.drain();
    expect((await jobs())[0]).toMatchObject({ attempts: attempt, dead_at: null, last_error: 'EENVELOPE' });
    muster.clock.advance(wait);
  }
  expect(waits.slice(0, 4)).toEqual([5, 10, 20, 40]);
  expect(Math.max(...waits)).toBe(3600);
  await broken.drain();
  expect(await jobs()).toMatchObject([
    { attempts: 30, dead_at: muster.clock.now().toISOString(), last_error: 'EENVELOPE', done_at: null },
  ]);
  expect((await muster.call('/metrics')).body).toContain('muster_outbox_jobs{state="dead"} 1');
  muster.clock.advance(86_400);
  const sent: string[] = [];
  await worker(accepting(sent)).drain();
  expect(sent).toEqual([]);
});

test('a job without a handler is marked as failed at once, with the reason', async () => {
  using _still = muster.clock.freeze();
  await muster.db.transaction((trx) => muster.services.outbox.add(trx, [{ key: 'odd', kind: 'fax', payload: {} }]));
  // Not a handler, though every object has a property of this name.
  await muster.db.transaction((trx) =>
    muster.services.outbox.add(trx, [{ key: 'inherited', kind: 'toString', payload: {} }]),
  );
  await post('known');
  const sent: string[] = [];
  await worker(accepting(sent)).drain();
  const dead_at = muster.clock.now().toISOString();
  const rows = new Map((await jobs()).map((job) => [job.key, job]));
  expect(rows.get('odd')).toMatchObject({ dead_at, done_at: null, last_error: 'no handler for jobs of kind fax' });
  expect(rows.get('inherited')).toMatchObject({ dead_at, last_error: 'no handler for jobs of kind toString' });
  expect(sent).toEqual([rows.get('known')?.id]);
  muster.clock.advance(86_400);
  await worker(accepting(sent)).drain();
  expect(sent).toHaveLength(1);
});

test('a failing job does not block the others', async () => {
  for (let i = 0; i < 25; i += 1) await post(`mixed-${i}`);
  const sent: string[] = [];
  const first = (await jobs())[0]?.id;
  const picky: Mailer = {
    send: async (id) => {
      if (id === first) throw new Error('not this one');
      sent.push(id);
    },
    close: () => {},
  };
  await worker(picky).drain();
  expect(sent).toHaveLength(24);
});

const postTo = (to: string, until?: string) =>
  muster.db.transaction((trx) =>
    muster.services.mailQueue.add(trx, `to-${to}`, {
      ...mail,
      to,
      for: null,
      ...(until === undefined ? {} : { until }),
    }),
  );

test('a refusal by the mail server with 5xx is final: recorded, wiped and not tried again', async () => {
  using _still = muster.clock.freeze();
  await post('refused');
  const error = Object.assign(new Error('550 ada@example.org is unknown'), { code: 'EENVELOPE', responseCode: 550 });
  let tries = 0;
  const refusing: Mailer = { send: () => Promise.reject(((tries += 1), error)), close: () => {} };
  await worker(refusing).drain();
  muster.clock.advance(86_400);
  await worker(refusing).drain();
  expect(tries).toBe(1);
  expect(await jobs()).toMatchObject([
    { attempts: 1, payload: '', done_at: null, dead_at: expect.any(String), last_error: 'SMTP 550' },
  ]);
});

test.each([
  ['a temporary refusal', { code: 'EENVELOPE', responseCode: 451 }],
  ['a refused login, which the operator can correct', { code: 'EAUTH', responseCode: 535 }],
  ['a connection that broke', { code: 'ECONNECTION' }],
])('%s is tried again', async (_name, fields) => {
  await post('again');
  await worker(failing(Object.assign(new Error('no'), fields))).drain();
  expect(await jobs()).toMatchObject([{ dead_at: null, done_at: null, last_error: fields.code }]);
});

test('a mail whose link has expired meanwhile is not sent', async () => {
  const until = new Date(muster.clock.now().getTime() + 60_000).toISOString();
  await postTo('late@example.org', until);
  await postTo('in-time@example.org', new Date(Date.parse(until) + 60_000).toISOString());
  await worker(failing(Object.assign(new Error('down'), { code: 'ECONNECTION' }))).drain();
  muster.clock.advance(61);
  expect((await muster.deliver()).map(({ to }) => to)).toEqual(['in-time@example.org']);
  expect((await jobs()).every(({ payload, done_at }) => payload === '' && done_at !== null)).toBe(true);
});

test('a slow recipient does not hold up the others, and gets one mail at a time', async () => {
  const slow = Promise.withResolvers<void>();
  const others = Promise.withResolvers<void>();
  const sent: string[] = [];
  let waiting = 0;
  const mailer: Mailer = {
    send: async (_id, { to }) => {
      if (to === 'slow@example.org') {
        waiting += 1;
        await slow.promise;
      }
      sent.push(to);
      if (sent.length === 60) others.resolve();
    },
    close: () => {},
  };
  for (const key of ['one', 'two']) {
    await muster.db.transaction((trx) =>
      muster.services.mailQueue.add(trx, key, { ...mail, to: 'slow@example.org', for: null }),
    );
  }
  for (let i = 0; i < 60; i += 1) await postTo(`quick-${i}@example.org`);
  const drained = worker(mailer).drain();
  await others.promise;
  expect([waiting, sent.includes('slow@example.org')]).toEqual([1, false]);
  slow.resolve();
  await drained;
  expect(sent).toHaveLength(62);
});

test('many waiting jobs of one lane hold up neither other lanes of their kind nor other kinds', async () => {
  const held = Promise.withResolvers<void>();
  const [sent, ran]: [string[], string[]] = [[], []];
  const laneOf = (payload: unknown) => String(payload);
  const run = async (_id: string, payload: unknown) => {
    ran.push(String(payload));
    if (payload === 'slow') await held.promise;
  };
  const mails = mailHandlers({ db: muster.db, mailer: accepting(sent), clock: muster.clock });
  const { db, clock, services } = muster;
  const handlers = { ...mails, visit: { run, laneOf } };
  const busy = outbox({ db, clock, keys: services.keys, log: silent, handlers });
  const slow = Array.from({ length: 120 }, (_, number) => ({ key: `slow ${number}`, kind: 'visit', payload: 'slow' }));
  await db.transaction((trx) => busy.add(trx, slow));
  clock.advance(1);
  await db.transaction((trx) => busy.add(trx, [{ key: 'quick', kind: 'visit', payload: 'quick' }]));
  await post('behind them');
  const done = busy.drain();
  try {
    await expect.poll(() => [ran.toSorted(), sent.length], { timeout: 10_000 }).toEqual([['quick', 'slow'], 1]);
  } finally {
    held.resolve();
    await done;
  }
  expect(ran).toHaveLength(121);
});

test('jobs that were done long ago are deleted', async () => {
  await post('old');
  await muster.deliver();
  muster.clock.advance(29 * 86_400);
  await post('waiting');
  await muster.services.runExpiry();
  expect(await jobs()).toHaveLength(2);
  muster.clock.advance(2 * 86_400);
  await muster.services.runExpiry();
  expect((await jobs()).map(({ key }) => key)).toEqual(['waiting']);
});

test('without a mail server a mail is written to a file that only its owner can read', async () => {
  const shown: [Mail, string][] = [];
  const mailer = createMailer({
    smtpUrl: undefined,
    from: 'Muster <muster@example.org>',
    dataDir: muster.place.folder,
    onFile: (one, file) => shown.push([one, file]),
  });
  await post('file');
  await worker(mailer).drain();
  const folder = join(muster.place.folder, 'mail');
  const [name = '', ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  expect(name).toMatch(/^[0-9a-z]{26}\.eml$/);
  const text = readFileSync(join(folder, name), 'utf8');
  expect(text).toMatch(/^From: Muster <muster@example\.org>$/m);
  expect(text).toMatch(/^To: ada@example\.org$/m);
  expect(text).toMatch(/^Subject: Hello$/m);
  expect(text).toContain('\n\nA line with a secret.');
  expect(shown).toEqual([[mail, join(folder, name)]]);
  expect((statSync(join(folder, name)).mode & 0o777).toString(8)).toBe('600');
  expect((statSync(folder).mode & 0o777).toString(8)).toBe('700');
});
