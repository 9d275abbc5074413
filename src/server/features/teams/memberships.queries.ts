import type { Reader, Trx } from '../../db/db.ts';

export const membershipsOf = (read: Reader, uid: string) =>
  read
    .selectFrom('memberships')
    .select(['pid', 'tid', 'role'])
    .where('uid', '=', uid)
    .orderBy('pid')
    .orderBy('tid')
    .execute();

/** Every team that counts the person counts one less; the projects are held, so no membership comes in between. */
export async function deleteMembershipsOf(trx: Trx, uid: string): Promise<void> {
  await trx
    .updateTable('teams')
    .set((eb) => ({ member_count: eb('member_count', '-', 1) }))
    .where((eb) =>
      eb(
        eb.refTuple('pid', 'tid'),
        'in',
        eb
          .selectFrom('memberships')
          .select(['memberships.pid', 'memberships.tid'])
          .where('uid', '=', uid)
          .$asTuple('pid', 'tid'),
      ),
    )
    .execute();
  await trx.deleteFrom('memberships').where('uid', '=', uid).execute();
}
