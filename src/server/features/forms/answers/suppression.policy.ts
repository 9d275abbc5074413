/**
 * Which totals of private answers an API token may see, and of other answers chiefs. Numbers below five could be traced to single people, so they are
 * left out (null), and so is everything from which they could be computed.
 */
const smallest = 5;

type Field = { type: string; private: boolean; computed: boolean };
type Cell<V> = { value: V; label: string; count: number | null };
type Totals<V> = {
  answered: number | null;
  counts: Cell<V>[] | null;
  sum: number | null;
  sums: readonly object[] | null;
};

const isSmall = (count: number): boolean => count < smallest;

/** `respondents`: how many answered the form. Those who left the field out are a group of their own. */
export function suppress<V, T extends Totals<V>>(field: Field, total: T, respondents: number): T {
  const answered = total.answered ?? 0;
  const skipped = respondents - answered;
  const fewAnswered = isSmall(answered);
  const fewSkipped = skipped > 0 && isSmall(skipped);
  return {
    ...total,
    answered: fewAnswered || fewSkipped ? null : answered,
    counts:
      total.counts === null ? null : suppressCells(field.type, total.counts, answered, fewSkipped ? [skipped] : []),
    sum: fewAnswered ? null : total.sum,
    // Few people may have one of several currencies.
    sums: fewAnswered || (total.sums ?? []).length > 1 ? null : total.sums,
  };
}

/** `others`: further groups that must not be revealed, such as the few who left the field out. */
function suppressCells<V>(
  type: string,
  cells: readonly Cell<V>[],
  answered: number,
  others: readonly number[],
): Cell<V>[] {
  const counts = cells.map(({ count }) => count ?? 0);
  const hidden = type === 'choices' ? overlapping(cells, answered) : exclusive([...counts, ...others]);
  return cells.map((cell, index) => (hidden.has(index) ? { ...cell, count: null } : cell));
}

/** Several choices per person: those who did not choose a value are a group as well. */
function overlapping<V>(cells: readonly Cell<V>[], answered: number): Set<number> {
  const hides = ({ count }: Cell<V>) => isSmall(count ?? 0) || isSmall(answered - (count ?? 0));
  return new Set(cells.flatMap((cell, index) => (hides(cell) ? [index] : [])));
}

/**
 * One choice per person: the cells add up to a known total. More cells are hidden, smallest first, until at least two are
 * hidden that stand for at least five people together; otherwise the hidden ones could be computed from the rest.
 */
function exclusive(counts: readonly number[]): Set<number> {
  const ordered = counts.map((count, index) => ({ count, index })).toSorted((a, b) => a.count - b.count);
  const hidden = new Set<number>();
  let people = 0;
  for (const { count, index } of ordered) {
    const enough = hidden.size === 0 || (hidden.size >= 2 && !isSmall(people));
    if (!isSmall(count) && enough) break;
    hidden.add(index);
    people += count;
  }
  return hidden;
}
