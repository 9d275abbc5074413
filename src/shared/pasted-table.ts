/** What tables have in common that people paste from a spreadsheet, a file or a mail. */

/** The first line that is not blank. */
export const firstLineOf = (text: string): string => /^.*\S.*$/m.exec(text)?.[0] ?? '';

/** Spreadsheets put tabs on the clipboard; CSV files have semicolons where the comma is for decimals. */
export function delimiterOf(line: string): '\t' | ';' | ',' {
  if (line.includes('\t')) return '\t';
  return line.split(';').length > line.split(',').length ? ';' : ',';
}

/** The cells of one line, without the quotes around them. */
export function cellsOf(line: string, delimiter: string): string[] {
  const cells: string[] = [];
  let [cell, isQuoted] = ['', false];
  for (const letter of line) {
    if (letter === '"') isQuoted = !isQuoted;
    else if (letter === delimiter && !isQuoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += letter;
  }
  return [...cells, cell.trim()];
}

/** A heading as it is compared: `E-Mail ` is `e-mail`. */
const plainHeading = (word: string): string => word.normalize('NFKC').trim().toLowerCase();

/** Finds the column that a heading names, in any of the languages. */
export function columnFinder<Column extends string>(
  columns: readonly Column[],
  wordsOf: (column: Column) => readonly string[],
): (heading: string) => Column | undefined {
  const found = new Map(
    columns.flatMap((column) => wordsOf(column).map((word): [string, Column] => [plainHeading(word), column])),
  );
  return (heading) => found.get(plainHeading(heading));
}
