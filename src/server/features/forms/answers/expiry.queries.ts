import { keyset } from '../../../db/keyset.ts';
import type { Reader, Trx } from '../../../db/db.ts';

export type FormKey = { pid: string; form: string };

/** Reads one batch of all forms, in the order of their keys. */
export const listFormDays = (read: Reader, after: FormKey, limit: number) =>
  read
    .selectFrom('forms')
    .select(['pid', 'form', 'fields', 'erased_through'])
    .$call(keyset(['pid', 'form'], [after.pid, after.form]))
    .limit(limit)
    .execute();

/** Stops asking the questions whose day has passed. Writers of answers lock the form, so they see it. */
export async function markExpired(trx: Trx, { pid, form }: FormKey, through: string): Promise<void> {
  await trx
    .updateTable('forms')
    .set((eb) => ({ expired_through: through, revision: eb('revision', '+', 1) }))
    .where('pid', '=', pid)
    .where('form', '=', form)
    .where((eb) => eb.or([eb('expired_through', 'is', null), eb('expired_through', '<', through)]))
    .execute();
}

export async function markErased(trx: Trx, { pid, form }: FormKey, through: string): Promise<void> {
  await trx
    .updateTable('forms')
    .set({ erased_through: through })
    .where('pid', '=', pid)
    .where('form', '=', form)
    .execute();
}

/** The same lock that saving an answer takes, so that no answer is written in between. */
export async function lockFormAt(trx: Trx, { pid, form }: FormKey): Promise<void> {
  await trx
    .updateTable('forms')
    .set((eb) => ({ response_count: eb.ref('response_count') }))
    .where('pid', '=', pid)
    .where('form', '=', form)
    .execute();
}

export const answersAfter = (read: Reader, { pid, form }: FormKey, after: string, limit: number) =>
  read
    .selectFrom('form_responses')
    .select(['uid', 'answers', 'revision'])
    .where('pid', '=', pid)
    .where('form', '=', form)
    .where('uid', '>', after)
    .orderBy('uid')
    .limit(limit)
    .execute();

export async function replaceAnswers(
  trx: Trx,
  { pid, form }: FormKey,
  row: { uid: string; answers: string; revision: number },
): Promise<void> {
  await trx
    .updateTable('form_responses')
    .set({ answers: row.answers, revision: row.revision })
    .where('pid', '=', pid)
    .where('form', '=', form)
    .where('uid', '=', row.uid)
    .execute();
}

/** Forms with answers, of projects that ended before. A project without an end date counts from its creation. */
export const formsEndedBefore = (read: Reader, before: string, after: FormKey, limit: number) =>
  read
    .selectFrom('forms')
    .innerJoin('projects', 'projects.pid', 'forms.pid')
    .select(['forms.pid', 'forms.form'])
    .where('forms.response_count', '>', 0)
    .where((eb) =>
      eb.or([
        eb('projects.ends_on', '<', before.slice(0, 10)),
        eb.and([eb('projects.ends_on', 'is', null), eb('projects.created_at', '<', before)]),
      ]),
    )
    .$call(keyset(['forms.pid', 'forms.form'], [after.pid, after.form]))
    .limit(limit)
    .execute();

export async function countUnchangedSince(read: Reader, { pid, form }: FormKey, before: string): Promise<number> {
  const { rows } = await read
    .selectFrom('form_responses')
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .where('pid', '=', pid)
    .where('form', '=', form)
    .where('updated_at', '<', before)
    .executeTakeFirstOrThrow();
  return rows;
}

/** Deletes one batch and lowers the count. */
export async function deleteUnchangedSince(trx: Trx, { pid, form }: FormKey, before: string, limit: number) {
  const rows = await trx
    .deleteFrom('form_responses')
    .where('pid', '=', pid)
    .where('form', '=', form)
    .where('uid', 'in', (eb) =>
      eb
        .selectFrom('form_responses as old')
        .select('old.uid')
        .where('old.pid', '=', pid)
        .where('old.form', '=', form)
        .where('old.updated_at', '<', before)
        .orderBy('old.uid')
        .limit(limit),
    )
    .returning('uid')
    .execute();
  await trx
    .updateTable('forms')
    .set((eb) => ({ response_count: eb('response_count', '-', rows.length) }))
    .where('pid', '=', pid)
    .where('form', '=', form)
    .execute();
  return rows.map(({ uid }) => uid);
}

/** The payments stay for the accounts, without the people. */
export async function removePayees(trx: Trx, { pid, form }: FormKey, uids: readonly string[]): Promise<void> {
  await trx
    .updateTable('payments')
    .set({ uid: null })
    .where('pid', '=', pid)
    .where('form', '=', form)
    .where('uid', 'in', uids)
    .execute();
}
