import type { Device } from '../../../auth/devices.ts';
import type { Reader } from '../../../db/db.ts';
import { fail, failField } from '../../../errors.ts';
import { addSeconds, hours, timestamp } from '../../../lib/clock.ts';
import { dayAt, dayRange } from '../../../lib/time.ts';
import type { Subject } from '../../changes/kinds.policy.ts';
import { publicKeyOf } from '../codes/keys.service.ts';
import type { KeyServices } from '../codes/keys.service.ts';
import { definitionsOf, dueOf, entitlementsOf, stockLeft } from '../hand-outs/entitlement.service.ts';
import type { Definition, Entitlement, Entitlements } from '../hand-outs/entitlement.service.ts';
import { variantFrom } from '../hand-outs/variants.policy.ts';
import { readDeskThings } from '../loans/loans.service.ts';
import type { DeskThingRow } from '../loans/loans.service.ts';
import { whoIsOnSite } from '../on-site/gate.service.ts';
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
import type { Desk, DeskHandOut, DeskPerson, DeskThing } from './desk.schema.ts';

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
  'form.changed',
  'task_kinds.changed',
]);
/** These change how many are left. */
const stockKinds = new Set(['handout.given', 'handout.taken_back']);

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
  const { subjects } = changed;
  if (subjects.every(({ uid, task }) => uid === undefined && task === undefined)) return unchanged;
  const part = await changedDesk(services, device, window, subjects);
  if (part === undefined) return { ...head, ...(await wholeDesk(services, device, window)) };
  return { ...head, ...part, ...(await changedGoods(services, device, changed)) };
}

/** Undefined if the feed does not show it. A position is of the same day, and changes are kept for 30. */
async function changesSince({ db }: KeyServices, { scope }: Device, seq: number, upTo: number) {
  // After a restored backup the numbers start again below.
  if (seq > upTo) return undefined;
  const rows = await listDeskChanges(db.read, scope, seq, upTo, maxChanges + 1);
  if (rows.length > maxChanges || rows.some(({ kind }) => wholeKinds.has(kind))) return undefined;
  return {
    subjects: rows.map(({ subject }) => JSON.parse(subject) as Subject),
    stock: rows.some(({ kind }) => stockKinds.has(kind)),
  };
}

type Changed = { subjects: readonly Subject[]; stock: boolean };

/** What is left, and who has which thing. */
async function changedGoods({ db }: KeyServices, device: Device, { subjects, stock }: Changed): Promise<Partial<Desk>> {
  const things = [...new Set(subjects.flatMap(({ thing }) => thing ?? []))];
  const handOuts = stock ? (await definitionsOf(db.read, device.scope)).filter(isAtDesk) : [];
  return {
    ...(handOuts.some((one) => one.stock !== null) ? { hand_outs: await presentHandOuts(db.read, handOuts) } : {}),
    ...(things.length === 0 ? {} : { things: await thingsFor(db.read, device, things) }),
  };
}

async function wholeDesk(services: KeyServices, device: Device, window: Window) {
  const { read } = services.db;
  const { scope, timezone } = device;
  const { name } = (await findProjectName(read, scope)) ?? fail('not_found');
  const tasks = await listDeskTasks(read, scope, window);
  const attendances = await listDeskAttendances(read, scope, window);
  const entitlements = atDesk(await entitlementsOf(read, scope));
  const teams = await listDeskTeams(read, scope);
  const here = await whoIsOnSite(read, scope);
  return {
    whole: true,
    device: device.name,
    project: { name, timezone, key: await publicKeyOf(services, scope) },
    hand_outs: await presentHandOuts(read, entitlements.handOuts),
    things: entitlements.handOuts.some(({ kind }) => kind === 'loan') ? await thingsFor(read, device) : [],
    tids: scope.tids === null ? null : [...scope.tids],
    tasks,
    people: peopleOf(attendances, visibleTo(device, entitlements), teams, hereFor(device, here, teams)),
    removed_tasks: [],
    removed_people: [],
  };
}

const tasksIn = (subjects: readonly Subject[]): string[] => [...new Set(subjects.flatMap(({ task }) => task ?? []))];

/**
 * Undefined for a device of some teams if somebody or something that it does not see has changed: it must not learn the
 * identifiers of others, and it is not known which of them it has shown before. Marks of other teams' tasks, which are by far
 * the most changes, do not concern it.
 */
async function changedDesk({ db }: KeyServices, device: Device, window: Window, changed: readonly Subject[]) {
  const { scope } = device;
  const taskIds = tasksIn(changed);
  const tasks = taskIds.length === 0 ? [] : await listDeskTasks(db.read, scope, window, taskIds);
  const foundTasks = new Set(tasks.map(({ id }) => id));
  const moved = new Set(tasksIn(changed.filter(({ uid }) => uid === undefined)));
  const isShown = (task: string): boolean => scope.tids === null || foundTasks.has(task) || moved.has(task);
  const concerning = changed.filter(({ uid, task }) => uid === undefined || task === undefined || isShown(task));
  const attendees = await listAttendeesOf(db.read, tasksIn(concerning));
  const uids = [...new Set([...concerning.flatMap(({ uid }) => uid ?? []), ...attendees])];
  const attendances = uids.length === 0 ? [] : await listDeskAttendances(db.read, scope, window, uids);
  const entitlements = atDesk(await entitlementsOf(db.read, scope, uids));
  const teams = uids.length === 0 ? [] : await listDeskTeams(db.read, scope, uids);
  const here = await whoIsOnSite(db.read, scope, uids);
  const people = peopleOf(attendances, visibleTo(device, entitlements), teams, hereFor(device, here, teams));
  const foundPeople = new Set(people.map(({ uid }) => uid));
  const removed_tasks = tasksIn(concerning).filter((id) => !foundTasks.has(id));
  const removed_people = uids.filter((uid) => !foundPeople.has(uid));
  const shown = { whole: false, tasks, people };
  if (scope.tids === null) return { ...shown, removed_tasks, removed_people };
  return removed_tasks.length + removed_people.length === 0 ? { ...shown, removed_tasks, removed_people } : undefined;
}

/** Codes are nobody's business but of those who have them. */
const isAtDesk = ({ kind }: Pick<Definition, 'kind'>): boolean => kind !== 'code';
const atDesk = ({ handOuts, people }: Entitlements): Entitlements => ({ handOuts: handOuts.filter(isAtDesk), people });

async function presentHandOuts(read: Reader, handOuts: readonly Definition[]): Promise<DeskHandOut[]> {
  const left = await stockLeft(read, handOuts);
  return handOuts.map(({ id, name, kind, formKind, questions }) => {
    const counted = left.get(id);
    return {
      id,
      name,
      ...(kind === 'loan' ? { kind } : {}),
      ...(questions.length === 0 ? {} : { variants: { form_kind: formKind ?? '', questions: questions.map(asked) } }),
      ...(counted === undefined
        ? {}
        : { left: [...counted].map(([variant, count]) => ({ variant: variantFrom(variant), count })) }),
    };
  });
}

const asked = ({ key, label, options }: Definition['questions'][number]) => ({ key, label, options: options ?? [] });

/** A device of some teams does not learn about others who has what. */
async function thingsFor(read: Reader, { scope }: Device, ids?: readonly string[]): Promise<DeskThing[]> {
  const rows = await readDeskThings(read, scope, ids);
  const holders = scope.tids === null ? [] : [...new Set(rows.flatMap(({ holder }) => holder ?? []))];
  const own = new Set(holders.length === 0 ? [] : (await listDeskTeams(read, scope, holders)).map(({ uid }) => uid));
  return rows.map((row) => presentThing(row, scope.tids === null || own.has(row.holder ?? '')));
}

const presentThing = (row: DeskThingRow, isShown: boolean): DeskThing => ({
  id: row.id,
  hand_out: row.hand_out_id,
  label: row.label,
  barcode: row.barcode,
  condition: row.condition,
  lent_at: row.holder === null ? null : row.lent_at,
  holder: row.holder === null || !isShown ? null : { uid: row.holder, name: row.holder_name ?? '' },
});

/** A device of some teams sees only their people. */
function visibleTo({ scope: { tids } }: Device, { handOuts, people }: Entitlements): Visible {
  const shown = new Set(handOuts.map(({ id }) => id));
  const visible = [...people].filter(([, person]) => isMemberOf(person.tids, tids));
  return new Map(
    visible.map(([uid, { name, of }]) => {
      const own = [...of].filter(([id, { entitled, givenAt }]) => shown.has(id) && (entitled > 0 || givenAt !== null));
      return [uid, { name, handOuts: own.map(([id, one]) => presentEntitlement(id, one)) }];
    }),
  );
}

type Visible = Map<string, { name: string; handOuts: DeskPerson['hand_outs'] }>;

/** Short, because there are many of them. */
function presentEntitlement(id: string, one: Entitlement): DeskPerson['hand_outs'][number] {
  const { givenAt, variant } = one;
  const due = dueOf(one);
  return {
    id,
    given_at: givenAt,
    ...(due === (givenAt === null ? 1 : 0) ? {} : { due }),
    ...(variant === undefined || variant.length === 0 ? {} : { variant }),
  };
}

type Teams = readonly { uid: string; name: string }[];

/** Who is on site; for a device of some teams only their people. */
function hereFor({ scope: { tids } }: Device, here: ReadonlyMap<string, string>, teams: Teams) {
  const own = new Set(teams.map(({ uid }) => uid));
  return tids === null ? here : new Map([...here].filter(([uid]) => own.has(uid)));
}

type AttendanceRow = Awaited<ReturnType<typeof listDeskAttendances>>[number];

function peopleOf(
  attendances: readonly AttendanceRow[],
  entitlements: Visible,
  teams: Teams,
  here: ReadonlyMap<string, string>,
): DeskPerson[] {
  const teamsOf = Map.groupBy(teams, ({ uid }) => uid);
  const byPerson = Map.groupBy(attendances, ({ uid }) => uid);
  const withHandOuts = [...entitlements].filter(([, { handOuts }]) => handOuts.length > 0);
  return [...new Set([...byPerson.keys(), ...withHandOuts.map(([uid]) => uid), ...here.keys()])].map((uid) => {
    const own = byPerson.get(uid) ?? [];
    const { handOuts = [], name = '' } = entitlements.get(uid) ?? {};
    const ownTeams = teamsOf.get(uid);
    return {
      uid,
      name: own[0]?.name ?? (name === '' ? (here.get(uid) ?? '') : name),
      ...(ownTeams === undefined ? {} : { teams: ownTeams.map((team) => team.name) }),
      tasks: own.map(({ id, state, arrived_at, left_at }) => ({ id, state, arrived_at, left_at })),
      hand_outs: handOuts,
      ...(here.has(uid) ? { on_site: true } : {}),
    };
  });
}
