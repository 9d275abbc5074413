/**
 * Which totals of private answers an API token may see. Numbers below five could be traced to single people, so they are
 * left out (null), and so is everything from which they could be computed.
 */
const smallest = 5;

type Field = { type: string; private: boolean; computed: boolean };
type Cell<V> = { value: V; label: string; count: number | null };
type Totals<V> = { answered: number | null; counts: Cell<V>[] | null; sum: number | null };

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
  };
}

/** `others`: further groups that must not be told, such as the few who left the field out. */
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
function exclusive(counts: readonly number[], already: ReadonlySet<number> = new Set()): Set<number> {
  const cells = counts.map((count, index) => ({ count, index }));
  const ordered = cells.filter(({ index }) => !already.has(index)).toSorted((a, b) => a.count - b.count);
  const hidden = new Set(already);
  let people = cells.reduce((sum, { count, index }) => sum + (already.has(index) ? count : 0), 0);
  for (const { count, index } of ordered) {
    const enough = hidden.size === 0 || (hidden.size >= 2 && !isSmall(people));
    if (!isSmall(count) && enough) break;
    hidden.add(index);
    people += count;
  }
  return hidden;
}

/**
 * One question of a table. `overlapping`: several choices per person. Of each value: how many gave it, how many of them
 * left the other question out, and whether its total is hidden.
 */
type Axis = { overlapping: boolean; lines: readonly { total: number; blank: number; hidden: boolean }[] };

/** The cells of a table with at least one private question; hidden ones are null. */
export function suppressTable(
  counts: readonly (readonly number[])[],
  { rows, columns }: { rows: Axis; columns: Axis },
): (number | null)[][] {
  const hidden = counts.map((line, row) =>
    line.map((count, column) => {
      const [inRow, inColumn] = [rows.lines[row], columns.lines[column]];
      if (inRow === undefined || inColumn === undefined || inRow.hidden || inColumn.hidden || isSmall(count))
        return true;
      // Those of the same row who did not choose the column are a group as well.
      if (columns.overlapping && isSmall(inRow.total - count)) return true;
      return rows.overlapping && isSmall(inColumn.total - count);
    }),
  );
  while (hideMore(counts, hidden, { rows, columns }));
  return counts.map((line, row) => line.map((count, column) => (hidden[row]?.[column] === false ? count : null)));
}

type Cells = readonly (readonly number[])[];

/** Hides what would tell a hidden cell. Returns whether it has hidden anything. */
function hideMore(counts: Cells, hidden: boolean[][], { rows, columns }: { rows: Axis; columns: Axis }): boolean {
  const before = hidden.flat().filter(Boolean).length;
  const hideLine = (cells: readonly [row: number, column: number][], blank: number) => {
    const already = new Set(cells.flatMap(([row, column], index) => (hidden[row]?.[column] === true ? [index] : [])));
    const numbers = cells.map(([row, column]) => counts[row]?.[column] ?? 0);
    const found = exclusive(blank > 0 && isSmall(blank) ? [...numbers, blank] : numbers, already);
    for (const [index, [row, column]] of cells.entries()) if (found.has(index)) hide(hidden, row, column);
  };
  const [rowNumbers, columnNumbers] = [[...rows.lines.keys()], [...columns.lines.keys()]];
  // The cells of a line add up to its total, unless people can be in several of them.
  if (!columns.overlapping)
    for (const [row, { blank }] of rows.lines.entries())
      hideLine(
        columnNumbers.map((column) => [row, column]),
        blank,
      );
  if (!rows.overlapping)
    for (const [column, { blank }] of columns.lines.entries())
      hideLine(
        rowNumbers.map((row) => [row, column]),
        blank,
      );
  // With totals in both directions, hidden cells that do not form a full rectangle could be computed one from another.
  if (!rows.overlapping && !columns.overlapping) {
    const affectedRows = rowNumbers.filter((row) => hidden[row]?.includes(true));
    const affectedColumns = columnNumbers.filter((column) => hidden.some((line) => line[column]));
    for (const row of affectedRows) for (const column of affectedColumns) hide(hidden, row, column);
  }
  return hidden.flat().filter(Boolean).length > before;
}

function hide(hidden: boolean[][], row: number, column: number): void {
  const line = hidden[row];
  if (line !== undefined) line[column] = true;
}
