import { entryOf, isNoticeKind } from '../../../shared/notice-kinds.ts';
import type { Db, Reader, Trx } from '../../db/db.ts';
import type { Clock } from '../../lib/clock.ts';
import { addSeconds, days, timestamp } from '../../lib/clock.ts';
import { firstIdOf } from '../../lib/secrets.ts';
import { deleteBefore, listForExport, markRead, unreadCount } from './notices.queries.ts';
import type { NoticeRow } from './notices.queries.ts';
import type { Notice, NoticeValues } from './notices.schema.ts';
import type { StoredValues } from './combine-tasks.policy.ts';
import { textsOf } from './texts.policy.ts';

const keptSeconds = days(90);

/** Only this feature writes the column, from values of the schema. */
export function storedValues(text: string): NoticeValues {
  const { revision: _revision, listed: _listed, ...values } = JSON.parse(text) as StoredValues;
  return values;
}

/** Kinds of a later version, or ones that no longer exist, are left out. */
export function presentNotice({ read_at, previous, detail, subject, kind, ...row }: NoticeRow): Notice[] {
  if (!isNoticeKind(kind)) return [];
  const texts = { kind, previous: storedValues(previous), values: storedValues(detail) };
  return [
    {
      id: row.id,
      kind,
      pid: row.pid,
      project: row.project,
      timezone: row.timezone,
      actor: row.actor,
      previous: texts.previous,
      values: texts.values,
      texts: textsOf(texts),
      link: entryOf(kind).page({ pid: row.pid, subject }),
      created_at: row.created_at,
      read: read_at !== null,
    },
  ];
}

/** How many unread notices a person has, up to 100. */
export const unreadNotices = (db: Db): ((uid: string) => Promise<number>) => unreadCount(db);

export const readUpTo = ({ db, clock }: { db: Db; clock: Clock }, uid: string, upTo: string): Promise<void> =>
  db.transaction((trx) => markRead(trx, uid, upTo, timestamp(clock.now())));

export async function exportNotices(read: Reader, uid: string) {
  const rows = await listForExport(read, uid);
  return rows.map(({ previous, detail, ...row }) => ({
    ...row,
    previous: storedValues(previous),
    values: storedValues(detail),
  }));
}

export const deleteOldNotices = (trx: Trx, now: string): Promise<void> =>
  deleteBefore(trx, firstIdOf(addSeconds(new Date(now), -keptSeconds)));
