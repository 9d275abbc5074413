import type { ProjectScope } from '../../auth/project-role.ts';
import type { Reader, Trx } from '../../db/db.ts';
import { listTeamsOf } from '../../db/memberships.ts';
import { recordAll } from '../audit/audit.service.ts';
import { latestAnswers } from '../forms/answers/stay.service.ts';
import { listGuests, listPlaces, listRooms, listWishes, lockRooms, replacePlaces } from './rooms.queries.ts';
import type { RoomRow } from './rooms.queries.ts';
import { createBoard } from './solving/board.policy.ts';
import type { Board, BoardRoom, Guest, Place, RoomKind } from './solving/board.policy.ts';

export type NamedGuest = Guest & { name: string; teams: string[] };
export type ListedRoom = BoardRoom & Pick<RoomRow, 'name' | 'revision'>;

/** All that is known about who sleeps where. */
export type Loaded = {
  rooms: ListedRoom[];
  places: Place[];
  /** Who has a bed and has left the project, or is suspended. */
  gone: string[];
  /** Who needs a bed. */
  guests: Map<string, NamedGuest>;
  /** Who has a bed and needs none any more. */
  others: { uid: string; name: string; teams: string[] }[];
  board: Board;
};

const roomOf = ({ nights, ...row }: RoomRow): ListedRoom => ({ ...row, nights: JSON.parse(nights) as string[] });

/** Seven queries at most, however many people there are. */
export async function loadBoard(read: Reader, scope: ProjectScope): Promise<Loaded> {
  return around(read, scope, await listRooms(read, scope));
}

/**
 * With the lock of the rooms: until the transaction ends, nobody else places anybody. Beds of people who have left the project
 * are given up for good, so that nobody gets back one that somebody else may have got.
 */
export async function lockBoard(trx: Trx, scope: ProjectScope, now: Date): Promise<Loaded> {
  const loaded = await around(trx, scope, await lockRooms(trx, scope));
  if (loaded.gone.length > 0) await replacePlaces(trx, scope, loaded.gone, []);
  const left = { actor: null, kind: 'room.left' as const, pid: scope.pid };
  await recordAll(
    trx,
    now,
    loaded.gone.map((subject) => ({ ...left, subject, detail: { title: '' } })),
  );
  return loaded;
}

async function around(read: Reader, scope: ProjectScope, rows: readonly RoomRow[]): Promise<Loaded> {
  const rooms = rows.map(roomOf);
  const stored = await listPlaces(read, scope);
  const answers = await latestAnswers(read, scope, 'accommodation');
  const people = await listGuests(read, scope, [...new Set([...answers.keys(), ...stored.map(({ uid }) => uid)])]);
  const known = new Set(people.map(({ uid }) => uid));
  const places = stored.filter(({ uid }) => known.has(uid));
  const gone = [...new Set(stored.map(({ uid }) => uid))].filter((uid) => !known.has(uid));
  const memberships = Map.groupBy(await listTeamsOf(read, scope.pid, [...known]), ({ uid }) => uid);
  const wishes = await listWishes(read, scope);
  const wished = new Set(wishes.map(({ uid, wished: other }) => `${uid} ${other}`));
  const mates = Map.groupBy(
    wishes.filter(({ uid, wished: other }) => wished.has(`${other} ${uid}`)),
    ({ uid }) => uid,
  );
  const guests = new Map<string, NamedGuest>();
  const others: Loaded['others'] = [];
  for (const { uid, name } of people) {
    const teams = memberships.get(uid) ?? [];
    const named = { uid, name, teams: teams.map((team) => team.name) };
    const needs = needsOf(answers.get(uid)?.answers);
    if (needs === undefined) {
      others.push(named);
      continue;
    }
    const own = (mates.get(uid) ?? []).map(({ wished: mate }) => mate).filter((mate) => known.has(mate));
    guests.set(uid, { ...named, ...needs, mates: own, tids: teams.map(({ tid }) => tid) });
  }
  return { rooms, places, gone, guests, others, board: createBoard(rooms, places) };
}

export const needsBed = async (read: Reader, scope: ProjectScope, uid: string): Promise<boolean> =>
  needsOf((await latestAnswers(read, scope, 'accommodation', [uid])).get(uid)?.answers) !== undefined;

/** Undefined if they need no bed. */
function needsOf(answers: Readonly<Record<string, unknown>> | undefined): Pick<Guest, 'nights' | 'kinds'> | undefined {
  const { stay, nights, mixed_room: mixed, room_kinds: kinds } = answers ?? {};
  if (stay !== 'yes' && stay !== 'yes_far') return undefined;
  const chosen: unknown[] = Array.isArray(kinds) ? kinds : [];
  const accepted = new Set(mixed === true ? [...chosen, 'mixed'] : chosen);
  return {
    nights: Array.isArray(nights) ? nights.map(String) : null,
    kinds: (['women', 'men', 'mixed'] as const).filter((kind): kind is RoomKind => accepted.has(kind)),
  };
}
