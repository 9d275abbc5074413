import type { Trx } from '../db/db.ts';

type WindowTimes = { now: string; endsAt: string; latestEnd: string };

/**
 * Adds to several windows in one statement. What exceeds `max` is taken off again afterwards, so that a refused mail
 * does not count; the windows returned still have it.
 */
export async function countMails(
  trx: Trx,
  wanted: ReadonlyMap<string, number>,
  { now, endsAt, latestEnd }: WindowTimes,
  max: number,
): Promise<Map<string, { count: number; endsAtMs: number }>> {
  const rows = await trx
    .insertInto('rate_limits')
    // In key order, so that concurrent statements lock the rows in the same order.
    .values(
      [...wanted]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([key, count]) => ({ key, count, ends_at: endsAt })),
    )
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => {
        const ended = eb.or([eb('rate_limits.ends_at', '<=', now), eb('rate_limits.ends_at', '>', latestEnd)]);
        return {
          count: eb
            .case()
            .when(ended)
            .then(eb.ref('excluded.count'))
            .else(eb('rate_limits.count', '+', eb.ref('excluded.count')))
            .end(),
          ends_at: eb.case().when(ended).then(endsAt).else(eb.ref('rate_limits.ends_at')).end(),
        };
      }),
    )
    .returning(['key', 'count', 'ends_at'])
    .execute();
  const exceeded = rows
    .filter(({ count }) => count > max)
    .map(({ key, count, ends_at }) => ({ key, count: Math.max(count - (wanted.get(key) ?? 0), max), ends_at }));
  if (exceeded.length > 0) {
    await trx
      .insertInto('rate_limits')
      .values(exceeded)
      .onConflict((conflict) => conflict.column('key').doUpdateSet((eb) => ({ count: eb.ref('excluded.count') })))
      .execute();
  }
  return new Map(rows.map(({ key, count, ends_at }) => [key, { count, endsAtMs: Date.parse(ends_at) }]));
}

export async function deleteCount(trx: Trx, key: string): Promise<void> {
  await trx.deleteFrom('rate_limits').where('key', '=', key).execute();
}
