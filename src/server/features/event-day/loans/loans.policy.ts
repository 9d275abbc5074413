import { localTimeIn } from '../../../../shared/local-time.ts';

/** What happened to a thing, and who had it when. Devices send it in any order, so it follows from the times alone. */
export type Condition = 'ok' | 'broken' | 'lost';
export const conditions = ['ok', 'broken', 'lost'] as const;

/** `uid`: who borrowed it. `condition`: how it came back. */
export type ThingEvent = {
  id: string;
  at: string;
  step: 'lend' | 'return';
  uid: string | null;
  condition: Condition | null;
};

export type Loan = {
  /** The event that began it. */
  id: string;
  uid: string;
  lent_at: string;
  returned_at: string | null;
  condition: Condition | null;
};

/** What an event did, at its place in the order of the times. `uid`: who borrowed the thing or had it. */
export type Effect = { result: 'accepted' | 'repeated' | 'on_loan' | 'not_lent'; uid: string | null };

export type History = { loans: Loan[]; condition: Condition; effects: Map<string, Effect> };

const inOrder = (a: ThingEvent, b: ThingEvent): number =>
  a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? -1 : 1;

/** The same for the same events in any order: nobody can borrow what somebody else has. */
export function historyOf(events: readonly ThingEvent[]): History {
  const loans: Loan[] = [];
  const effects = new Map<string, Effect>();
  let condition: Condition = 'ok';
  for (const event of events.toSorted(inOrder)) {
    const last = loans.at(-1);
    const open = last?.returned_at === null ? last : undefined;
    if (event.step === 'lend') {
      const { id, uid, at } = event;
      if (uid === null) continue;
      const result = open === undefined ? 'accepted' : open.uid === uid ? 'repeated' : 'on_loan';
      effects.set(id, { result, uid });
      if (open === undefined) loans.push({ id, uid, lent_at: at, returned_at: null, condition: null });
      // It has been found.
      if (condition === 'lost') condition = 'ok';
      continue;
    }
    const after = event.condition ?? 'ok';
    const isNews = open !== undefined || after !== condition;
    effects.set(event.id, { result: isNews ? 'accepted' : 'not_lent', uid: open?.uid ?? null });
    if (open !== undefined) Object.assign(open, { returned_at: event.at, condition: after });
    condition = after;
  }
  return { loans, condition, effects };
}

/** Loans that a device has shown stay, also if an earlier scan that speaks against them arrives later. */
const displaces = (before: History, after: History): boolean =>
  before.loans.some(({ id }) => after.effects.get(id)?.result !== 'accepted');

/** The new events that can be added to the known ones; the others are refused. */
export function withAdded<E extends ThingEvent>(known: readonly ThingEvent[], added: readonly E[]): E[] {
  // Often all, such as lending and returning before a loan that is known.
  if (!displaces(historyOf(known), historyOf([...known, ...added]))) return [...added];
  const taken: E[] = [];
  for (const event of added) {
    const before = [...known, ...taken];
    if (!displaces(historyOf(before), historyOf([...before, event]))) taken.push(event);
  }
  return taken;
}

/** Things are to be back on the evening of the last day. */
const evening = '18:00';

export function isDueBack(
  { ends_on: last, timezone }: { ends_on: string | null; timezone: string },
  now: Date,
): boolean {
  const { day, time } = localTimeIn(timezone)(now);
  return last !== null && (day > last || (day === last && time >= evening));
}
