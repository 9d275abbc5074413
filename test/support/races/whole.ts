import { expect } from 'vitest';
import { mailHandlers } from '../../../src/server/features/mail/mail.service.ts';
import { noticeHandlers } from '../../../src/server/features/notices/sending/sending.service.ts';
import { outbox } from '../../../src/server/features/outbox/outbox.service.ts';
import type { Mail } from '../../../src/server/lib/mailer.ts';
import { keyring } from '../../../src/server/lib/seal.ts';
import { testClock } from '../app.ts';
import type { TestContext } from '../factories.ts';
import type { MailServer } from '../servers/smtp.ts';
import type { WriteLog, WriteScenario } from './writers.ts';

const leaseSeconds = 300;
const linksStayMs = 14 * 60_000;

/** Checks that no acknowledged write is missing, partial or duplicated. */
export async function expectWhole(context: TestContext, scenario: WriteScenario, writes: WriteLog): Promise<void> {
  expect(writes.wrong).toEqual([]);
  await expectTasks(context, scenario, writes);
  await expectPlaces(context, scenario, writes);
  await expectNames(context, writes);
}

async function expectTasks({ db }: TestContext, { pid, shift }: WriteScenario, writes: WriteLog): Promise<void> {
  const tasks = await db.read.selectFrom('tasks').select(['id', 'title']).where('pid', '=', pid).execute();
  const made = tasks.filter(({ id }) => id !== shift);
  const titles = new Set(made.map(({ title }) => title));
  expect(made).toHaveLength(titles.size);
  expect(writes.tasks.filter((title) => !titles.has(title))).toEqual([]);
  const entries = await db.read
    .selectFrom('audit')
    .select('subject')
    .where('pid', '=', pid)
    .where('kind', '=', 'task.created')
    .execute();
  expect(entries.map(({ subject }) => subject).toSorted()).toEqual(made.map(({ id }) => id).toSorted());
}

async function expectPlaces({ db }: TestContext, { pid, shift }: WriteScenario, writes: WriteLog): Promise<void> {
  const task = await db.read.selectFrom('tasks').selectAll().where('id', '=', shift).executeTakeFirstOrThrow();
  const on = await db.read.selectFrom('attendances').select('uid').where('task_id', '=', shift).execute();
  expect(task.attendee_count).toBe(on.length);
  expect(on.length).toBeLessThanOrEqual(task.capacity);
  await expectAudited({ db }, pid, on, 'attendance');
  expectKnown(on, writes.onShift);

  const few = await db.read.selectFrom('teams').selectAll().where('pid', '=', pid).where('tid', '=', 'few').execute();
  const inFew = await db.read
    .selectFrom('memberships')
    .select('uid')
    .where('pid', '=', pid)
    .where('tid', '=', 'few')
    .execute();
  expect(few.map(({ member_count }) => member_count)).toEqual([inFew.length]);
  expect(inFew.length).toBeLessThanOrEqual(few[0]?.headcount ?? 0);
  await expectAudited({ db }, pid, inFew, 'member');
  expectKnown(inFew, writes.inFew);
}

type People = readonly { uid: string }[];

/** The audit log has an entry for each join and leave, so its balance must match the people who are there. */
async function expectAudited({ db }: Pick<TestContext, 'db'>, pid: string, there: People, what: string): Promise<void> {
  const kinds = [`${what}.added`, `${what}.removed`];
  const entries = await db.read
    .selectFrom('audit')
    .select(['subject', 'kind'])
    .where('pid', '=', pid)
    .where('kind', 'in', kinds)
    .execute();
  const balance = new Map<string, number>();
  for (const { subject, kind } of entries)
    balance.set(subject, (balance.get(subject) ?? 0) + (kind.endsWith('added') ? 1 : -1));
  const present = new Map([...balance].filter(([, times]) => times !== 0));
  expect(present).toEqual(new Map(there.map(({ uid }) => [uid, 1])));
}

function expectKnown(there: People, known: WriteLog['onShift']): void {
  const uids = new Set(there.map(({ uid }) => uid));
  const certain = [...known].filter(([, expected]) => expected !== undefined);
  expect(certain.map(([uid]) => [uid, uids.has(uid)])).toEqual(certain);
}

async function expectNames({ db }: TestContext, { names }: WriteLog): Promise<void> {
  const people = await db.read.selectFrom('people').select(['uid', 'name']).execute();
  const stored = new Map(people.map(({ uid, name }) => [uid, name]));
  const certain = [...names].filter(([, name]) => name !== undefined);
  expect(certain.map(([uid]) => [uid, stored.get(uid)])).toEqual(certain);
}

/** A link and its mail are written together. Expired links are deleted, so the test must not take longer than they last. */
export async function expectLinks({ db, clock }: TestContext, { mailAsked, mailTaken }: WriteLog): Promise<void> {
  const links = await db.read.selectFrom('sign_in_links').select('email').where('purpose', '=', 'sign_in').execute();
  const emails = new Set(links.map(({ email }) => email));
  expect(emails.size).toBe(links.length);
  expect([...emails].filter((email) => !mailAsked.has(email))).toEqual([]);
  expect(Date.now() - clock.now().getTime()).toBeLessThan(linksStayMs);
  const jobs = await db.read.selectFrom('outbox').select('id').where('key', 'like', 'sign-in:%').execute();
  expect(jobs).toHaveLength(links.length);
  expect([...mailTaken].filter((email) => !emails.has(email))).toEqual([]);
}

/**
 * The outbox delivers every job at least once, and again only when a process died between sending and recording it. So
 * no job is received more often than it was attempted, and every copy has the same Message-ID.
 */
export async function expectDelivered(
  { db, clock }: TestContext,
  mail: MailServer,
  { mailAsked, mailTaken }: WriteLog,
): Promise<{ jobs: number; again: number }> {
  const received = new Map<string, number>();
  const recipients = new Map<string, string>();
  const count = (id: string, to: string) => {
    received.set(id, (received.get(id) ?? 0) + 1);
    recipients.set(id, to);
  };
  for (const { source, to } of mail.mails)
    count(/^Message-ID: <(\w+)@[\w.]+>/im.exec(source)?.[1] ?? 'unmarked', to.join());
  // Jobs taken by killed processes are free again when the lease has ended.
  const later = testClock(clock.now());
  later.advance(leaseSeconds);
  const send = async (id: string, { to }: Mail) => count(id, to);
  const mailer = { send, close: () => {} };
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const keys = keyring([Buffer.from('11'.repeat(32), 'hex')]);
  const base = { db, clock, config: { baseUrl: 'http://muster.test' }, keys, mailer };
  const handlers = { ...mailHandlers(base), ...noticeHandlers(base) };
  await outbox({ db, clock: later, keys, log, handlers }).drain();

  const jobs = await db.read.selectFrom('outbox').select(['id', 'key', 'attempts', 'done_at']).execute();
  expect([...received.keys()].toSorted()).toEqual(jobs.map(({ id }) => id).toSorted());
  // Owners also get mail about members who were added with a token.
  const links = jobs.filter(({ key }) => key.startsWith('sign-in:'));
  const addresses = new Set(links.map(({ id }) => recipients.get(id) ?? ''));
  expect(addresses.size).toBe(links.length);
  expect([...mailTaken].filter((email) => !addresses.has(email))).toEqual([]);
  expect([...addresses].filter((email) => !mailAsked.has(email))).toEqual([]);
  const again = jobs.filter(({ id }) => (received.get(id) ?? 0) > 1);
  for (const { id, attempts, done_at } of jobs) {
    expect(done_at).not.toBeNull();
    expect(received.get(id)).toBeLessThanOrEqual(attempts);
  }
  return { jobs: jobs.length, again: again.length };
}
