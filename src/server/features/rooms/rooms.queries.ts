import type { Insertable, Updateable } from 'kysely';
import type { ProjectScope } from '../../auth/project-role.ts';
import { anyOf } from '../../db/any-of.ts';
import { changedOne } from '../../db/changed-one.ts';
import { lockRows } from '../../db/db.ts';
import type { Reader, Trx } from '../../db/db.ts';
import { keyset } from '../../db/keyset.ts';
import { membersIn, peopleIn } from '../../db/memberships.ts';
import { isFoundBy } from '../../db/name-search.ts';
import type { Search } from '../../db/name-search.ts';
import type { RoomMovesTable, RoomPlacesTable, RoomsTable } from '../../db/tables.ts';
import type { CursorKey } from '../../http/paging.ts';
import { chunksOf } from '../../lib/chunks.ts';

const columns = ['id', 'name', 'beds', 'kind', 'nights', 'revision'] as const;

export const listRooms = (read: Reader, { pid }: Pick<ProjectScope, 'pid'>) =>
  read.selectFrom('rooms').select(columns).where('pid', '=', pid).orderBy('sort_key').orderBy('id').execute();

/** Locks all rooms of the project, so that nobody else places people meanwhile. */
export const lockRooms = (trx: Trx, { pid }: ProjectScope) =>
  lockRows(trx, trx.selectFrom('rooms').select(columns).where('pid', '=', pid).orderBy('id'));

export type RoomRow = Awaited<ReturnType<typeof listRooms>>[number];

export async function insertRooms(trx: Trx, rows: readonly Insertable<RoomsTable>[]): Promise<void> {
  for (const some of chunksOf(rows)) await trx.insertInto('rooms').values(some).execute();
}

export async function updateRoom(trx: Trx, id: string, values: Updateable<RoomsTable>): Promise<void> {
  await trx
    .updateTable('rooms')
    .set((eb) => ({ ...values, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function deleteRoom(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('rooms').where('id', '=', id).execute();
}

export const listPlaces = (read: Reader, { pid }: ProjectScope) =>
  read
    .selectFrom('room_places')
    .select(['uid', 'night', 'room_id'])
    .where('pid', '=', pid)
    .orderBy('uid')
    .orderBy('night')
    .execute();

/** Who sleeps in the rooms of these people, and when. */
export const listPlacesAround = (read: Reader, { pid }: ProjectScope, uids: readonly string[]) =>
  read
    .selectFrom('room_places')
    .select(['uid', 'night', 'room_id'])
    .where('pid', '=', pid)
    .where('room_id', 'in', (eb) =>
      eb
        .selectFrom('room_places as own')
        .select('own.room_id')
        .where('own.pid', '=', pid)
        .where('own.uid', 'in', anyOf(uids)),
    )
    .orderBy('uid')
    .orderBy('night')
    .execute();

export async function replacePlaces(
  trx: Trx,
  { pid }: ProjectScope,
  uids: readonly string[],
  rows: readonly Insertable<RoomPlacesTable>[],
): Promise<void> {
  for (const some of chunksOf(uids))
    await trx.deleteFrom('room_places').where('pid', '=', pid).where('uid', 'in', some).execute();
  for (const some of chunksOf(rows)) await trx.insertInto('room_places').values(some).execute();
}

/** Names of those of these people who are in the project, by name. */
export const listGuests = (read: Reader, { pid }: ProjectScope, uids: readonly string[]) =>
  read
    .selectFrom('people')
    .select(['uid', 'name'])
    .where('uid', 'in', anyOf(uids))
    .where('uid', 'in', peopleIn(read, pid))
    .where('suspended_at', 'is', null)
    .orderBy('sort_key')
    .orderBy('uid')
    .execute();

type MateSelection = {
  /** Who looks for people. */
  uid: string;
  search: Search;
  limit: number;
  after: CursorKey<'sort_key' | 'uid'> | undefined;
};

/** Those whom `listGuests` accepts, by name, without the person themselves. Owners and members know each other; hidden helpers are left out. */
export const listPossibleMates = (read: Reader, { pid }: ProjectScope, { uid, search, limit, after }: MateSelection) =>
  read
    .selectFrom('people')
    .select(['people.uid', 'people.name', 'people.sort_key'])
    .where('people.uid', 'in', peopleIn(read, pid))
    .where('people.uid', '!=', uid)
    .where('people.suspended_at', 'is', null)
    .where((eb) => eb.or([eb('people.listing', '!=', 'hidden'), eb('people.uid', 'in', membersIn(read, pid))]))
    .where(isFoundBy(search))
    .$call(keyset(['people.sort_key', 'people.uid'], after && [after.sort_key, after.uid]))
    .limit(limit + 1)
    .execute();

/** `uid`: only wishes of this person and for them. */
export const listWishes = (read: Reader, { pid }: ProjectScope, uid?: string) =>
  read
    .selectFrom('room_wishes')
    .innerJoin('people', 'people.uid', 'room_wishes.wished')
    .select(['room_wishes.uid', 'room_wishes.wished', 'people.name'])
    .where('room_wishes.pid', '=', pid)
    .$if(uid !== undefined, (query) =>
      query.where((eb) => eb.or([eb('room_wishes.uid', '=', uid ?? ''), eb('room_wishes.wished', '=', uid ?? '')])),
    )
    .orderBy('people.sort_key')
    .orderBy('room_wishes.wished')
    .execute();

export async function replaceWishes(
  trx: Trx,
  { pid }: ProjectScope,
  uid: string,
  wished: readonly string[],
): Promise<void> {
  await trx.deleteFrom('room_wishes').where('pid', '=', pid).where('uid', '=', uid).execute();
  const rows = wished.map((one) => ({ pid, uid, wished: one }));
  if (rows.length > 0) await trx.insertInto('room_wishes').values(rows).execute();
}

export async function insertStep(
  trx: Trx,
  step: { id: string; pid: string; created_by: string; created_at: string },
  moves: readonly Omit<Insertable<RoomMovesTable>, 'step_id'>[],
): Promise<void> {
  await trx.insertInto('room_steps').values(step).execute();
  const rows = moves.map((move) => ({ ...move, step_id: step.id }));
  for (const some of chunksOf(rows)) await trx.insertInto('room_moves').values(some).execute();
}

export const findLastStep = (read: Reader, { pid }: ProjectScope, since: string) =>
  read
    .selectFrom('room_steps')
    .select(['id', 'created_at as at'])
    .where('pid', '=', pid)
    .where('created_at', '>=', since)
    .where('undone_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const findStep = (read: Reader, { pid }: ProjectScope, id: string, since: string) =>
  read
    .selectFrom('room_steps')
    .select('undone_at')
    .where('pid', '=', pid)
    .where('id', '=', id)
    .where('created_at', '>=', since)
    .executeTakeFirst();

export const markUndone = (trx: Trx, id: string, now: string): Promise<boolean> =>
  changedOne(trx.updateTable('room_steps').set({ undone_at: now }).where('id', '=', id).where('undone_at', 'is', null));

export const listMoves = (read: Reader, step: string) =>
  read.selectFrom('room_moves').select(['uid', 'night', 'from_room', 'to_room']).where('step_id', '=', step).execute();

export async function deleteStepsBefore(trx: Trx, moment: string): Promise<void> {
  await trx.deleteFrom('room_steps').where('created_at', '<', moment).execute();
}

/** Those that the person asked for, or was asked. */
export const listSwaps = (read: Reader, { pid }: ProjectScope, uid: string) =>
  read
    .selectFrom('room_swaps')
    .innerJoin('people as asking', 'asking.uid', 'room_swaps.uid')
    .innerJoin('people as asked', 'asked.uid', 'room_swaps.with_uid')
    .select(['room_swaps.id', 'room_swaps.uid', 'room_swaps.with_uid', 'asking.name', 'asked.name as with_name'])
    .where('room_swaps.pid', '=', pid)
    .where((eb) => eb.or([eb('room_swaps.uid', '=', uid), eb('room_swaps.with_uid', '=', uid)]))
    .orderBy('room_swaps.id')
    .execute();

export type SwapRow = Awaited<ReturnType<typeof listSwaps>>[number];

/** False if they asked before. */
export const insertSwap = (
  trx: Trx,
  row: { id: string; pid: string; uid: string; with_uid: string; created_at: string },
): Promise<boolean> =>
  changedOne(
    trx
      .insertInto('room_swaps')
      .values(row)
      .onConflict((conflict) => conflict.columns(['pid', 'uid', 'with_uid']).doNothing()),
  );

export async function deleteSwap(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('room_swaps').where('id', '=', id).execute();
}

export const listForms = (read: Reader, { pid }: ProjectScope) =>
  read
    .selectFrom('forms')
    .select(['form', 'fields'])
    .where('pid', '=', pid)
    .where('kind', '=', 'accommodation')
    .execute();

export const findStart = (read: Reader, pid: string) =>
  read.selectFrom('projects').select('starts_on').where('pid', '=', pid).executeTakeFirst();

export const listPlacesOf = (read: Reader, uid: string) =>
  read
    .selectFrom('room_places')
    .innerJoin('rooms', 'rooms.id', 'room_places.room_id')
    .select(['room_places.pid', 'rooms.name as room', 'room_places.night'])
    .where('room_places.uid', '=', uid)
    .orderBy('room_places.night')
    .orderBy('room_places.pid')
    .execute();

export const listWishesOf = (read: Reader, uid: string) =>
  read
    .selectFrom('room_wishes')
    .select(['pid', 'wished'])
    .where('uid', '=', uid)
    .orderBy('pid')
    .orderBy('wished')
    .execute();

export const listSwapsOf = (read: Reader, uid: string) =>
  read
    .selectFrom('room_swaps')
    .select(['pid', 'with_uid as with', 'created_at'])
    .where('uid', '=', uid)
    .orderBy('id')
    .execute();
