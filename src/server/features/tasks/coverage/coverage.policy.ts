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
  /** Of those who joined: who has come, also if they have left again. */
  arrived: number;
  /** Of those who joined: who did not come. */
  absent: number;
  missing: number;
};

type Group = Coverage['groups'][number];
type Slot = Group['slots'][number];

/** Without enough history. */
export const usualNoShowPercent = 15;

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
  const stepMs = step * 60_000;
  const ends = Date.parse(to);
  const groups = [...Map.groupBy(blocks, ({ group_id }) => group_id ?? '')].map(([id, own]): Group => {
    const timed = own.map((block) => ({
      ...block,
      start: Date.parse(block.starts_at),
      end: Date.parse(block.ends_at),
    }));
    const slots: Slot[] = [];
    for (let at = Date.parse(from); at < ends; at += stepMs) {
      const here = timed.filter(({ start, end }) => start < at + stepMs && end > at);
      if (here.length > 0) slots.push(worstMoment(here, at, noShowPercent));
    }
    return { id: id === '' ? null : id, name: own[0]?.group_name ?? null, slots };
  });
  return groups.toSorted((a, b) => {
    if (a.name === null || b.name === null) return a.name === null ? 1 : -1;
    return a.name < b.name ? -1 : 1;
  });
}

type Timed = Block & { start: number; end: number };

/** Tasks that follow each other within a step are not needed at the same time, so they are not added. */
function worstMoment(blocks: readonly Timed[], at: number, noShowPercent: number): Slot {
  const moments = new Set(blocks.map(({ start }) => Math.max(start, at)));
  const slots = [...moments].map((moment) => {
    const now = blocks.filter(({ start, end }) => start <= moment && end > moment);
    const sum = (key: 'min' | 'capacity' | 'joined' | 'arrived' | 'absent' | 'missing') =>
      now.reduce((total, block) => total + block[key], 0);
    const [joined, arrived] = [sum('joined'), sum('arrived')];
    const awaited = joined - arrived - sum('absent');
    return {
      at: new Date(at).toISOString(),
      min: sum('min'),
      capacity: sum('capacity'),
      joined,
      arrived,
      missing: sum('missing'),
      expected: (arrived * 100 + Math.round(awaited * (100 - noShowPercent))) / 100,
    };
  });
  return slots.reduce((worst, slot) =>
    slot.missing > worst.missing || (slot.missing === worst.missing && slot.min > worst.min) ? slot : worst,
  );
}
