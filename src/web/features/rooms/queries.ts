import { queryOptions } from '@tanstack/react-query';
import type {
  NewPlacements,
  NewRooms,
  PlacementResults,
  Room,
  RoomBoard,
  RoomChanges,
  RoomDraft,
} from '../../../client/client.ts';
import { call, ifMatch } from '../../api.ts';
import { roomKeys } from '../../keys.ts';
import type { Change } from '../../ui/change.ts';
import type { Download } from '../../ui/download.tsx';

export const roomsQuery = (pid: string) =>
  queryOptions({ queryKey: roomKeys.board(pid), queryFn: () => call('get_rooms', { path: { pid } }) });

export const myRoomQuery = (pid: string) =>
  queryOptions({ queryKey: roomKeys.mine(pid), queryFn: () => call('get_my_room', { path: { pid } }) });

const affects = (pid: string) => [roomKeys.all(pid)];

export const createRooms = (pid: string): Change<NewRooms['rooms'], RoomBoard> => ({
  run: (rooms) => call('create_rooms', { path: { pid }, body: { rooms } }),
  affects: affects(pid),
});

export const changeRoom = (pid: string): Change<{ room: Room; changes: RoomChanges }, RoomBoard> => ({
  run: ({ room: { id, revision }, changes }) =>
    call('change_room', { path: { pid, id }, body: changes, ...ifMatch(`"r${revision}-0"`) }),
  affects: affects(pid),
});

export const removeRoom = (pid: string): Change<Room, unknown> => ({
  run: ({ id }) => call('remove_room', { path: { pid, id } }),
  affects: affects(pid),
});

/** `room`: null takes the person out of the room `from`. */
export type Placing = { uid: string; room: string | null; from: string | null };

export const placeGuest = (pid: string): Change<Placing, unknown> => ({
  run: async ({ uid, room, from }) => {
    if (room !== null) return call('place_guest', { path: { pid, id: room, uid }, body: {} });
    return from === null ? undefined : call('unplace_guest', { path: { pid, id: from, uid } });
  },
  affects: affects(pid),
});

export const draftRooms = (pid: string): Change<void, RoomDraft> => ({
  run: () => call('draft_rooms', { path: { pid } }),
  affects: [],
});

/** As many as fit into one request. */
const maxPlacements = 500;

/** One step up to that number; more people are several steps. */
export const applyDraft = (pid: string): Change<NewPlacements['placements'], Pick<PlacementResults, 'results'>> => ({
  run: async (placements) => {
    const results: PlacementResults['results'] = [];
    for (let from = 0; from < placements.length; from += maxPlacements) {
      const some = placements.slice(from, from + maxPlacements);
      results.push(...(await call('place_guests', { path: { pid }, body: { placements: some } })).results);
    }
    return { results };
  },
  affects: affects(pid),
});

export const undoStep = (pid: string): Change<string, unknown> => ({
  run: (id) => call('undo_room_step', { path: { pid, id } }),
  affects: affects(pid),
});

export const exportHotelList =
  (pid: string, form: string): Download =>
  (download) =>
    download('export_hotel_list', { path: { pid, form } });

export const chooseMates = (pid: string): Change<string[], unknown> => ({
  run: (uids) => call('choose_room_mates', { path: { pid }, body: { uids } }),
  affects: affects(pid),
});

export const askToSwap = (pid: string): Change<string, unknown> => ({
  run: (uid) => call('ask_room_swap', { path: { pid }, body: { uid } }),
  affects: affects(pid),
});

export const answerSwap = (pid: string): Change<{ id: string; agrees: boolean }, unknown> => ({
  run: ({ id, agrees }) => call('answer_room_swap', { path: { pid, id }, body: { agrees } }),
  affects: affects(pid),
});
