import { queryOptions } from '@tanstack/react-query';
import { createClient } from '../../../client/client.ts';
import type {
  AskedToReplace,
  AttendanceChanges,
  AttendanceMarks,
  CreatedDevice,
  Desk,
  Device,
  GivenHandOut,
  HandOut,
  HandOutChanges,
  NewDevice,
  NewHandOut,
  NewScans,
  NewWork,
  Work,
  WorkDecision,
} from '../../../client/client.ts';
import { call } from '../../api.ts';
import { affectedByDecision, eventDayKeys, hoursKeys, projectKeys } from '../../keys.ts';
import type { Change } from '../../ui/change.ts';
import { loadAll, pagedQuery } from '../../ui/paging.ts';
import { affectedByTask } from '../tasks/queries.ts';

export type Scan = NewScans['scans'][number];
export type ScanResult = 'accepted' | 'repeated' | 'not_here' | 'too_early' | 'unknown' | 'overtaken';
export type OwnDevice = { pid: string; token: string };

const timeoutMs = 15_000;

/** Calls the desk as a device: with its token, never with the cookie of a person. */
const asDevice = (token: string) =>
  createClient({
    baseUrl: '',
    token,
    fetch: (url, init) => fetch(url, { ...init, credentials: 'omit', signal: AbortSignal.timeout(timeoutMs) }),
  });

export const fetchDesk = ({ pid, token }: OwnDevice, since: string | undefined): Promise<Desk> =>
  asDevice(token).call('get_desk', { path: { pid }, query: since === undefined ? {} : { since } });

/** A code is sent in place of the person: not every browser can check its signature. */
const sent = ({ uid, ...scan }: Scan): Scan => (scan.code === undefined && uid !== undefined ? { ...scan, uid } : scan);

export const sendScans = async ({ pid, token }: OwnDevice, scans: Scan[]) =>
  (await asDevice(token).call('send_scans', { path: { pid }, body: { scans: scans.map(sent) } })).results;

export const devicesQuery = (pid: string) => ({
  queryKey: eventDayKeys.devices(pid),
  queryFn: () => call('list_devices', { path: { pid }, query: { limit: 100 } }),
});

export const createDevice = (pid: string): Change<NewDevice, CreatedDevice> => ({
  run: (body) => call('create_device', { path: { pid }, body }),
  affects: [eventDayKeys.devices(pid)],
});

export const revokeDevice = (pid: string): Change<Device, unknown> => ({
  run: ({ id }) => call('revoke_device', { path: { pid, id } }),
  affects: [eventDayKeys.devices(pid)],
});

export const placeCodesQuery = (pid: string) => ({
  queryKey: eventDayKeys.placeCodes(pid),
  queryFn: () => call('list_place_codes', { path: { pid } }),
});

export const handOutsQuery = (pid: string) => ({
  queryKey: eventDayKeys.handOuts(pid),
  queryFn: () => call('list_hand_outs', { path: { pid } }),
});

export const createHandOut = (pid: string): Change<NewHandOut, HandOut> => ({
  run: (body) => call('create_hand_out', { path: { pid }, body }),
  affects: [eventDayKeys.handOuts(pid)],
});

export const changeHandOut = (pid: string): Change<{ id: string; changes: HandOutChanges }, HandOut> => ({
  run: ({ id, changes }) => call('change_hand_out', { path: { pid, id }, body: changes }),
  affects: [eventDayKeys.handOuts(pid)],
});

export const removeHandOut = (pid: string): Change<HandOut, unknown> => ({
  run: ({ id }) => call('remove_hand_out', { path: { pid, id } }),
  affects: [eventDayKeys.handOuts(pid)],
});

export const givenQuery = (pid: string, id: string) =>
  pagedQuery(eventDayKeys.given(pid, id), (query) => call('list_given_hand_outs', { path: { pid, id }, query }));

/** The number in the list of hand-outs changes, too. */
export const takeBack = (pid: string, id: string): Change<GivenHandOut, unknown> => ({
  run: ({ id: given }) => call('take_back_hand_out', { path: { pid, id, given } }),
  affects: [eventDayKeys.handOuts(pid)],
});

export const checkIn = (pid: string, place: string, code: string) =>
  call('check_in', { path: { pid, place }, body: { code } });

const nowMs = 15_000;

/** Loaded again every 15 seconds while the page is visible. */
export const nowQuery = (pid: string) => ({
  queryKey: eventDayKeys.now(pid),
  queryFn: () => call('get_now', { path: { pid } }),
  refetchInterval: nowMs,
});

/** Who has a place, and whether they came, also shows on the pages of tasks, and decides which hours count. */
const affectedByMark = (pid: string) => [...affectedByTask(pid), hoursKeys.all(pid)];

export type Mark = { id: string; uid: string; changes: AttendanceChanges };

export const mark = (pid: string): Change<Mark, AttendanceMarks> => ({
  run: ({ id, uid, changes }) => call('mark_attendee', { path: { pid, id, uid }, body: changes }),
  affects: affectedByMark(pid),
});

export const substitutesQuery = (pid: string, id: string) => ({
  queryKey: eventDayKeys.substitutes(pid, id),
  queryFn: async () => (await call('list_substitutes', { path: { pid, id } })).data,
});

export type Replacing = { id: string; uid: string };

export const replaceBy = (pid: string): Change<Replacing & { by: { uid: string; name: string } }, unknown> => ({
  run: ({ id, uid, by }) => call('replace_attendee', { path: { pid, id, uid }, body: { by: by.uid } }),
  affects: affectedByMark(pid),
});

export const askForReplacement = (pid: string, people: number): Change<Replacing, AskedToReplace> => ({
  run: ({ id, uid }) => call('ask_for_replacement', { path: { pid, id, uid }, body: { people } }),
  affects: affectedByMark(pid),
});

const screenMs = 20_000;

export const screenQuery = (token: string) => ({
  queryKey: eventDayKeys.screen(token),
  queryFn: () => call('get_screen', { path: { screen: token } }),
  refetchInterval: screenMs,
  refetchIntervalInBackground: true,
});

export const myDayQuery = (pid: string) => ({
  queryKey: eventDayKeys.myDay(pid),
  queryFn: () => call('get_my_day', { path: { pid } }),
});

export const workQuery = (pid: string) => ({
  queryKey: eventDayKeys.work(pid),
  queryFn: () => loadAll((query) => call('list_work', { path: { pid }, query })),
});

/** Work that waits for a decision of the person. */
export const claimsQuery = (pid: string) =>
  queryOptions({
    queryKey: eventDayKeys.claims(pid),
    queryFn: async () => {
      const claimed = { state: 'claimed' } as const;
      const found = await loadAll((query) => call('list_work', { path: { pid }, query: { ...query, ...claimed } }));
      return found.filter(({ rights }) => rights.decide);
    },
  });

/** Approved work counts as hours. */
const affectedByWork = (pid: string) => [
  eventDayKeys.work(pid),
  hoursKeys.all(pid),
  projectKeys.people(pid),
  ...affectedByDecision,
];

export const addWork = (pid: string): Change<NewWork, Work> => ({
  run: (body) => call('add_work', { path: { pid }, body }),
  affects: affectedByWork(pid),
});

export const decideWork = (pid: string): Change<Work & { decision: WorkDecision }, Work> => ({
  run: ({ id, decision }) => call('decide_work', { path: { pid, id }, body: decision }),
  affects: affectedByWork(pid),
});

export const removeWork = (pid: string): Change<Work, unknown> => ({
  run: ({ id }) => call('remove_work', { path: { pid, id } }),
  affects: affectedByWork(pid),
});
