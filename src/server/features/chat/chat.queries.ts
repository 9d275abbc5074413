import type { Insertable, Selectable, Updateable } from 'kysely';
import type { ProjectScope } from '../../auth/project-role.ts';
import { changedOne } from '../../db/changed-one.ts';
import type { Reader, Trx } from '../../db/db.ts';
import { keyset } from '../../db/keyset.ts';
import type { ChatChannelsTable } from '../../db/tables.ts';
import { lockProject } from '../../db/lock-project.ts';

export type ChannelRow = Selectable<ChatChannelsTable>;

const shown = [
  'id',
  'tid',
  'name',
  'format',
  'hint',
  'topics',
  'language',
  'created_at',
  'disabled_at',
  'disabled_for',
  'tried_at',
  'outcome',
] as const;
export type ShownChannel = Pick<ChannelRow, (typeof shown)[number]>;

/** `tids`: only those of these teams; undefined for all. */
export const listChannels = (
  read: Reader,
  { pid }: ProjectScope,
  tids: readonly string[] | undefined,
  limit: number,
  after: string | undefined,
): Promise<ShownChannel[]> =>
  read
    .selectFrom('chat_channels')
    .select(shown)
    .where('pid', '=', pid)
    .$if(tids !== undefined, (query) => query.where('tid', 'in', tids?.length === 0 ? [''] : (tids ?? [''])))
    .$call(keyset(['id'], after === undefined ? undefined : [after]))
    .limit(limit)
    .execute();

/** Locks the project, so that the number of its channels holds until the commit. */
export async function countChannels(trx: Trx, { pid }: ProjectScope): Promise<number> {
  await lockProject(trx, pid);
  const { count } = await trx
    .selectFrom('chat_channels')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('pid', '=', pid)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const findTeam = (trx: Trx, { pid }: ProjectScope, tid: string) =>
  trx.selectFrom('teams').select('disabled_at').where('pid', '=', pid).where('tid', '=', tid).executeTakeFirst();

export async function insertChannel(trx: Trx, row: Insertable<ChatChannelsTable>): Promise<void> {
  await trx.insertInto('chat_channels').values(row).execute();
}

/** Locks the channel and returns it. */
export const lockChannel = (trx: Trx, { pid }: ProjectScope, id: string): Promise<ChannelRow | undefined> =>
  trx
    .updateTable('chat_channels')
    .set((eb) => ({ revision: eb.ref('revision') }))
    .where('pid', '=', pid)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

export const findChannel = (read: Reader, id: string): Promise<ChannelRow | undefined> =>
  read.selectFrom('chat_channels').selectAll().where('id', '=', id).executeTakeFirst();

export async function updateChannel(trx: Trx, id: string, values: Updateable<ChatChannelsTable>): Promise<void> {
  await trx
    .updateTable('chat_channels')
    .set((eb) => ({ ...values, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function deleteChannel(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('chat_channels').where('id', '=', id).execute();
}

/** Active channels of the project, or of the team. */
export const listActive = (trx: Reader, pid: string, tid: string | null) =>
  trx
    .selectFrom('chat_channels')
    .select(['id', 'topics', 'language'])
    .where('pid', '=', pid)
    .where('tid', tid === null ? 'is' : '=', tid)
    .where('disabled_at', 'is', null)
    .execute();

export const listActiveOf = (trx: Trx, uid: string) =>
  trx
    .selectFrom('chat_channels')
    .select(['id', 'pid', 'tid', 'name'])
    .where('created_by', '=', uid)
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .execute();

/** Does not change the revision: nobody edited the channel. */
export async function recordSuccess(trx: Trx, id: string, now: string): Promise<void> {
  await trx
    .updateTable('chat_channels')
    .set({ tried_at: now, outcome: 'ok', failing_since: null })
    .where('id', '=', id)
    .execute();
}

export const recordFailure = (trx: Trx, id: string, now: string, outcome: string) =>
  trx
    .updateTable('chat_channels')
    .set((eb) => ({ tried_at: now, outcome, failing_since: eb.fn.coalesce('failing_since', eb.val(now)) }))
    .where('id', '=', id)
    .returning(['pid', 'tid', 'name', 'failing_since'])
    .executeTakeFirst();

type Reason = 'failing' | 'gone' | 'not_allowed';

/** True for one process only. */
export async function disableChannel(trx: Trx, id: string, now: string, reason: Reason): Promise<boolean> {
  return changedOne(
    trx
      .updateTable('chat_channels')
      .set({ disabled_at: now, disabled_for: reason })
      .where('id', '=', id)
      .where('disabled_at', 'is', null),
  );
}

const maxNotified = 50;

/** Who manages a channel now: the chiefs of its team or, if there is none, the owners. */
export async function listManagers(trx: Trx, pid: string, tid: string | null): Promise<string[]> {
  const chiefs = await trx
    .selectFrom('memberships')
    .select('uid')
    .where('pid', '=', pid)
    .where('tid', '=', tid ?? '')
    .where('role', '=', 'chief')
    .orderBy('uid')
    .limit(maxNotified)
    .execute();
  const owners = trx
    .selectFrom('project_owners')
    .select('uid')
    .where('pid', '=', pid)
    .orderBy('uid')
    .limit(maxNotified);
  return (chiefs.length > 0 ? chiefs : await owners.execute()).map(({ uid }) => uid);
}
