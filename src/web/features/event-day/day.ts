/** What a device knows about the day, and what a scan means. Works offline, so it repeats rules of the server. */
import type { Desk, DeskPerson, DeskTask } from '../../../client/client.ts';
import type { Scan, ScanResult } from './queries.ts';

export type Day = {
  next: string;
  /** When the data was loaded, by the clock of the server. */
  at: string;
  project: NonNullable<Desk['project']>;
  handOuts: NonNullable<Desk['hand_outs']>;
  /** Name of the device; empty until it is known. */
  device: string;
  /** The teams of the device; null for all. */
  tids: NonNullable<Desk['tids']> | null;
  tasks: ReadonlyMap<string, DeskTask>;
  people: ReadonlyMap<string, DeskPerson>;
};

/** The day after an answer of the server; undefined if the answer is only a part and nothing is known yet. */
export function merged(day: Day | undefined, desk: Desk): Day | undefined {
  const { next, at } = desk;
  if (desk.whole && desk.project !== undefined)
    return {
      next,
      at,
      project: desk.project,
      handOuts: desk.hand_outs ?? [],
      device: desk.device ?? '',
      tids: desk.tids ?? null,
      tasks: new Map(desk.tasks.map((task) => [task.id, task])),
      people: new Map(desk.people.map((person) => [person.uid, person])),
    };
  if (day === undefined) return undefined;
  const [tasks, people] = [new Map(day.tasks), new Map(day.people)];
  for (const task of desk.tasks) tasks.set(task.id, task);
  for (const person of desk.people) people.set(person.uid, person);
  for (const id of desk.removed_tasks) tasks.delete(id);
  for (const uid of desk.removed_people) people.delete(uid);
  return { ...day, next, at, tasks, people };
}

/** For storing: the same as a whole answer. */
export const asAnswer = ({ next, at, project, handOuts, device, tids, tasks, people }: Day): Desk => ({
  next,
  at,
  whole: true,
  project,
  hand_outs: handOuts,
  device,
  tids,
  tasks: [...tasks.values()],
  people: [...people.values()],
  removed_tasks: [],
  removed_people: [],
});

export type Step = { step: 'arrive' | 'leave' } | { step: 'hand_out'; handOut: string; reason?: string };
export type Answer = {
  result: ScanResult;
  name: string;
  task?: DeskTask;
  /** From when somebody who is too early can be checked in. */
  opensAt?: string;
  /** What to do about somebody who is not on the list. */
  next?: 'assign' | 'chief' | 'reason' | 'spelling';
  scan?: Scan;
};

const minuteMs = 60_000;
const earlyMs = 60 * minuteMs;
const lateMs = 12 * 60 * minuteMs;
const doneMs = 15 * minuteMs;

type Own = DeskPerson['tasks'][number] & { task: DeskTask };

/** The task that somebody comes to or leaves: one where it makes a difference first. */
function chosen(own: readonly Own[], step: 'arrive' | 'leave', nowMs: number): Own | undefined {
  const fits = own.filter(({ task }) => {
    const [starts, ends] = [Date.parse(task.starts_at), Date.parse(task.ends_at)];
    return nowMs >= starts - earlyMs && nowMs <= (step === 'leave' ? ends + lateMs : ends);
  });
  const open = (one: Own) => (step === 'arrive' ? one.state !== 'arrived' : one.state === 'arrived');
  return fits.find((one) => open(one) && (step === 'leave' || one.state !== 'done')) ?? fits.at(-1);
}

/** What to show at once, and what to send. `person` is undefined if the code is not of this project. */
export function answerTo(day: Day, uid: string | undefined, wanted: Step, now: Date): Answer {
  const person = uid === undefined ? undefined : day.people.get(uid);
  if (uid === undefined) return { result: 'unknown', name: '' };
  const base = { id: crypto.randomUUID(), at: now.toISOString(), uid };
  if (wanted.step === 'hand_out') return handOutAnswer(day, person, wanted, base);
  const next = wanted.step === 'arrive' ? 'assign' : 'chief';
  if (person === undefined) return { result: 'not_here', name: '', next };
  const { name } = person;
  const own = person.tasks.flatMap((one) => {
    const task = day.tasks.get(one.id);
    return task === undefined ? [] : [{ ...one, task }];
  });
  const found = chosen(own, wanted.step, now.getTime());
  if (found === undefined) {
    const later = own.find(({ task }) => task.starts_at > base.at);
    if (later === undefined) return { result: 'not_here', name, next };
    const opensAt = new Date(Date.parse(later.task.starts_at) - earlyMs).toISOString();
    return { result: 'too_early', name, task: later.task, opensAt };
  }
  const { task } = found;
  const isRepeated = wanted.step === 'arrive' ? found.state === 'arrived' : found.left_at !== null;
  const scan: Scan = { ...base, step: wanted.step, task: task.id };
  return { result: isRepeated ? 'repeated' : 'accepted', name, task, scan };
}

type Base = { id: string; at: string; uid: string };

/** A reason is enough, also for somebody who is not on the list; but a device of some teams gives to their people only. */
function handOutAnswer(
  { tids }: Day,
  person: DeskPerson | undefined,
  { handOut, reason }: Step & { step: 'hand_out' },
  base: Base,
): Answer {
  const { name = '', hand_outs: handOuts = [] } = person ?? {};
  const due = handOuts.find(({ id }) => id === handOut);
  const scan: Scan = { ...base, step: 'hand_out', hand_out: handOut, ...(reason === undefined ? {} : { reason }) };
  const canHaveReason = person !== undefined || tids === null;
  if (reason !== undefined && canHaveReason) return { result: 'accepted', name, scan };
  if (due === undefined) return { result: 'not_here', name, next: canHaveReason ? 'reason' : 'chief' };
  return due.given_at === null ? { result: 'accepted', name, scan } : { result: 'repeated', name };
}

/** The day as it is once the scan counts, so that the next answer knows about it. */
export function withScan(day: Day, { uid = '', at, step, task, hand_out: handOut = '' }: Scan): Day {
  const person = day.people.get(uid);
  if (person === undefined) return day;
  const ends = Date.parse(day.tasks.get(task ?? '')?.ends_at ?? at);
  const marked = person.tasks.map((one) => {
    if (one.id !== task) return one;
    if (step === 'arrive')
      return { ...one, state: 'arrived' as const, arrived_at: one.arrived_at ?? at, left_at: null };
    const isDone = Date.parse(at) >= ends - doneMs;
    return { ...one, state: isDone ? ('done' as const) : ('left_early' as const), left_at: at };
  });
  const others = person.hand_outs.filter(({ id }) => id !== handOut);
  const after =
    step === 'hand_out'
      ? { ...person, hand_outs: [...others, { id: handOut, given_at: at }] }
      : { ...person, tasks: marked };
  return { ...day, people: new Map(day.people).set(uid, after) };
}

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const maxMatches = 8;

/** People whose name has all typed words, in the order of the list. `nameless` finds those who have entered no name. */
function peopleNamed({ people }: Day, typed: string, nameless: string): DeskPerson[] {
  const words = plain(typed)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const found: DeskPerson[] = [];
  for (const person of people.values()) {
    const name = plain(person.name || nameless);
    if (words.every((word) => name.includes(word))) found.push(person);
    if (found.length === maxMatches) break;
  }
  return found;
}

export type Typed = { code: string } | { people: DeskPerson[] };

/** A code or a name. A scanner types its code behind what is still in the field. */
export function typedIn(day: Day, typed: string, nameless: string): Typed {
  const start = typed.lastIndexOf('muster:');
  return start === -1 ? { people: peopleNamed(day, typed, nameless) } : { code: typed.slice(start).trim() };
}

/** What the desk does; a hand-out may have been deleted meanwhile. */
export const modeOf = ({ handOuts }: Day, wanted: string): string =>
  wanted === 'leave' || handOuts.some(({ id }) => id === wanted) ? wanted : 'arrive';
