import { confirmCaller } from '../../auth/confirm.ts';
import type { Actor, ProjectScope } from '../../auth/project-role.ts';
import type { Db } from '../../db/db.ts';
import { searchOf } from '../../db/name-search.ts';
import { fail } from '../../errors.ts';
import { byName, pageRequest } from '../../http/paging.ts';
import type { PageQuery } from '../../http/paging.ts';
import { timestamp } from '../../lib/clock.ts';
import { newId } from '../../lib/secrets.ts';
import { record } from '../audit/audit.service.ts';
import { notify } from '../notices/notify.service.ts';
import { lockBoard, needsBed } from './board.service.ts';
import type { Loaded } from './board.service.ts';
import { storeMoves } from './placing.service.ts';
import type { Move } from './placing.service.ts';
import {
  deleteSwap,
  insertSwap,
  listGuests,
  listPlacesAround,
  listPossibleMates,
  listRooms,
  listSwaps,
  listWishes,
  replaceWishes,
} from './rooms.queries.ts';
import type { MyRoom } from './rooms.schema.ts';
import { refusalOf } from './solving/board.policy.ts';

type Services = { db: Db };

const noSuchPerson = (): never => fail('not_found', { detail: 'There is no such person in this project' });
const noSuchSwap = (): never => fail('not_found', { detail: 'There is no such swap' });

const nothing: MyRoom = { needs_bed: false, rooms: [], wishes: [], swaps: [] };

/** The caller's rooms with the names of who else sleeps there. Who has left the project has none, and is in none. */
export async function readMyRoom({ db: { read } }: Services, scope: ProjectScope, uid: string): Promise<MyRoom> {
  if ((await listGuests(read, scope, [uid])).length === 0) return nothing;
  const swaps = await listSwaps(read, scope, uid);
  const places = await listPlacesAround(read, scope, [uid, ...swaps.flatMap((swap) => [swap.uid, swap.with_uid])]);
  const own = Map.groupBy(
    places.filter((place) => place.uid === uid),
    ({ room_id: id }) => id,
  );
  const rooms = new Map((await listRooms(read, scope)).map((room) => [room.id, room]));
  const near = places.filter((place) => own.has(place.room_id));
  const names = await listGuests(read, scope, [...new Set(near.map((place) => place.uid))]);
  const wishes = await listWishes(read, scope, uid);
  const wishers = new Set(wishes.filter(({ wished }) => wished === uid).map((wish) => wish.uid));
  const roomNameOf = (person: string): string | null =>
    rooms.get(places.find((place) => place.uid === person)?.room_id ?? '')?.name ?? null;
  return {
    needs_bed: await needsBed(read, scope, uid),
    rooms: [...own].flatMap(([id, nights]) => {
      const room = rooms.get(id);
      if (room === undefined) return [];
      const mine = new Set(nights.map(({ night }) => night));
      const mates = names.flatMap(({ uid: mate, name }) => {
        const together = near.filter((one) => one.uid === mate && one.room_id === id && mine.has(one.night));
        return mate === uid || together.length === 0 ? [] : [{ name, nights: together.map(({ night }) => night) }];
      });
      return [{ name: room.name, kind: room.kind, nights: [...mine], mates }];
    }),
    wishes: wishes
      .filter((wish) => wish.uid === uid)
      .map(({ wished, name }) => ({ uid: wished, name, mutual: wishers.has(wished) })),
    swaps: swaps.map((swap) => {
      const isMine = swap.uid === uid;
      const other = isMine ? swap.with_uid : swap.uid;
      return {
        id: swap.id,
        name: isMine ? swap.with_name : swap.name,
        by_me: isMine,
        // Who is asked has to know which room they would get.
        room: isMine ? null : roomNameOf(other),
      };
    }),
  };
}

type MateFilter = PageQuery & { q?: string | undefined };

/** Whom `chooseMates` accepts, found by prefixes of words of their names. */
export async function findPossibleMates(
  { db }: Services,
  scope: ProjectScope,
  uid: string,
  { q = '', ...filter }: MateFilter,
) {
  const { limit, after, page } = pageRequest(filter, byName);
  const rows = await listPossibleMates(db.read, scope, { uid, search: searchOf(q), limit, after });
  return page(rows, (row) => ({ uid: row.uid, name: row.name }));
}

/** People whom the caller wants to share a room with. It counts if they want it, too. */
export async function chooseMates({ db }: Services, actor: Actor, uids: readonly string[]): Promise<void> {
  const { projectRole, caller, uid, now } = actor;
  const { scope } = projectRole;
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller);
    if (uids.includes(uid) || (await listGuests(trx, scope, uids)).length < uids.length) noSuchPerson();
    const before = (await listWishes(trx, scope, uid)).filter((wish) => wish.uid === uid);
    const isSame = before.length === uids.length && before.every(({ wished }) => uids.includes(wished));
    if (isSame) return;
    await replaceWishes(trx, scope, uid, uids);
    await record(trx, now, { actor: uid, kind: 'room.wished', subject: uid, pid: scope.pid });
  });
}

/** Asks somebody to swap rooms. */
export async function askToSwap({ db }: Services, actor: Actor, other: string): Promise<void> {
  const { projectRole, caller, uid, now } = actor;
  const { scope } = projectRole;
  await db.transaction(async (trx) => {
    await confirmCaller(trx, now, caller, [other]);
    if (uid === other || (await listGuests(trx, scope, [other])).length === 0) noSuchPerson();
    const loaded = await lockBoard(trx, scope, now);
    requireSwap(swapOf(loaded, uid, other));
    const id = newId(now);
    const row = { id, pid: scope.pid, uid, with_uid: other, created_at: timestamp(now) };
    if (!(await insertSwap(trx, row))) return;
    await record(trx, now, { actor: uid, kind: 'room.swap_asked', subject: other, pid: scope.pid });
    const values = { change: 'asked' };
    await notify(trx, { actor: uid, now }, [
      { kind: 'room.assigned', uid: other, pid: scope.pid, subject: id, values },
    ]);
  });
}

/** Who was asked agrees or declines; who asked withdraws. */
export async function answerSwap(
  { db }: Services,
  { projectRole: { scope }, caller, uid, now, id }: Actor & { id: string },
  agrees: boolean,
): Promise<void> {
  await db.transaction(async (trx) => {
    const seen = (await listSwaps(trx, scope, uid)).find((one) => one.id === id) ?? noSuchSwap();
    await confirmCaller(trx, now, caller, [seen.uid, seen.with_uid]);
    const loaded = await lockBoard(trx, scope, now);
    const swap = (await listSwaps(trx, scope, uid)).find((one) => one.id === id) ?? noSuchSwap();
    const { pid } = scope;
    if (!agrees) {
      await deleteSwap(trx, id);
      return record(trx, now, { actor: uid, kind: 'room.swap_declined', subject: uid, pid });
    }
    if (swap.with_uid !== uid) fail('forbidden', { detail: 'Only the person who was asked can agree' });
    const moves = requireSwap(swapOf(loaded, swap.uid, uid));
    await deleteSwap(trx, id);
    await storeMoves(trx, { scope, actor: uid, now }, loaded, moves);
  });
}

const requireSwap = (moves: Move[] | undefined): Move[] =>
  moves ??
  fail('conflict', { detail: 'Both need a bed in the same nights, in different rooms that are fine for both' });

/** Undefined if the two cannot swap: then neither learns why, which would be about the answers of the other. */
function swapOf({ board, guests, places }: Loaded, one: string, other: string): Move[] | undefined {
  const of = (uid: string) => places.filter((place) => place.uid === uid);
  const [first, second] = [of(one), of(other)];
  const nights = first.map(({ night }) => night);
  if (nights.length === 0 || nights.join() !== second.map(({ night }) => night).join()) return undefined;
  if (first.every(({ room_id: room }, index) => room === second[index]?.room_id)) return undefined;
  const moves = [
    ...second.map(({ night, room_id: to }): Move => ({ uid: one, night, to })),
    ...first.map(({ night, room_id: to }): Move => ({ uid: other, night, to })),
  ];
  for (const { uid, night } of moves) board.set(uid, night, null);
  const isFine = moves.every(({ uid, night, to }) => {
    const refusal = refusalOf(board, guests.get(uid), { uid, room: to ?? '', nights: [night] });
    board.set(uid, night, to);
    return refusal === undefined;
  });
  return isFine ? moves : undefined;
}
