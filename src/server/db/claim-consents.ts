import type { Trx } from './db.ts';

/** Nobody lets the bank account be used for these claims any more: those of a person, or of a project. */
export const endClaimConsents = (trx: Trx, column: 'uid' | 'pid', value: string) =>
  trx
    .updateTable('claims')
    .set((eb) => ({ bank_until: null, revision: eb('revision', '+', 1) }))
    .where('bank_until', 'is not', null)
    .where(column, '=', value)
    .returning(['id', 'pid', 'uid'])
    .execute();
