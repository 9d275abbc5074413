import { maxImportLines } from '../../../../shared/import-people-columns.ts';
import type { ImportPeopleColumn } from '../../../../shared/import-people-columns.ts';
import { addressIn } from '../../../../shared/pasted-people.ts';
import { readCells } from '../../../lib/table.ts';
import type { TableLine } from '../../../lib/table.ts';
import type { ImportError } from '../imports.schema.ts';
import { errorAt, unreadableAt } from '../table-errors.policy.ts';

const limits = { lines: maxImportLines + 1, columns: 100, cells: 1_000_000, record: 20_000 };

export type PeopleTable = {
  /** Empty if the first line is a person. */
  header: string[];
  columns: (ImportPeopleColumn | null)[];
  lines: TableLine[];
  errors: ImportError[];
};

export type Reading = {
  columnOf: (heading: string) => ImportPeopleColumn | null;
  /** What the organiser says that the columns are. */
  chosen: readonly (ImportPeopleColumn | null)[] | undefined;
};

export async function readPeopleTable(text: string, { columnOf, chosen }: Reading): Promise<PeopleTable> {
  const table: PeopleTable = { header: [], columns: [], lines: [], errors: [] };
  const read = await readCells(text, limits);
  if ('unreadable' in read) return { ...table, errors: [unreadableAt(read.unreadable, limits)] };
  const [first, ...rest] = read.lines;
  const isHeader = first !== undefined && !first.cells.some(looksLikeAddress);
  const header = isHeader ? first.cells : [];
  const lines = isHeader ? rest : read.lines;
  const columns = chosen?.slice() ?? (isHeader ? header.map(columnOf) : guessed(first?.cells ?? []));
  const errors = columnErrors(first?.line ?? 1, columns);
  if (lines.length === 0) errors.push(errorAt(first?.line ?? 1, '', 'no_lines', 'there is nobody in the table'));
  const over = lines[maxImportLines];
  if (over !== undefined)
    errors.push(errorAt(over.line, '', 'too_many_lines', `at most ${maxImportLines} lines can be imported at once`));
  return { header, columns, lines: lines.slice(0, maxImportLines), errors };
}

/** Also with a name around it, as mail programs copy it. */
const looksLikeAddress = (cell: string): boolean => addressIn(cell).email !== undefined;

/** Without a header: the addresses, and the first cell with letters alone, which is a name. */
function guessed(cells: readonly string[]): (ImportPeopleColumn | null)[] {
  const email = cells.findIndex(looksLikeAddress);
  const name = cells.findIndex((cell, index) => index !== email && /\p{L}/u.test(cell) && !/[\d@]/.test(cell));
  return cells.map((_, index) => (index === email ? 'email' : index === name ? 'name' : null));
}

function columnErrors(line: number, columns: PeopleTable['columns']): ImportError[] {
  const repeated = columns.flatMap((column, index) =>
    column !== null && columns.indexOf(column) !== index
      ? [errorAt(line, column, 'repeated_column', 'appears more than once; choose what the columns are')]
      : [],
  );
  return columns.includes('email')
    ? repeated
    : [...repeated, errorAt(line, 'email', 'missing_column', 'is missing; choose which column has the addresses')];
}
