import type { Device } from '../../../auth/devices.ts';
import { fail, failField } from '../../../errors.ts';
import { addSeconds, hours, timestamp } from '../../../lib/clock.ts';
import { dayAt, dayRange } from '../../../lib/time.ts';
import type { Subject } from '../../changes/kinds.policy.ts';
import { publicKeyOf } from '../codes/keys.service.ts';
import type { KeyServices } from '../codes/keys.service.ts';
import { entitlementsOf } from '../hand-outs/entitlement.service.ts';
import type { Entitlements } from '../hand-outs/entitlement.service.ts';
import { isMemberOf } from './desk.policy.ts';
import {
  findProjectName,
  listAttendeesOf,
  listDeskAttendances,
  listDeskChanges,
  listDeskTasks,
  listDeskTeams,
} from './desk.queries.ts';
import type { Window } from './desk.queries.ts';
import type { Desk, DeskPerson } from './desk.schema.ts';

/** The day goes on after midnight, so that an offline device knows the first tasks of the morning. */
const afterMidnightSeconds = hours(6);
/** With more changes than this the whole day is sent. */
const maxChanges = 500;
/** These name neither people nor tasks, but change what a device shows of many. */
const wholeKinds = new Set([
  'handouts.changed',
  'places.changed',
  'project.changed',
  'team.changed',
  'team.disabled',
  'team.enabled',
  'responses.expired',
]);

type Position = { day: string; seq: number };
const positionShape = /^(\d{4}-\d\d-\d\d)\.(\d{1,15})$/;

function positionOf(since: string): Position {
  const [, day, seq] = positionShape.exec(since) ?? [];
  return day === undefined || seq === undefined
    ? failField('/querystring/since', 'is not `next` of an earlier answer')
    : { day, seq: Number(seq) };
}

function today({ timezone }: Device, now: Date): { day: string; window: Window } {
  const day = dayAt(now, timezone);
  const { from, to } = dayRange(day, timezone);
  return { day, window: { from, to: timestamp(addSeconds(new Date(to), afterMidnightSeconds)) } };
}

/** What changed since an earlier answer; everything of the day without one, on another day, or after many changes. */
export async function readDesk(services: KeyServices, device: Device, since: string | undefined): Promise<Desk> {
  const { db, clock } = services;
  const now = clock.now();
  const { day, window } = today(device, now);
  const position = since === undefined ? undefined : positionOf(since);
  const upTo = await db.handle.changes.completeUpTo();
  const head = { at: timestamp(now), next: `${day}.${upTo}` };
  const unchanged = { ...head, whole: false, tasks: [], people: [], removed_tasks: [], removed_people: [] };
  if (position?.day === day && position.seq === upTo) return unchanged;
  const changed = position?.day === day ? await changesSince(services, device, position.seq, upTo) : undefined;
  if (changed === undefined) return { ...head, ...(await wholeDesk(services, device, window)) };
  if (changed.uids.length + changed.tasks.length === 0) return unchanged;
  return { ...head, ...(await changedDesk(services, device, window, changed)) };
}

type Changed = { uids: string[]; tasks: string[] };

/** Undefined if it cannot be told from the feed. A position is of the same day, and changes are kept for 30. */
async function changesSince({ db }: KeyServices, { scope }: Device, seq: number, upTo: number) {
  // After a restored backup the numbers start again below.
  if (seq > upTo) return undefined;
  const rows = await listDeskChanges(db.read, scope, seq, upTo, maxChanges + 1);
  if (rows.length > maxChanges || rows.some(({ kind }) => wholeKinds.has(kind))) return undefined;
  const subjects = rows.map(({ subject }) => JSON.parse(subject) as Subject);
  const changed: Changed = {
    uids: subjects.flatMap(({ uid }) => uid ?? []),
    tasks: subjects.flatMap(({ task }) => task ?? []),
  };
  return changed;
}

async function wholeDesk(services: KeyServices, device: Device, window: Window) {
  const { read } = services.db;
  const { scope, timezone } = device;
  const { name } = (await findProjectName(read, scope)) ?? fail('not_found');
  const tasks = await listDeskTasks(read, scope, window);
  const attendances = await listDeskAttendances(read, scope, window);
  const entitlements = await entitlementsOf(read, scope);
  const teams = await listDeskTeams(read, scope);
  return {
    whole: true,
    device: device.name,
    project: { name, timezone, key: await publicKeyOf(services, scope) },
    hand_outs: entitlements.handOuts.map(({ id, name: title }) => ({ id, name: title })),
    tids: scope.tids === null ? null : [...scope.tids],
    tasks,
    people: peopleOf(attendances, visibleTo(device, entitlements), teams),
    removed_tasks: [],
    removed_people: [],
  };
}

async function changedDesk({ db }: KeyServices, device: Device, window: Window, changed: Changed) {
  const { scope } = device;
  const taskIds = [...new Set(changed.tasks)];
  const tasks = taskIds.length === 0 ? [] : await listDeskTasks(db.read, scope, window, taskIds);
  const uids = [...new Set([...changed.uids, ...(await listAttendeesOf(db.read, taskIds))])];
  const attendances = uids.length === 0 ? [] : await listDeskAttendances(db.read, scope, window, uids);
  const entitlements = await entitlementsOf(db.read, scope, uids);
  const teams = uids.length === 0 ? [] : await listDeskTeams(db.read, scope, uids);
  const people = peopleOf(attendances, visibleTo(device, entitlements), teams);
  const [foundTasks, foundPeople] = [new Set(tasks.map(({ id }) => id)), new Set(people.map(({ uid }) => uid))];
  return {
    whole: false,
    tasks,
    people,
    removed_tasks: taskIds.filter((id) => !foundTasks.has(id)),
    removed_people: uids.filter((uid) => !foundPeople.has(uid)),
  };
}

/** A device of some teams sees only their people. */
function visibleTo({ scope: { tids } }: Device, { people }: Entitlements): Entitlements['people'] {
  return new Map([...people].filter(([, person]) => isMemberOf(person.tids, tids)));
}

type AttendanceRow = Awaited<ReturnType<typeof listDeskAttendances>>[number];

function peopleOf(
  attendances: readonly AttendanceRow[],
  entitlements: Entitlements['people'],
  teams: readonly { uid: string; name: string }[],
): DeskPerson[] {
  const teamsOf = Map.groupBy(teams, ({ uid }) => uid);
  const byPerson = Map.groupBy(attendances, ({ uid }) => uid);
  const withHandOuts = [...entitlements].filter(([, { entitled, given }]) => entitled.size + given.size > 0);
  return [...new Set([...byPerson.keys(), ...withHandOuts.map(([uid]) => uid)])].map((uid) => {
    const own = byPerson.get(uid) ?? [];
    const { entitled = new Set<string>(), given = new Map<string, string>(), name } = entitlements.get(uid) ?? {};
    const ownTeams = teamsOf.get(uid);
    return {
      uid,
      name: own[0]?.name ?? name ?? '',
      ...(ownTeams === undefined ? {} : { teams: ownTeams.map((team) => team.name) }),
      tasks: own.map(({ id, state, arrived_at, left_at }) => ({ id, state, arrived_at, left_at })),
      hand_outs: [...new Set([...entitled, ...given.keys()])].map((id) => ({ id, given_at: given.get(id) ?? null })),
    };
  });
}
