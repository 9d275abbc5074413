import type { Insertable } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import { changedOne } from '../../../db/changed-one.ts';
import type { Trx } from '../../../db/db.ts';
import type { GivenHandOutsTable } from '../../../db/tables.ts';

type Given = Insertable<GivenHandOutsTable> & { variant: string; number: number; reason: string };

export async function insertGiven(trx: Trx, rows: readonly Given[]): Promise<void> {
  if (rows.length > 0) await trx.insertInto('given_hand_outs').values(rows).execute();
}

/** The last one, if it was given later than this. */
export const moveGivenEarlier = (trx: Trx, handOut: string, uid: string, at: string): Promise<boolean> =>
  changedOne(
    trx
      .updateTable('given_hand_outs')
      .set({ given_at: at })
      .where('given_at', '>', at)
      .where('id', '=', (eb) =>
        eb
          .selectFrom('given_hand_outs as last')
          .select('last.id')
          .where('last.hand_out_id', '=', handOut)
          .where('last.uid', '=', uid)
          .where('last.reason', '=', '')
          .orderBy('last.given_at', 'desc')
          .orderBy('last.id', 'desc')
          .limit(1),
      ),
  );

/** What it was and who had it; undefined if there is no such entry. */
export async function deleteGivenBy(trx: Trx, { pid }: ProjectScope, id: string) {
  const found = await trx
    .selectFrom('given_hand_outs')
    .innerJoin('hand_outs', 'hand_outs.id', 'given_hand_outs.hand_out_id')
    .select(['given_hand_outs.uid', 'given_hand_outs.hand_out_id', 'hand_outs.name'])
    .where('given_hand_outs.id', '=', id)
    .where('hand_outs.pid', '=', pid)
    .executeTakeFirst();
  if (found !== undefined) await trx.deleteFrom('given_hand_outs').where('id', '=', id).execute();
  return found;
}
