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
  arrived: number;
  missing: number;
};

type Group = Coverage['groups'][number];
type Slot = Group['slots'][number];

/** Without any history. */
export const usualNoShowPercent = 15;

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
    const sum = (key: 'min' | 'capacity' | 'joined' | 'arrived' | 'missing') =>
      now.reduce((total, block) => total + block[key], 0);
    const joined = sum('joined');
    return {
      at: new Date(at).toISOString(),
      min: sum('min'),
      capacity: sum('capacity'),
      joined,
      arrived: sum('arrived'),
      missing: sum('missing'),
      expected: Math.round(joined * (100 - noShowPercent)) / 100,
    };
  });
  return slots.reduce((worst, slot) =>
    slot.missing > worst.missing || (slot.missing === worst.missing && slot.min > worst.min) ? slot : worst,
  );
}
