import type { Trx } from '../../db/db.ts';

/** An answer is written while its form is held; so is the removal of many, form rows first. */
export async function holdAnsweredForms(trx: Trx, uid: string): Promise<void> {
  await trx
    .updateTable('forms')
    .set((eb) => ({ response_count: eb.ref('response_count') }))
    .where((eb) =>
      eb(
        eb.refTuple('pid', 'form'),
        'in',
        eb.selectFrom('form_responses').select(['pid', 'form']).where('uid', '=', uid).$asTuple('pid', 'form'),
      ),
    )
    .execute();
}

export const deleteResponsesOf = (trx: Trx, uid: string) =>
  trx.deleteFrom('form_responses').where('uid', '=', uid).returning(['pid', 'form']).execute();

export async function countDown(trx: Trx, forms: readonly { pid: string; form: string }[]): Promise<void> {
  await trx
    .updateTable('forms')
    .set((eb) => ({ response_count: eb('response_count', '-', 1) }))
    .where((eb) => eb.or(forms.map(({ pid, form }) => eb.and({ pid, form }))))
    .execute();
}
