import type { Reader, Trx } from '../../db/db.ts';

export async function jobCounts(read: Reader): Promise<{ waiting: number; dead: number }> {
  const rows = await read
    .selectFrom('outbox')
    .select((eb) => [
      eb.case().when('dead_at', 'is', null).then('waiting').else('dead').end().as('state'),
      eb.fn.countAll<number>().as('jobs'),
    ])
    .where('done_at', 'is', null)
    .groupBy('state')
    .execute();
  const count = (state: string) => rows.find((row) => row.state === state)?.jobs ?? 0;
  return { waiting: count('waiting'), dead: count('dead') };
}

const maxFailures = 20;

export const failedJobs = (read: Reader) =>
  read
    .selectFrom('outbox')
    .select(['kind', 'attempts', 'last_error', 'created_at', 'due_at', 'dead_at'])
    .where('done_at', 'is', null)
    .where('last_error', 'is not', null)
    .orderBy('id', 'desc')
    .limit(maxFailures)
    .execute();

/** Writes a row that has expired already and is removed with the next clean-up. */
export async function tryToWrite(trx: Trx, now: string): Promise<void> {
  await trx
    .insertInto('rate_limits')
    .values({ key: 'readiness', count: 1, ends_at: now })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({ count: eb('rate_limits.count', '+', 1), ends_at: now })),
    )
    .execute();
}
