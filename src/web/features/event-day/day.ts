/** What a device knows about the day, and what a scan means. Works offline, so it repeats rules of the server. */
import { earlyArrivalMs, isDoneAt, lateLeavingMs } from '../../../shared/rules.ts';
import type { Desk, DeskHandOut, DeskPerson, DeskTask, DeskThing } from '../../../client/client.ts';
import { sameVariant, withLeft } from './variants.ts';
import type { Before, Queued, Scan, ScanResult } from './queries.ts';

export type Day = {
  next: string;
  /** When the data was loaded, by the clock of the server. */
  at: string;
  project: NonNullable<Desk['project']>;
  handOuts: readonly DeskHandOut[];
  /** Name of the device; empty until it is known. */
  device: string;
  /** The teams of the device; null for all. */
  tids: NonNullable<Desk['tids']> | null;
  tasks: ReadonlyMap<string, DeskTask>;
  people: ReadonlyMap<string, DeskPerson>;
  /** Things to lend, in the order of their labels. */
  things: ReadonlyMap<string, DeskThing>;
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
      things: thingsOf(desk),
    };
  if (day === undefined) return undefined;
  const [tasks, people] = [new Map(day.tasks), new Map(day.people)];
  for (const task of desk.tasks) tasks.set(task.id, task);
  for (const person of desk.people) people.set(person.uid, person);
  for (const id of desk.removed_tasks) tasks.delete(id);
  for (const uid of desk.removed_people) people.delete(uid);
  const things = new Map([...day.things, ...thingsOf(desk)]);
  return { ...day, next, at, tasks, people, things, handOuts: desk.hand_outs ?? day.handOuts };
}

const thingsOf = ({ things = [] }: Desk) => new Map(things.map((thing) => [thing.id, thing]));

/** Turns the day into a whole answer again, to store it. */
export const asAnswer = ({ next, at, project, handOuts, device, tids, tasks, people, things }: Day): Desk => ({
  next,
  at,
  whole: true,
  project,
  hand_outs: [...handOuts],
  things: [...things.values()],
  device,
  tids,
  tasks: [...tasks.values()],
  people: [...people.values()],
  removed_tasks: [],
  removed_people: [],
});

export const gateSteps = ['on_site', 'off_site'] as const;
export type GateStep = (typeof gateSteps)[number];
export const isGateStep = (step: string): step is GateStep => gateSteps.some((one) => one === step);

export type Step =
  | { step: 'arrive' | 'leave' | GateStep }
  | { step: 'hand_out'; handOut: string; reason?: string; variant?: readonly string[]; thing?: DeskThing };
export type Answer = {
  result: ScanResult;
  name: string;
  task?: DeskTask;
  /** The variant that they get, by their answer or as it was chosen. */
  variant?: readonly string[];
  /** The thing that was lent or came back. */
  thing?: DeskThing;
  /** The moment from which somebody who is too early can be checked in. */
  opensAt?: string;
  /** What to do about somebody who is not on the list. */
  next?: 'assign' | 'chief' | 'not_here' | 'reason' | 'spelling' | 'other_variant' | 'give_back';
  scan?: Scan;
};

type Own = DeskPerson['tasks'][number] & { task: DeskTask };

/** The task that somebody comes to or leaves: one where it makes a difference first. */
function chosen(own: readonly Own[], step: 'arrive' | 'leave', nowMs: number): Own | undefined {
  const fits = own.filter(({ task }) => {
    const [starts, ends] = [Date.parse(task.starts_at), Date.parse(task.ends_at)];
    return nowMs >= starts - earlyArrivalMs && nowMs <= (step === 'leave' ? ends + lateLeavingMs : ends);
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
  const { step } = wanted;
  if (isGateStep(step)) return gateAnswer(day, person, { ...base, step });
  const next = step === 'arrive' ? 'assign' : 'chief';
  if (person === undefined) return { result: 'not_here', name: '', next };
  const { name } = person;
  const own = person.tasks.flatMap((one) => {
    const task = day.tasks.get(one.id);
    return task === undefined ? [] : [{ ...one, task }];
  });
  const found = chosen(own, step, now.getTime());
  if (found === undefined) {
    const later = own.find(({ task }) => task.starts_at > base.at);
    if (later === undefined) return { result: 'not_here', name, next };
    const opensAt = new Date(Date.parse(later.task.starts_at) - earlyArrivalMs).toISOString();
    return { result: 'too_early', name, task: later.task, opensAt };
  }
  const { task } = found;
  const isRepeated = step === 'arrive' ? found.state === 'arrived' : found.left_at !== null;
  const scan: Scan = { ...base, step, task: task.id };
  return { result: isRepeated ? 'repeated' : 'accepted', name, task, scan };
}

type Base = { id: string; at: string; uid: string };

/** Somebody without a task or a hand-out is not on the device; a device of all teams lets them in by their code all the same. */
function gateAnswer(day: Day, person: DeskPerson | undefined, scan: Base & { step: GateStep }): Answer {
  if (person === undefined && day.tids !== null) return { result: 'not_here', name: '', next: 'not_here' };
  const isHere = person?.on_site === true;
  // Who is at a shift has come, too, even if nobody scanned them at the gate.
  const canLeave = isHere || person?.tasks.some(({ state }) => state === 'arrived') === true;
  const isNews = person === undefined || (scan.step === 'on_site' ? !isHere : canLeave);
  return { result: isNews ? 'accepted' : 'repeated', name: person?.name ?? '', scan };
}

/** How many somebody can still get. */
const dueOf = ({ given_at: given, due }: DeskPerson['hand_outs'][number]): number => due ?? (given === null ? 1 : 0);

/** A reason is enough, also for somebody who is not on the list; but a device of some teams gives to their people only. */
function handOutAnswer(
  day: Day,
  person: DeskPerson | undefined,
  wanted: Step & { step: 'hand_out' },
  base: Base,
): Answer {
  const { handOut: id, reason, thing } = wanted;
  const { name = '', hand_outs: handOuts = [] } = person ?? {};
  const own = handOuts.find((one) => one.id === id);
  const canHaveReason = person !== undefined || day.tids === null;
  const scan: Scan = { ...base, step: 'hand_out', hand_out: id, ...(reason === undefined ? {} : { reason }) };
  const isAllowed = reason !== undefined && canHaveReason;
  if (!isAllowed && own === undefined) return { result: 'not_here', name, next: canHaveReason ? 'reason' : 'chief' };
  if (thing !== undefined) return lendAnswer(thing, { name, scan });
  if (!isAllowed && own !== undefined && dueOf(own) === 0) return { result: 'repeated', name };
  const handOut = day.handOuts.find((one) => one.id === id);
  if (handOut?.variants === undefined) {
    const isGone = withLeft(handOut).some(({ variant, left }) => variant.length === 0 && left === 0);
    return isGone ? { result: 'none_left', name } : { result: 'accepted', name, scan };
  }
  const variant = wanted.variant ?? own?.variant;
  if (variant === undefined) return { result: 'choose', name };
  const stock = withLeft(handOut).find((one) => sameVariant(one.variant, variant));
  // What the form no longer has.
  if (stock === undefined) return { result: 'choose', name };
  if (stock.left === 0) return { result: 'none_left', name, variant, next: 'other_variant' };
  return { result: 'accepted', name, variant, scan: { ...scan, variant: [...variant] } };
}

function lendAnswer(thing: DeskThing, { name, scan }: { name: string; scan: Scan }): Answer {
  const { barcode, lent_at: lentAt, holder } = thing;
  if (lentAt === null) return { result: 'accepted', name, thing, scan: { ...scan, barcode } };
  if (holder?.uid === scan.uid) return { result: 'repeated', name, thing };
  return { result: 'on_loan', name, thing, next: 'give_back' };
}

export type Condition = DeskThing['condition'];

/** It is sent in any case: another device may have lent it. */
export function returnAnswer(thing: DeskThing, condition: Condition, now: Date): Answer {
  const { barcode, holder, lent_at: lentAt } = thing;
  const scan: Scan = { id: crypto.randomUUID(), at: now.toISOString(), step: 'return', barcode, condition };
  const isNews = lentAt !== null || thing.condition !== condition;
  return { result: isNews ? 'accepted' : 'not_lent', name: holder?.name ?? '', thing, scan };
}

/** What undoing the scan brings back. */
export function beforeOf(day: Day, { uid, step, barcode, hand_out: id, variant }: Scan): Before {
  const person = day.people.get(uid ?? '');
  const thing = barcode === undefined ? undefined : thingWith(day, barcode);
  return {
    ...(uid === undefined ? {} : { uid }),
    ...(person === undefined
      ? {}
      : {
          person: { tasks: person.tasks, hand_outs: person.hand_outs, on_site: person.on_site === true },
        }),
    ...(thing === undefined
      ? {}
      : {
          thing: {
            id: thing.id,
            condition: thing.condition,
            lent_at: thing.lent_at,
            holder: thing.holder?.uid ?? null,
          },
        }),
    ...(step === 'hand_out' && thing === undefined && id !== undefined
      ? { given: { id, variant: variant ?? [] } }
      : {}),
  };
}

/** The thing of a barcode or, if somebody types it and no barcode is the same, of a label. */
export function thingWith({ things }: Day, text: string): DeskThing | undefined {
  const all = [...things.values()];
  const typed = plain(text);
  return all.find(({ barcode }) => barcode === text) ?? all.find(({ label }) => plain(label) === typed);
}

/** The day as it is once the scan counts, so that the next answer knows about it. */
export function withScan(day: Day, scan: Queued): Day {
  if (scan.before !== undefined) return restored(day, scan.before);
  const { uid = '', at, step, task, barcode } = scan;
  if (barcode !== undefined) return withThing(day, scan, barcode);
  const person = day.people.get(uid);
  if (step === 'hand_out') return withGiven(day, person, scan);
  if (person === undefined) return day;
  if (isGateStep(step)) return withPerson(day, { ...person, on_site: step === 'on_site' });
  const { ends_at = at } = day.tasks.get(task ?? '') ?? {};
  const marked = person.tasks.map((one) => {
    if (one.id !== task) return one;
    if (step === 'arrive')
      return { ...one, state: 'arrived' as const, arrived_at: one.arrived_at ?? at, left_at: null };
    return { ...one, state: isDoneAt(at, { ends_at }) ? ('done' as const) : ('left_early' as const), left_at: at };
  });
  return withPerson(day, { ...person, tasks: marked });
}

const withPerson = (day: Day, person: DeskPerson): Day => ({
  ...day,
  people: new Map(day.people).set(person.uid, person),
});

function withGiven(
  day: Day,
  person: DeskPerson | undefined,
  { at, hand_out: id = '', variant = [], reason }: Scan,
): Day {
  const after = counted(day, { id, variant }, -1);
  if (person === undefined) return after;
  const own = person.hand_outs.find((one) => one.id === id);
  // One for a reason is one more.
  const due = own === undefined ? 0 : Math.max(0, dueOf(own) - (reason === undefined ? 1 : 0));
  const others = person.hand_outs.filter((one) => one.id !== id);
  return withPerson(after, { ...person, hand_outs: [...others, { ...own, id, given_at: at, due }] });
}

/** What is left of a variant, if it is counted. */
function counted(day: Day, { id, variant }: NonNullable<Before['given']>, change: 1 | -1): Day {
  const handOuts = day.handOuts.map((one) => {
    if (one.id !== id || one.left === undefined) return one;
    const left = one.left.map((stock) =>
      sameVariant(stock.variant, variant) ? { ...stock, count: Math.max(0, stock.count + change) } : stock,
    );
    return { ...one, left };
  });
  return { ...day, handOuts };
}

function withThing(day: Day, { step, uid = '', at, condition = 'ok' }: Scan, barcode: string): Day {
  const thing = thingWith(day, barcode);
  if (thing === undefined) return day;
  const after: DeskThing =
    step === 'return'
      ? { ...thing, condition, lent_at: null, holder: null }
      : {
          ...thing,
          condition: thing.condition === 'lost' ? 'ok' : thing.condition,
          lent_at: at,
          holder: { uid, name: day.people.get(uid)?.name ?? '' },
        };
  return { ...day, things: new Map(day.things).set(thing.id, after) };
}

function restored(day: Day, { uid = '', person, thing, given }: Before): Day {
  const known = day.people.get(uid);
  const lent = day.things.get(thing?.id ?? '');
  let after = known === undefined || person === undefined ? day : withPerson(day, { ...known, ...person });
  if (given !== undefined) after = counted(after, given, 1);
  if (thing === undefined || lent === undefined) return after;
  const { holder: holderUid, ...state } = thing;
  const holder = holderUid === null ? null : { uid: holderUid, name: day.people.get(holderUid)?.name ?? '' };
  return { ...after, things: new Map(after.things).set(lent.id, { ...lent, ...state, holder }) };
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

/** Things whose label has all typed words. */
export function thingsNamed({ things }: Day, typed: string): DeskThing[] {
  const words = plain(typed)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  return [...things.values()]
    .filter(({ label }) => words.every((word) => plain(label).includes(word)))
    .slice(0, maxMatches);
}

export type Typed = { code: string } | { people: DeskPerson[] };

/** A code or a name. A scanner types its code behind what is still in the field. */
export function typedIn(day: Day, typed: string, nameless: string): Typed {
  const start = typed.lastIndexOf('muster:');
  return start === -1 ? { people: peopleNamed(day, typed, nameless) } : { code: typed.slice(start).trim() };
}

/** Things can be taken back if there are any. */
export const takesBack = ({ things }: Day): boolean => things.size > 0;

/** What the desk does; a hand-out may have been deleted meanwhile. */
export const modeOf = (day: Day, wanted: string): string => {
  const isPossible = wanted === 'leave' || isGateStep(wanted) || day.handOuts.some(({ id }) => id === wanted);
  return isPossible || (wanted === 'return' && takesBack(day)) ? wanted : 'arrive';
};
