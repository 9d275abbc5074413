import { confirmCaller } from '../../auth/confirm.ts';
import type { Actor, ProjectScope } from '../../auth/project-role.ts';
import type { Db, Reader, Trx } from '../../db/db.ts';
import { fail, failField } from '../../errors.ts';
import { addSeconds, timestamp } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import { newId, newIds } from '../../lib/secrets.ts';
import { sortKey } from '../../lib/text.ts';
import { record } from '../audit/audit.service.ts';
import { storedFields } from '../forms/forms.service.ts';
import { daysIn, moveDay } from '../forms/settings.policy.ts';
import type { ProjectCopy } from '../projects/copy-project.service.ts';
import { loadBoard, lockBoard } from './board.service.ts';
import type { Loaded } from './board.service.ts';
import type { RoomDrafts } from './drafts.service.ts';
import { stepSeconds, storeMoves } from './placing.service.ts';
import type { Move } from './placing.service.ts';
import {
  deleteRoom,
  findLastStep,
  findStart,
  findStep,
  insertRooms,
  listForms,
  listMoves,
  listPlacesOf,
  listRooms,
  listSwapsOf,
  listWishesOf,
  markUndone,
  updateRoom,
} from './rooms.queries.ts';
import { maxRooms } from './rooms.schema.ts';
import type { NewRooms, PlacementResults, RoomBoard, RoomChanges } from './rooms.schema.ts';
import { nightsIn, refusalOf } from './solving/board.policy.ts';
import type { Placement } from './solving/board.policy.ts';

type Services = { db: Db; clock: Clock };

const noSuchRoom = (): never => fail('not_found', { detail: 'There is no such room' });
const noSuchGuest = (): never =>
  fail('not_found', { detail: 'Nobody of this project with this identifier needs a bed' });
const since = (now: Date): string => timestamp(addSeconds(now, -stepSeconds));

export async function readBoard({ db, clock }: Services, scope: ProjectScope): Promise<RoomBoard> {
  const loaded = await loadBoard(db.read, scope);
  const undo = await findLastStep(db.read, scope, since(clock.now()));
  return { ...presentBoard(loaded, await usualNights(db.read, scope)), undo: undo ?? null };
}

function presentBoard({ rooms, places, guests, others }: Loaded, usual: readonly string[]): Omit<RoomBoard, 'undo'> {
  const [byRoom, byPerson] = [Map.groupBy(places, (one) => one.room_id), Map.groupBy(places, ({ uid }) => uid)];
  const listed = new Map(rooms.map((room) => [room.id, room]));
  const problemOf = (uid: string): RoomBoard['people'][number]['problem'] => {
    const guest = guests.get(uid);
    const own = (byPerson.get(uid) ?? []).flatMap(({ night, room_id: id }) => {
      const room = listed.get(id);
      return room === undefined ? [] : [{ night, room }];
    });
    if (own.length === 0) return null;
    if (guest === undefined) return 'not_wanted';
    if (own.some(({ room }) => !guest.kinds.includes(room.kind))) return 'room_kind';
    if (own.some(({ night, room }) => !nightsIn(guest, room).includes(night))) return 'night';
    return own.length < (guest.nights?.length ?? 0) ? 'some_nights' : null;
  };
  const people = [...guests.values()].map(({ tids: _tids, ...guest }) => guest);
  const unwanted = others
    .filter(({ uid }) => byPerson.has(uid))
    .map((one) => ({ ...one, nights: [], kinds: [], mates: [] }));
  const all = [...people, ...unwanted].map((one) => ({ ...one, kinds: [...one.kinds], mates: [...one.mates] }));
  const known = [...rooms.flatMap((room) => room.nights), ...all.flatMap((one) => one.nights ?? []), ...usual];
  return {
    nights: [...new Set(known)].toSorted(),
    rooms: rooms
      .toSorted((a, b) => (sortKey(a.name) < sortKey(b.name) ? -1 : 1))
      .map(({ nights: open, ...room }) => ({
        ...room,
        nights: [...open],
        people: [...Map.groupBy(byRoom.get(room.id) ?? [], ({ uid }) => uid)].map(([uid, own]) => ({
          uid,
          nights: own.map(({ night }) => night),
        })),
      })),
    people: all.map(({ nights: wanted, ...one }) => ({
      ...one,
      nights: wanted === null ? null : [...wanted],
      problem: problemOf(one.uid),
    })),
    without_bed: people.filter(({ uid }) => !byPerson.has(uid)).length,
  };
}

/** The nights of the forms about beds. */
async function usualNights(read: Reader, scope: ProjectScope): Promise<string[]> {
  const forms = await listForms(read, scope);
  return [...new Set(forms.flatMap((form) => daysIn(storedFields(form)) ?? []))].toSorted();
}

/** All or none. */
export async function addRooms({ db }: Services, actor: Actor, { rooms }: NewRooms): Promise<void> {
  const { projectRole, caller, uid, now } = actor;
  const { scope } = projectRole;
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    const { rooms: existing } = await lockBoard(trx, scope, now);
    if (existing.length + rooms.length > maxRooms)
      fail('not_allowed', { detail: `A project has at most ${maxRooms} rooms` });
    const usual = rooms.some(({ nights }) => nights === undefined) ? await usualNights(trx, scope) : [];
    const names = new Set(existing.map(({ name }) => name));
    const ids = newIds(now, rooms.length);
    const rows = rooms.map(({ name: text, beds, kind, nights }, index) => {
      const name = text.trim();
      if (name === '') failField(`/rooms/${index}/name`, 'must not be blank');
      if (names.has(name))
        fail('already_exists', { errors: [{ pointer: `/rooms/${index}/name`, detail: 'is there already' }] });
      names.add(name);
      const open = nights?.toSorted() ?? usual;
      if (open.length === 0) failField(`/rooms/${index}/nights`, 'is needed, because no form asks about nights');
      const row = { id: ids[index] ?? newId(now), pid: scope.pid, name, sort_key: sortKey(name), beds, kind };
      return { ...row, nights: JSON.stringify(open), created_at: timestamp(now) };
    });
    await insertRooms(trx, rows);
    const detail = { count: rows.length };
    await record(trx, now, { actor: uid, kind: 'room.added', subject: rows[0]?.id ?? '', pid: scope.pid, detail });
  });
}

type RoomChange = Actor & { id: string; expected?: number | undefined };

/** Refuses what the people in the room could not have got. */
export async function changeRoom({ db }: Services, change: RoomChange, input: RoomChanges): Promise<void> {
  const { projectRole, caller, uid, now, id, expected } = change;
  const { scope } = projectRole;
  if (input.name?.trim() === '') failField('/name', 'must not be blank');
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    const loaded = await lockBoard(trx, scope, now);
    const before = loaded.rooms.find((room) => room.id === id) ?? noSuchRoom();
    if (expected !== undefined && expected !== before.revision) fail('stale');
    const { name = before.name, beds = before.beds, kind = before.kind } = input;
    const nights = input.nights?.toSorted() ?? before.nights;
    if (loaded.rooms.some((room) => room.id !== id && room.name === name.trim())) fail('already_exists');
    const own = loaded.places.filter((place) => place.room_id === id);
    if (own.some(({ night }) => !nights.includes(night)))
      fail('conflict', { detail: 'Somebody sleeps there in a night that you take away' });
    const fullest = Math.max(0, ...[...Map.groupBy(own, ({ night }) => night).values()].map((some) => some.length));
    if (fullest > beds) fail('room_full');
    if (kind !== before.kind && own.some((place) => loaded.guests.get(place.uid)?.kinds.includes(kind) !== true))
      fail('room_kind');
    const values = { name: name.trim(), sort_key: sortKey(name), beds, kind, nights: JSON.stringify(nights) };
    const same = { ...before, nights: JSON.stringify(before.nights) };
    if (values.name === same.name && beds === same.beds && kind === same.kind && values.nights === same.nights) return;
    await updateRoom(trx, id, values);
    await record(trx, now, { actor: uid, kind: 'room.changed', subject: id, pid: scope.pid, detail: { title: name } });
  });
}

/** Does nothing if it was deleted before. */
export async function removeRoom({ db }: Services, { projectRole, caller, uid, now, id }: RoomChange): Promise<void> {
  const { scope } = projectRole;
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    const { rooms, places } = await lockBoard(trx, scope, now);
    const room = rooms.find((one) => one.id === id);
    if (room === undefined) return;
    if (places.some((place) => place.room_id === id))
      fail('conflict', { detail: 'Somebody sleeps there. Move them first' });
    await deleteRoom(trx, id);
    const detail = { title: room.name };
    await record(trx, now, { actor: uid, kind: 'room.removed', subject: id, pid: scope.pid, detail });
  });
}

type Placing = Actor & { room: string; guest: string };

/** Gives somebody a bed; in these nights they leave the room where they were. */
export async function placeGuest(
  { db }: Services,
  { projectRole, caller, uid: actor, now, room: id, guest: uid }: Placing,
  wanted: readonly string[] | undefined,
): Promise<string | null> {
  const { scope } = projectRole;
  return db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller, [uid]);
    const loaded = await lockBoard(trx, scope, now);
    const room = loaded.rooms.find((one) => one.id === id) ?? noSuchRoom();
    const guest = loaded.guests.get(uid) ?? noSuchGuest();
    const possible = nightsIn(guest, room);
    const nights = wanted ?? possible;
    for (const [index, night] of nights.entries())
      if (!possible.includes(night)) failField(`/nights/${index}`, 'is no night of the room and of the person');
    const refusal = refusalOf(loaded.board, guest, { uid, room: id, nights });
    if (refusal === 'room_kind' || refusal === 'room_full') fail(refusal);
    if (refusal !== undefined) fail('conflict', { detail: 'The room is open in none of the nights of the person' });
    const moves = nights.map((night): Move => ({ uid, night, to: id }));
    return storeMoves(trx, { scope, actor, now }, loaded, moves);
  });
}

/** Takes somebody out of a room. Does nothing if they are not in it. */
export async function unplaceGuest(
  { db }: Services,
  { projectRole, caller, uid: actor, now, room: id, guest: uid }: Placing,
): Promise<string | null> {
  const { scope } = projectRole;
  return db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    const loaded = await lockBoard(trx, scope, now);
    const own = loaded.places.filter((place) => place.room_id === id && place.uid === uid);
    const moves = own.map(({ night }): Move => ({ uid, night, to: null }));
    return storeMoves(trx, { scope, actor, now }, loaded, moves);
  });
}

/** Proposes a room for everybody who has none. Changes nothing. */
export const makeDraft = ({ db, roomDrafts }: Services & { roomDrafts: RoomDrafts }, scope: ProjectScope) =>
  roomDrafts(scope.pid, async () => {
    const { rooms, places, guests } = await loadBoard(db.read, scope);
    return { rooms, places, guests: [...guests.values()] };
  });

/** As one step. What is no longer possible is left out, and the result says why. */
export const applyPlacements = (
  { db }: Services,
  { projectRole: { scope }, caller, uid: actor, now }: Actor,
  placements: readonly Placement[],
): Promise<PlacementResults> =>
  db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    const loaded = await lockBoard(trx, scope, now);
    const moves: Move[] = [];
    const results = placements.map((placement): PlacementResults['results'][number] => {
      const { uid, room, nights } = placement;
      const refusal = refusalOf(loaded.board, loaded.guests.get(uid), placement);
      if (refusal !== undefined) return { uid, room, result: refusal };
      for (const night of nights) {
        loaded.board.set(uid, night, room);
        moves.push({ uid, night, to: room });
      }
      return { uid, room, result: 'placed' };
    });
    // Somebody who is named twice is where the last one says.
    const last = [...new Map(moves.map((move) => [`${move.uid} ${move.night}`, move])).values()];
    return { step: await storeMoves(trx, { scope, actor, now }, loaded, last), results };
  });

/** Brings everybody back to where they were, if nothing else has changed since and there is a bed. */
export async function undoStep({ db }: Services, actor: Actor & { id: string }): Promise<void> {
  const { projectRole, caller, uid, now, id } = actor;
  const { scope } = projectRole;
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    const loaded = await lockBoard(trx, scope, now);
    const step = await findStep(trx, scope, id, since(now));
    if (step === undefined) fail('not_found', { detail: 'There is no such step, or it is older than 7 days' });
    if (!(await markUndone(trx, id, timestamp(now)))) fail('step_undone');
    await storeMoves(trx, { scope, actor: uid, now }, loaded, await movesBack(trx, loaded, id), false);
  });
}

async function movesBack(trx: Trx, { board, guests }: Loaded, id: string): Promise<Move[]> {
  const moves = await listMoves(trx, id);
  for (const { uid, night, to_room: to } of moves) if (board.roomOf(uid, night) !== to) fail('step_overtaken');
  for (const { uid, night } of moves) board.set(uid, night, null);
  for (const { uid, night, from_room: room } of moves) {
    if (room === null) continue;
    if (refusalOf(board, guests.get(uid), { uid, room, nights: [night] }) !== undefined) fail('step_overtaken');
    board.set(uid, night, room);
  }
  return moves.map(({ uid, night, from_room: to }) => ({ uid, night, to }));
}

/** For next year: the rooms, in the nights that are as far from the event. */
export async function copyRooms(trx: Trx, { from, to, at }: ProjectCopy): Promise<never[]> {
  const rooms = await listRooms(trx, { pid: from });
  const [start, next] = [await findStart(trx, from), await findStart(trx, to)];
  const ids = newIds(new Date(at), rooms.length);
  await insertRooms(
    trx,
    rooms.map(({ name, beds, kind, nights }, index) => ({
      id: ids[index] ?? newId(new Date(at)),
      pid: to,
      name,
      sort_key: sortKey(name),
      beds,
      kind,
      nights: JSON.stringify(
        (JSON.parse(nights) as string[]).map((night) =>
          moveDay(night, start?.starts_on ?? null, next?.starts_on ?? null),
        ),
      ),
      created_at: at,
    })),
  );
  return [];
}

/** The export of a person's data uses it. */
export const exportRooms = async (read: Reader, uid: string) => ({
  rooms: await listPlacesOf(read, uid),
  room_wishes: await listWishesOf(read, uid),
  room_swaps: await listSwapsOf(read, uid),
});
