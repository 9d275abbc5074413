import type { Trx } from '../../../src/server/db/db.ts';
import { fieldsOfKind } from '../../../src/server/features/forms/kinds.service.ts';
import type { Keyring } from '../../../src/server/lib/seal.ts';
import { newId } from '../../../src/server/lib/secrets.ts';

/** The form about beds. */
export const bedsForm = 'beds';
const night = '2026-08-08';

export type RoomIds = { room: string; otherRoom: string; roomStep: string; swap: string };
export const newRoomIds = (now: Date): RoomIds => ({
  room: newId(now),
  otherRoom: newId(now),
  roomStep: newId(now),
  swap: newId(now),
});

type Beds = RoomIds & { pid: string; uid: string; caller: string };

/** Two rooms; the target is in the first, the caller in the second, and a swap waits for the caller. */
export async function insertRooms(trx: Trx, keys: Keyring, world: Beds, boss: string, at: string): Promise<void> {
  const { pid, uid, caller, room, otherRoom, roomStep, swap } = world;
  const fields = JSON.stringify(fieldsOfKind('accommodation', { days: [night], erase_after: '2027-01-01' }));
  const shown = { title: 'Beds', audience: 'people' as const, fields, enabled_at: at, created_at: at };
  await trx
    .insertInto('forms')
    .values({
      pid,
      form: bedsForm,
      kind: 'accommodation',
      ...shown,
      passes_on: '["real_profile"]',
      passes_until: '2027-01-01',
      response_count: 2,
    })
    .execute();
  const answers = JSON.stringify({ stay: 'yes', nights: [night], mixed_room: true });
  const answer = { pid, form: bedsForm, answers, key_id: keys.current.id, revision: 1, created_at: at, updated_at: at };
  await trx
    .insertInto('form_responses')
    .values([
      { ...answer, uid },
      { ...answer, uid: caller },
    ])
    .execute();
  const twin = { pid, beds: 2, kind: 'mixed' as const, nights: JSON.stringify([night]), created_at: at };
  await trx
    .insertInto('rooms')
    .values([
      { ...twin, id: room, name: 'Room 1', sort_key: 'room 1' },
      { ...twin, id: otherRoom, name: 'Room 2', sort_key: 'room 2' },
    ])
    .execute();
  await trx
    .insertInto('room_places')
    .values([
      { pid, uid, night, room_id: room },
      { pid, uid: caller, night, room_id: otherRoom },
    ])
    .execute();
  await trx
    .insertInto('room_wishes')
    .values([
      { pid, uid, wished: caller },
      { pid, uid: caller, wished: boss },
    ])
    .execute();
  await trx.insertInto('room_swaps').values({ id: swap, pid, uid, with_uid: caller, created_at: at }).execute();
  await trx.insertInto('room_steps').values({ id: roomStep, pid, created_by: boss, created_at: at }).execute();
  await trx
    .insertInto('room_moves')
    .values({ step_id: roomStep, uid, night, from_room: otherRoom, to_room: room })
    .execute();
}
