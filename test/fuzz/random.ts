export type Random = {
  /** A whole number from 0 to `bound - 1`. */
  below: (bound: number) => number;
  chance: (probability: number) => boolean;
  pick: <T>(list: readonly [T, ...T[]] | readonly T[]) => T;
};

/** Deterministic for a seed and index, so that one request can be repeated without those before it. */
export function randomAt(seed: number, index: number): Random {
  // Mulberry32 with a start value that differs for neighbouring indices.
  let state = (Math.imul(seed, 0x9e37_79b1) ^ Math.imul(index + 1, 0x85eb_ca6b)) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  return {
    below,
    chance: (probability) => next() < probability,
    pick: (list) => {
      const one = list[below(list.length)];
      if (one === undefined) throw new Error('nothing to pick from');
      return one;
    },
  };
}
