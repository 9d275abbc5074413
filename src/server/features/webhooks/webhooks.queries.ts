import type { Insertable, Selectable, Updateable } from 'kysely';
import type { ProjectScope } from '../../auth/project-role.ts';
import type { Reader, Trx } from '../../db/db.ts';
import { keyset } from '../../db/keyset.ts';
import type { WebhooksTable } from '../../db/tables.ts';
import { lockProject } from '../../db/lock-project.ts';

export type WebhookRow = Selectable<WebhooksTable>;

const shown = [
  'id',
  'url',
  'kinds',
  'disabled_at',
  'disabled_for',
  'failing_since',
  'old_secret_until',
  'created_at',
] as const;
export type ShownWebhook = Pick<WebhookRow, (typeof shown)[number]>;

export const listWebhooks = (
  read: Reader,
  { pid }: ProjectScope,
  limit: number,
  after: string | undefined,
): Promise<ShownWebhook[]> =>
  read
    .selectFrom('webhooks')
    .select(shown)
    .where('pid', '=', pid)
    .$call(keyset(['id'], after === undefined ? undefined : [after]))
    .limit(limit)
    .execute();

/** Locks the project, so that the number of its webhooks holds until the commit. */
export async function countWebhooks(trx: Trx, { pid }: ProjectScope): Promise<number> {
  await lockProject(trx, pid);
  const { count } = await trx
    .selectFrom('webhooks')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('pid', '=', pid)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertWebhook(trx: Trx, row: Insertable<WebhooksTable>): Promise<void> {
  await trx.insertInto('webhooks').values(row).execute();
}

export const findWebhook = (read: Reader, { pid }: ProjectScope, id: string): Promise<ShownWebhook | undefined> =>
  read.selectFrom('webhooks').select(shown).where('pid', '=', pid).where('id', '=', id).executeTakeFirst();

export const lockWebhook = (trx: Trx, { pid }: ProjectScope, id: string): Promise<WebhookRow | undefined> =>
  trx
    .updateTable('webhooks')
    .set((eb) => ({ revision: eb.ref('revision') }))
    .where('pid', '=', pid)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

export async function updateWebhook(trx: Trx, id: string, values: Updateable<WebhooksTable>): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set((eb) => ({ ...values, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function deleteWebhook(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('webhooks').where('id', '=', id).execute();
}
