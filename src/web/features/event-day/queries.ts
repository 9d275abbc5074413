import { queryOptions } from '@tanstack/react-query';
import { createClient } from '../../../client/client.ts';
import type {
  AddedCodes,
  AddedThings,
  AskedToReplace,
  AttendanceChanges,
  AttendanceMarks,
  CreatedDevice,
  Desk,
  DeskPerson,
  DeskThing,
  Device,
  GivenHandOut,
  HandOut,
  HandOutChanges,
  ListedCode,
  NewDevice,
  NewHandOut,
  NewRollCallMarks,
  NewScans,
  NewThing,
  NewWork,
  ReturnedThing,
  RollCall,
  ScanResults,
  Thing,
  ThingChanges,
  Work,
  WorkDecision,
} from '../../../client/client.ts';
import { call, ifMatch, read } from '../../api.ts';
import { affectedByDecision, eventDayKeys, hoursKeys, projectKeys } from '../../keys.ts';
import { recordedRead } from '../../query-client.ts';
import type { Change } from '../../ui/change.ts';
import type { Editable } from '../../ui/editing/editing.ts';
import { maxPageSize } from '../../../shared/limits.ts';
import { pagedQuery } from '../../ui/paging.ts';
import { affectedByTask } from '../tasks/queries.ts';

export type Scan = NewScans['scans'][number];
/** What a scan changes, as it was before. Without names: scans stay on a device that may no longer know them. */
export type Before = {
  uid?: string;
  person?: Pick<DeskPerson, 'tasks' | 'hand_outs' | 'on_site'>;
  thing?: Pick<DeskThing, 'id' | 'condition' | 'lent_at'> & { holder: string | null };
  given?: { id: string; variant: readonly string[] };
};

/** A scan as the device keeps it. `before`: of the scan that this one undoes. */
export type Queued = Scan & { before?: Before };

export type ScanResult = ScanResults['results'][number]['result'];
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

/**
 * A code is sent in place of the person: not every browser can check its signature. What a scan that is undone had changed is
 * for the device only.
 */
const sent = ({ uid, before: _before, ...scan }: Queued): Scan =>
  scan.code === undefined && uid !== undefined ? { ...scan, uid } : scan;

export const sendScans = async ({ pid, token }: OwnDevice, scans: Queued[]) =>
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
  queryKey: eventDayKeys.handOutList(pid),
  queryFn: () => call('list_hand_outs', { path: { pid } }),
});

/** The hand-out with its ETag, which editing needs. */
export const handOutVersionQuery = (pid: string, id: string) =>
  queryOptions({
    queryKey: eventDayKeys.handOut(pid, id),
    queryFn: () => read('get_hand_out', { path: { pid, id } }),
  });

export const createHandOut = (pid: string): Change<NewHandOut, HandOut> => ({
  run: (body) => call('create_hand_out', { path: { pid }, body }),
  affects: [eventDayKeys.handOuts(pid)],
});

export const editHandOut = (pid: string, id: string): Editable<HandOut, HandOutChanges> => ({
  load: () => read('get_hand_out', { path: { pid, id } }),
  save: (body, etag) => read('change_hand_out', { path: { pid, id }, body, ...ifMatch(etag) }),
  affects: [eventDayKeys.handOuts(pid)],
});

/** Leaves out the hand-out itself, which is still on screen and would be loaded once more. */
export const removeHandOut = (pid: string): Change<HandOut, unknown> => ({
  run: ({ id }) => call('remove_hand_out', { path: { pid, id } }),
  affects: [eventDayKeys.handOutList(pid)],
});

export const earnedQuery = (pid: string, id: string) =>
  pagedQuery(eventDayKeys.earned(pid, id), (query) => call('list_earned_hand_outs', { path: { pid, id }, query }));

export const uncountedQuery = (pid: string, id: string) =>
  queryOptions({
    queryKey: eventDayKeys.uncounted(pid, id),
    queryFn: () => call('list_uncounted_scans', { path: { pid, id } }),
  });

/** Every look is recorded, so it is made only when somebody asks, and never repeated. */
export const listedCodesQuery = (pid: string, id: string) => ({
  ...pagedQuery(eventDayKeys.codes(pid, id), (query) => call('list_codes', { path: { pid, id }, query }), maxPageSize),
  ...recordedRead,
});

export const addCodes = (pid: string, id: string): Change<string[], AddedCodes> => ({
  run: (codes) => call('add_codes', { path: { pid, id }, body: { codes } }),
  affects: [eventDayKeys.handOuts(pid)],
});

/** Leaves out the list, which would be one more look. */
export const removeCode = (pid: string, id: string): Change<ListedCode, unknown> => ({
  run: ({ id: listed }) => call('remove_code', { path: { pid, id, listed } }),
  affects: [eventDayKeys.handOutList(pid), eventDayKeys.handOut(pid, id)],
});

export const thingsQuery = (pid: string, id: string) =>
  pagedQuery(eventDayKeys.things(pid, id), (query) => call('list_things', { path: { pid, id }, query }), maxPageSize);

export const openLoansQuery = (pid: string) =>
  pagedQuery(eventDayKeys.openLoans(pid), (query) => call('list_open_loans', { path: { pid }, query }));

export const thingLoansQuery = (pid: string, id: string, thing: string) =>
  queryOptions({
    queryKey: eventDayKeys.thingLoans(pid, id, thing),
    queryFn: () => call('list_thing_loans', { path: { pid, id, thing } }),
  });

export const addThings = (pid: string, id: string): Change<NewThing[], AddedThings> => ({
  run: (things) => call('import_things', { path: { pid, id }, body: { things } }),
  affects: [eventDayKeys.handOuts(pid)],
});

export const changeThing = (pid: string, id: string): Change<{ thing: Thing; changes: ThingChanges }, Thing> => ({
  run: ({ thing, changes }) => call('change_thing', { path: { pid, id, thing: thing.id }, body: changes }),
  affects: [eventDayKeys.handOuts(pid)],
});

export const removeThing = (pid: string, id: string): Change<Thing, unknown> => ({
  run: (thing) => call('remove_thing', { path: { pid, id, thing: thing.id } }),
  affects: [eventDayKeys.handOuts(pid)],
});

export const returnThing = (
  pid: string,
  id: string,
): Change<{ thing: Thing; condition: Thing['condition'] }, ReturnedThing> => ({
  run: ({ thing, condition }) => call('return_thing', { path: { pid, id, thing: thing.id }, body: { condition } }),
  affects: [eventDayKeys.handOuts(pid)],
});

/** What the person gets, has earned and borrowed. */
export const entitlementsQuery = (pid: string) =>
  queryOptions({
    queryKey: eventDayKeys.entitlements(pid),
    queryFn: async () => (await call('list_my_entitlements', { path: { pid } })).data,
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
  queryFn: () => call('list_substitutes', { path: { pid, id }, query: { limit: 100 } }),
});

export type Replacing = { id: string; uid: string };

export const replaceBy = (pid: string): Change<Replacing & { by: { uid: string; name: string } }, unknown> => ({
  run: ({ id, uid, by }) => call('replace_attendee', { path: { pid, id, uid }, body: { by: by.uid } }),
  affects: affectedByMark(pid),
});

/** The place goes to the waiting list, or to anyone who can join. */
export const openPlace = (pid: string): Change<Replacing, unknown> => ({
  run: ({ id, uid }) => call('replace_attendee', { path: { pid, id, uid }, body: {} }),
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

/** The person's own entries; those of others that wait for a decision; and those that somebody has decided. */
const workLists = {
  own: { mine: true },
  waiting: { mine: false, state: 'claimed' },
  decided: { mine: false, decided: true },
} as const;
export type WorkKind = keyof typeof workLists;

export const workQuery = (pid: string, kind: WorkKind) =>
  pagedQuery(
    eventDayKeys.workList(pid, kind),
    (query) => call('list_work', { path: { pid }, query: { ...query, ...workLists[kind] } }),
    20,
  );

/** How much work waits for a decision of the person. */
export const claimCountQuery = (pid: string) =>
  queryOptions({
    queryKey: eventDayKeys.claimCount(pid),
    queryFn: async () =>
      (await call('list_work', { path: { pid }, query: { ...workLists.waiting, limit: 1 } })).total ?? 0,
  });

/** The person's own entries that wait for a decision. The server accepts at most 50. */
export const ownClaimsQuery = (pid: string) =>
  queryOptions({
    queryKey: eventDayKeys.ownClaims(pid),
    queryFn: async () => {
      const query = { mine: true, state: 'claimed', limit: maxPageSize } as const;
      return (await call('list_work', { path: { pid }, query })).data;
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

const rollCallMs = 15_000;

/** Several people tick at once, so it is loaded again every 15 seconds while the page is visible. */
export const rollCallQuery = (pid: string) => ({
  queryKey: eventDayKeys.rollCall(pid),
  queryFn: () => call('get_roll_call', { path: { pid } }),
  refetchInterval: rollCallMs,
});

export const startRollCall = (pid: string): Change<string | null, RollCall> => ({
  run: (after) => call('start_roll_call', { path: { pid }, body: { after } }),
  affects: [eventDayKeys.rollCall(pid)],
});

/** The clock of a phone may be wrong, so the server gets it with the ticks. */
export const sendMarks = (pid: string, marks: NewRollCallMarks['marks']) =>
  call('mark_roll_call', { path: { pid }, body: { marks, sent_at: new Date().toISOString() } });

/** Every look is recorded, so it is made only when somebody asks, and never repeated. */
export const emergencyQuery = (pid: string, uid: string) => ({
  queryKey: eventDayKeys.emergency(pid, uid),
  queryFn: () => call('get_emergency_of', { path: { pid, uid } }),
  ...recordedRead,
});
