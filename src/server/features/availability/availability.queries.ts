import type { ProjectScope } from '../../auth/project-role.ts';
import { anyOf } from '../../db/any-of.ts';
import type { Reader, Trx } from '../../db/db.ts';

const columns = ['uid', 'unavailable', 'max_minutes', 'preferred_kinds', 'preferred_teams'] as const;

export const listAvailabilities = (read: Reader, { pid }: ProjectScope, uids: readonly string[]) =>
  read
    .selectFrom('availabilities')
    .select(columns)
    .where('pid', '=', pid)
    // Nobody has an empty id, and `in ()` is not valid SQL.
    .where('uid', 'in', anyOf(uids))
    .execute();

export type AvailabilityRow = Awaited<ReturnType<typeof listAvailabilities>>[number];

export async function saveAvailability(
  trx: Trx,
  { pid }: ProjectScope,
  { uid, ...values }: AvailabilityRow & { changed_at: string },
): Promise<void> {
  await trx
    .insertInto('availabilities')
    .values({ pid, uid, ...values })
    .onConflict((conflict) => conflict.columns(['pid', 'uid']).doUpdateSet(values))
    .execute();
}

export async function deleteAvailability(trx: Trx, { pid }: ProjectScope, uid: string): Promise<void> {
  await trx.deleteFrom('availabilities').where('pid', '=', pid).where('uid', '=', uid).execute();
}

/** The identifiers of the project's kinds and enabled teams. */
export async function listChoices(read: Reader, { pid }: ProjectScope) {
  const kinds = await read.selectFrom('task_kinds').select('id').where('pid', '=', pid).execute();
  const teams = await read
    .selectFrom('teams')
    .select('tid')
    .where('pid', '=', pid)
    .where('disabled_at', 'is', null)
    .execute();
  return { kinds: new Set(kinds.map(({ id }) => id)), teams: new Set(teams.map(({ tid }) => tid)) };
}

export const listAvailabilitiesOf = (read: Reader, uid: string) =>
  read
    .selectFrom('availabilities')
    .select(['pid', ...columns])
    .where('uid', '=', uid)
    .orderBy('pid')
    .execute();

export const isHelper = async (trx: Trx, { pid }: ProjectScope, uid: string): Promise<boolean> =>
  (await trx.selectFrom('helpers').select('uid').where('pid', '=', pid).where('uid', '=', uid).execute()).length > 0;

/** Whether a task ahead is open to everybody. */
export const isOpenToAll = async (trx: Trx, { pid }: ProjectScope, now: string): Promise<boolean> =>
  (
    await trx
      .selectFrom('tasks')
      .select('id')
      .where('pid', '=', pid)
      .where('visibility', '=', 'signed_in')
      .where('starts_at', '>', now)
      .limit(1)
      .execute()
  ).length > 0;
