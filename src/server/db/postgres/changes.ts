/**
 * The change feed on PostgreSQL. A sequence alone is not in the order of the commits: a transaction can take number 7
 * and commit after the one with number 8, when readers have passed 7.
 *
 * So a transaction first takes a shared advisory lock whose key is the last number given out so far, then its own
 * numbers, which are higher; its commit releases the lock. Readers stop at the lowest key that is held. Writers do
 * not wait for each other, and nobody waits for transactions without changes. Numbers follow the order of dependent
 * commits: who waited for another's row takes its numbers after the other's commit.
 */
import { sql } from 'kysely';
import type { ChangeLog, EngineHandle } from '../db.ts';

/** The upper bits of the lock's key; the number is in the lower ones. */
const lockClass = 77_102;
const numberBits = 40;

const key = '((classid::bigint << 32) | objid::bigint)';

/** Reads the sequence before the locks: a lock taken in between has a key at or above the number read. */
const completeUpTo = `
  select coalesce(
    (select min(${key} & ((1::bigint << ${numberBits}) - 1)) from pg_locks
      where locktype = 'advisory' and objsubid = 1 and ${key} >> ${numberBits} = ${lockClass}
        and database = (select oid from pg_database where datname = current_database())
        and changes_seq.last_value is not null),
    last_value) as number
  from changes_seq`;

export function postgresChanges(prepareRead: EngineHandle['prepareRead']): ChangeLog {
  const numberFrom = (read: ReturnType<typeof prepareRead>) => async (): Promise<number> => {
    const [row] = (await read([])) as { number: number }[];
    return row?.number ?? 0;
  };
  return {
    append: async (trx, rows) => {
      const values = rows.map(
        ({ at, pid, kind, subject, revision, uid }, index) =>
          sql`(${index}::int, ${at}::timestamptz, ${pid}::text, ${kind}::text, ${subject}::text, ${revision}::bigint,
            ${uid}::text)`,
      );
      await sql`
        with held as materialized (
          select pg_advisory_xact_lock_shared(
            (${sql.lit(lockClass)}::bigint << ${sql.lit(numberBits)}) | last_value) from changes_seq
        ), added as (
          select added.* from held cross join (values ${sql.join(values)})
            as added (place, at, pid, kind, subject, revision, uid) order by place
        )
        insert into changes (seq, at, pid, kind, subject, revision, uid)
        select nextval('changes_seq'), at, pid, kind, subject, revision, uid from added`.execute(trx);
    },
    completeUpTo: numberFrom(prepareRead(completeUpTo)),
    lastNumber: numberFrom(prepareRead('select last_value as number from changes_seq')),
    continueAfterCopy: async (trx) => {
      await sql`select setval('changes_seq', (select coalesce(max(seq), 1) from changes))`.execute(trx);
    },
  };
}
