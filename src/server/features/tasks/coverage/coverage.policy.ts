import type { Coverage } from './coverage.schema.ts';

/** Tasks of one group with the same times, added up. */
export type Block = {
  group_id: string | null;
  group_name: string | null;
  starts_at: string;
  ends_at: string;
  min: number;
  capacity: number;
  joined: number;
  /** How many of those who joined have come, also if they have left again. */
  arrived: number;
  /** How many of those who joined did not come. */
  absent: number;
  missing: number;
};

type Group = Coverage['groups'][number];
type Slot = Group['slots'][number];

/** The share that is assumed without enough history. */
const usualNoShowPercent = 15;

/** A few people say little about all others. */
const enoughMarked = 20;

/** How many of those who join do not come, from earlier days of the event if enough people were marked there. */
export function noShowOf({ marked, absent }: { marked: number; absent: number }): { percent: number; known: boolean } {
  if (marked < enoughMarked) return { percent: usualNoShowPercent, known: false };
  return { percent: Math.round((100 * absent) / marked), known: true };
}

/** One list of steps for each group, by name; tasks without a group come last. */
export function coverageOf(
  blocks: readonly Block[],
  { from, to, step, noShowPercent }: { from: string; to: string; step: number; noShowPercent: number },
): Group[] {
  const groups = [...Map.groupBy(blocks, ({ group_id }) => group_id ?? '')].map(([id, own]): Group => ({
    id: id === '' ? null : id,
    name: own[0]?.group_name ?? null,
    slots: slotsOf(own, { from: Date.parse(from), to: Date.parse(to), stepMs: step * 60_000 }, noShowPercent),
  }));
  return groups.toSorted((a, b) => {
    if (a.name === null || b.name === null) return a.name === null ? 1 : -1;
    return a.name < b.name ? -1 : 1;
  });
}

const summed = ['min', 'capacity', 'joined', 'arrived', 'absent', 'missing'] as const;
type Sums = Record<(typeof summed)[number], number>;
type Steps = { from: number; to: number; stepMs: number };

/**
 * The worst moment of each step in which there are tasks. Tasks that follow each other within a step are not needed at the
 * same time, so they are not added. Goes through the day once: a planner can create any number of tasks.
 */
function slotsOf(blocks: readonly Block[], { from, to, stepMs }: Steps, noShowPercent: number): Slot[] {
  const timed = blocks.map((block) => ({ block, start: Date.parse(block.starts_at), end: Date.parse(block.ends_at) }));
  const starting = timed.toSorted((a, b) => a.start - b.start);
  const ending = timed.toSorted((a, b) => a.end - b.end);
  const sums: Sums = { min: 0, capacity: 0, joined: 0, arrived: 0, absent: 0, missing: 0 };
  const add = (block: Block, sign: 1 | -1) => {
    for (const key of summed) sums[key] += sign * block[key];
  };
  let [begun, over] = [0, 0];
  const goTo = (moment: number): void => {
    for (let next = starting[begun]; next !== undefined && next.start <= moment; next = starting[begun]) {
      add(next.block, 1);
      begun += 1;
    }
    for (let next = ending[over]; next !== undefined && next.end <= moment; next = ending[over]) {
      add(next.block, -1);
      over += 1;
    }
  };
  const slots: Slot[] = [];
  for (let at = from; at < to; at += stepMs) {
    const moments: Slot[] = [];
    const note = (moment: number): void => {
      goTo(moment);
      if (begun > over) moments.push(slotAt(at, sums, noShowPercent));
    };
    note(at);
    for (let next = starting[begun]; next !== undefined && next.start < at + stepMs; next = starting[begun])
      note(next.start);
    const [first] = moments;
    if (first !== undefined) slots.push(moments.reduce(worse, first));
  }
  return slots;
}

const worse = (worst: Slot, slot: Slot): Slot =>
  slot.missing > worst.missing || (slot.missing === worst.missing && slot.min > worst.min) ? slot : worst;

const slotAt = (at: number, sums: Sums, noShowPercent: number): Slot => ({
  at: new Date(at).toISOString(),
  ...sums,
  expected: (sums.arrived * 100 + Math.round((sums.joined - sums.arrived - sums.absent) * (100 - noShowPercent))) / 100,
});
