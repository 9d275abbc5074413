import { confirmCaller } from '../../auth/confirm.ts';
import type { Person } from '../../auth/caller.ts';
import { makersRole } from '../../auth/makers.ts';
import type { Config } from '../../config.ts';
import type { Db, Reader, Trx } from '../../db/db.ts';
import { fail } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { timestamp } from '../../lib/clock.ts';
import { randomText, sha256 } from '../../lib/secrets.ts';
import { record } from '../audit/audit.service.ts';
import * as queries from './calendar.queries.ts';
import { deleteFeed, findFeed, findFeedBySecret, insertFeed, listFeedsForExport } from './calendar.queries.ts';
import type { FeedSubject } from './calendar.queries.ts';
import type { CalendarAddress, CalendarState } from './calendar.schema.ts';
import { feedFile } from './events.service.ts';
import { listLeftForExport } from './removals.queries.ts';

type Services = { db: Db; clock: Clock; config: Config };

/** The secret of an address has 160 bits. */
const secretBytes = 20;
const secretShape = /^([0-9a-z]{32})\.ics$/;

/** An address that no longer works is none. */
export async function calendarState(
  { db: { read }, clock }: Pick<Services, 'db' | 'clock'>,
  subject: FeedSubject,
): Promise<CalendarState> {
  const feed = await findFeed(read, subject);
  const works = feed !== undefined && (await mayReadFeed(read, clock.now(), { ...subject, ...feed }));
  return { created_at: works ? feed.created_at : null };
}

/**
 * A new address replaces the old one, which is then unknown. Only its hash is stored. An address outlives the API token
 * that asked for it, so a leaked token must not be able to create one.
 */
export async function createFeed(
  { db, clock, config }: Services,
  caller: Person,
  subject: FeedSubject,
): Promise<CalendarAddress> {
  if (caller.credential.kind !== 'session') fail('browser_only');
  const now = clock.now();
  const created_at = timestamp(now);
  const secret = randomText(secretBytes);
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    const replaced = await deleteFeed(trx, subject);
    await insertFeed(trx, { ...subject, secret_hash: sha256(secret), created_at });
    await recordFeed(trx, now, replaced ? 'calendar.replaced' : 'calendar.created', subject);
  });
  return { url: `${config.baseUrl}/calendar/${secret}.ics`, created_at };
}

export async function removeFeed({ db, clock }: Services, caller: Person, subject: FeedSubject): Promise<void> {
  const now = clock.now();
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    if (await deleteFeed(trx, subject)) await recordFeed(trx, now, 'calendar.removed', subject);
  });
}

type FeedEntry = 'calendar.created' | 'calendar.replaced' | 'calendar.removed';

const recordFeed = (trx: Trx, now: Date, kind: FeedEntry, { uid, pid, tid }: FeedSubject): Promise<void> =>
  record(trx, now, {
    actor: uid,
    kind,
    subject: uid,
    pid: pid ?? undefined,
    ...(tid === null ? {} : { detail: { tid } }),
  });

/** Unknown addresses, replaced ones and those without a right any more get the same answer. */
export async function readFeed({ db, clock, config }: Services, file: string): Promise<string> {
  const [, secret] = secretShape.exec(file) ?? [];
  const feed = secret === undefined ? undefined : await findFeedBySecret(db.read, sha256(secret));
  if (feed === undefined || !(await mayReadFeed(db.read, clock.now(), feed)))
    return fail('not_found', { detail: 'There is no such calendar' });
  return feedFile(db.read, feed, config.baseUrl, clock.now());
}

/** When a person is signed out everywhere, or their account is suspended: somebody else may know the addresses. */
export const deleteFeedsOf = (trx: Trx, uid: string): Promise<void> => queries.deleteFeedsOf(trx, uid);

/** After a restore: addresses that were replaced since the backup would work again. */
export const deleteAllFeeds = (trx: Trx): Promise<void> => queries.deleteAllFeeds(trx);

export const exportCalendars = async (read: Reader, uid: string) => ({
  calendars: await listFeedsForExport(read, uid),
  left_tasks: await listLeftForExport(read, uid),
});

/**
 * Own tasks: always. A project: its owners. A team: its people while it is enabled, and owners. Somebody who has left and
 * come back needs a new address.
 */
async function mayReadFeed(
  read: Reader,
  now: Date,
  { uid, pid, tid, created_at }: FeedSubject & { created_at: string },
): Promise<boolean> {
  if (pid === null) return true;
  const role = await makersRole(read, now, pid, { uid, since: created_at });
  if (role === undefined || role.owner) return role !== undefined;
  return tid !== null && role.teams.has(tid) && role.state !== 'draft';
}
