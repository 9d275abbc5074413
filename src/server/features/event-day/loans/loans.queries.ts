import type { Insertable, Updateable } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import { changedOne } from '../../../db/changed-one.ts';
import { countRows } from '../../../db/count-rows.ts';
import type { Reader, Trx } from '../../../db/db.ts';
import { keyset } from '../../../db/keyset.ts';
import type { ThingEventsTable, ThingsTable } from '../../../db/tables.ts';
import type { CursorKey } from '../../../http/paging.ts';

type Filter = { handOut?: string | undefined; out?: boolean | undefined };

const selectThings = (read: Reader, { pid }: ProjectScope, { handOut, out }: Filter) =>
  read
    .selectFrom('things')
    .innerJoin('hand_outs', 'hand_outs.id', 'things.hand_out_id')
    .leftJoin('people', 'people.uid', 'things.holder')
    .select(['things.id', 'things.hand_out_id', 'hand_outs.name as hand_out', 'things.label', 'things.sort_key'])
    .select(['things.barcode', 'things.condition', 'things.holder', 'people.name as holder_name', 'things.lent_at'])
    .select('things.revision')
    .where('things.pid', '=', pid)
    .$if(handOut !== undefined, (query) => query.where('things.hand_out_id', '=', handOut ?? ''))
    .$if(out === true, (query) => query.where('things.holder', 'is not', null))
    .$if(out === false, (query) => query.where('things.holder', 'is', null));

export type ThingRow = Awaited<ReturnType<typeof listThings>>[number];

export const listThings = (
  read: Reader,
  scope: ProjectScope,
  filter: Filter,
  after: CursorKey<'sort_key' | 'id'> | undefined,
  limit: number,
) =>
  selectThings(read, scope, filter)
    .$call(keyset(['things.sort_key', 'things.id'], after && [after.sort_key, after.id]))
    .limit(limit)
    .execute();

export const countThings = (read: Reader, scope: ProjectScope, filter: Filter): Promise<number> =>
  countRows(selectThings(read, scope, filter));

export const findThing = (read: Reader, scope: ProjectScope, handOut: string, id: string) =>
  selectThings(read, scope, { handOut }).where('things.id', '=', id).executeTakeFirst();

/** The things that devices know; only some of them if `ids` is given. */
export const listDeskThings = (read: Reader, scope: ProjectScope, ids?: readonly string[]) =>
  selectThings(read, scope, {})
    .$if(ids !== undefined, (query) => query.where('things.id', 'in', ids ?? []))
    .orderBy('things.sort_key')
    .orderBy('things.id')
    .execute();

/** Requires the lock of the hand-outs, so that barcodes stay unique in the project. */
export const listBarcodes = (trx: Trx, { pid }: ProjectScope) =>
  trx.selectFrom('things').select(['id', 'barcode', 'label']).where('pid', '=', pid).execute();

export async function insertThings(trx: Trx, rows: readonly Insertable<ThingsTable>[]): Promise<void> {
  if (rows.length > 0) await trx.insertInto('things').values(rows).execute();
}

export async function updateThing(trx: Trx, id: string, values: Updateable<ThingsTable>): Promise<void> {
  await trx
    .updateTable('things')
    .set((eb) => ({ ...values, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Who has it now follows from its events, so it is no change that somebody who edits it has to know of. */
export async function updateState(
  trx: Trx,
  id: string,
  state: Pick<Updateable<ThingsTable>, 'holder' | 'lent_at' | 'condition'>,
): Promise<void> {
  await trx.updateTable('things').set(state).where('id', '=', id).execute();
}

/** Only if nobody has it. */
export const deleteThing = (trx: Trx, { pid }: ProjectScope, id: string): Promise<boolean> =>
  changedOne(trx.deleteFrom('things').where('pid', '=', pid).where('id', '=', id).where('holder', 'is', null));

const eventColumns = ['id', 'thing_id', 'step', 'uid', 'at', 'condition'] as const;

export const listEventsOf = (read: Reader, things: readonly string[]) =>
  read.selectFrom('thing_events').select(eventColumns).where('thing_id', 'in', things).execute();

export async function insertEvents(trx: Trx, rows: readonly Insertable<ThingEventsTable>[]): Promise<void> {
  if (rows.length > 0) await trx.insertInto('thing_events').values(rows).execute();
}

/** The thing that it was about. */
export const deleteEvent = (trx: Trx, id: string) =>
  trx.deleteFrom('thing_events').where('id', '=', id).returning('thing_id').executeTakeFirst();

export const findThingsByBarcode = (trx: Trx, scope: ProjectScope, barcodes: readonly string[]) =>
  selectThings(trx, scope, {}).where('things.barcode', 'in', barcodes).execute();

export const findThingById = (trx: Trx, scope: ProjectScope, id: string) =>
  selectThings(trx, scope, {}).where('things.id', '=', id).executeTakeFirst();

export const listNames = (read: Reader, uids: readonly string[]) =>
  read.selectFrom('people').select(['uid', 'name']).where('uid', 'in', uids).execute();

/** Lists what the person has now. */
export const listHeldBy = (read: Reader, { pid }: ProjectScope, uid: string) =>
  read
    .selectFrom('things')
    .select(['hand_out_id', 'label', 'lent_at'])
    .where('pid', '=', pid)
    .where('holder', '=', uid)
    .orderBy('sort_key')
    .orderBy('id')
    .execute();

/** Everything that happened to things that a person has borrowed, for their export. */
export const listEventsAround = (read: Reader, uid: string) =>
  read
    .selectFrom('thing_events')
    .innerJoin('things', 'things.id', 'thing_events.thing_id')
    .innerJoin('hand_outs', 'hand_outs.id', 'things.hand_out_id')
    .select(['thing_events.id', 'thing_events.thing_id', 'thing_events.step', 'thing_events.uid', 'thing_events.at'])
    .select(['thing_events.condition', 'things.label', 'things.pid', 'hand_outs.name as hand_out'])
    .where('thing_events.thing_id', 'in', (eb) =>
      eb.selectFrom('thing_events as own').select('own.thing_id').where('own.uid', '=', uid),
    )
    .execute();

export const listThingsForCopy = (trx: Trx, handOut: string) =>
  trx
    .selectFrom('things')
    .select(['label', 'sort_key', 'barcode'])
    .where('hand_out_id', '=', handOut)
    .where('condition', '!=', 'lost')
    .execute();
