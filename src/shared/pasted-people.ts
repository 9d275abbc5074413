/** Reads people from pasted text: a table with names and email addresses, or a list of addresses. */
import { cellsOf, columnFinder, delimiterOf, firstLineOf } from './pasted-table.ts';

/** The words by which the columns of a table of people are found, in all languages. */
const words = {
  email:
    'email, e-mail, mail, email address, e-mail address, mail address, e-mail-adresse, email-adresse, emailadresse, ' +
    'mailadresse, mail-adresse, メール, メールアドレス, eメール, eメールアドレス, e-mailアドレス, emailアドレス, 邮箱, ' +
    '电子邮箱, 电子邮件, 电子邮件地址, 邮件地址, 邮箱地址, 信箱, 電子信箱, 電子郵件, 電子郵件地址, 電子郵件信箱, 郵件地址, 郵箱',
  name:
    'name, full name, display name, names, person, vor- und nachname, vollständiger name, 名前, お名前, 氏名, 表示名, ' +
    'フルネーム, 姓名, 名字, 称呼, 稱呼, 昵称, 暱稱',
  given: 'first name, firstname, given name, forename, vorname, 名',
  family: 'last name, lastname, surname, family name, nachname, familienname, 姓, 苗字',
  phone:
    'phone, phone number, telephone, tel, tel., mobile, mobile number, mobile phone, cell phone, telefon, telefonnummer, ' +
    'handy, handynummer, mobil, mobilnummer, mobiltelefon, 電話, 電話番号, 携帯, 携帯電話, 携帯番号, 电话, 电话号码, 手机, ' +
    '手机号, 手机号码, 電話號碼, 手機, 手機號碼, 行動電話',
};
export const peopleColumns = ['email', 'name', 'given', 'family', 'phone'] as const;
export type PeopleColumn = (typeof peopleColumns)[number];
export const peopleColumnOf = columnFinder(peopleColumns, (column) => words[column].split(', '));

/** With a dot after the @: a typing error cannot be corrected once the mail is sent. */
const isAddress = (word: string): boolean => /^[^\s@<>]+@[^\s@<>]+\.[^\s@.<>]+$/.test(word);

export type PastedPerson = { email: string; name: string };
/** A part of the text, as typed: a person, something that should have been one, or a heading. */
export type Piece = { typed: string; line: number } & (
  | { person: PastedPerson }
  | { broken: string }
  | { heading: readonly string[] }
);
export type PastedPeople = {
  pieces: Piece[];
  /** Columns that are not used, each by its heading or its first cell. */
  ignored: string[];
};

type Columns = { at: (PeopleColumn | undefined)[]; heading: readonly string[] | undefined };
type Row = { typed: string; line: number; cells: string[] };

export function peopleIn(text: string): PastedPeople {
  const typedLines = text.split(/\r?\n/);
  const heading = firstLineOf(text);
  const isTable = cellsOf(heading, delimiterOf(heading)).some((cell) => peopleColumnOf(cell) === 'email');
  const rows = typedLines
    .map((typed, index): Row => {
      const delimiter = isTable ? delimiterOf(heading) : delimiterIn(typed);
      return { typed: typed.trim(), line: index + 1, cells: cellsOf(typed, delimiter) };
    })
    .filter(({ typed }) => typed !== '');
  const columns = columnsOf(rows);
  const used = new Set<number>();
  const pieces = rows.flatMap((row) => piecesOf(row, columns, used));
  return { pieces, ignored: ignoredColumns(rows, columns, used) };
}

/** In `Lovelace, Ada <ada@example.org>; …` the commas are part of the names. */
const delimiterIn = (line: string): string =>
  line.includes('<') && line.includes(';') && !line.includes('\t') ? ';' : delimiterOf(line);

/** By the heading if there is one, or else by what most cells of a column look like. */
function columnsOf(rows: readonly Row[]): Columns {
  const [first] = rows;
  const named = first?.cells.map(peopleColumnOf) ?? [];
  if (first !== undefined && named.includes('email') && !first.typed.includes('@'))
    return { at: named, heading: first.cells };
  const tabular = rows.filter(
    ({ cells }) => cells.length > 1 && cells.filter((cell) => cell.includes('@')).length <= 1,
  );
  const width = Math.max(0, ...tabular.map(({ cells }) => cells.length));
  const share = (column: number, test: (cell: string) => boolean): number => {
    const filled = tabular.map(({ cells }) => cells[column] ?? '').filter((cell) => cell !== '');
    return filled.length === 0 ? 0 : filled.filter(test).length / filled.length;
  };
  const places = Array.from({ length: width }, (_, column) => column);
  const emailAt = places.toSorted((one, other) => share(other, hasAt) - share(one, hasAt))[0];
  const nameAt = places.find((column) => column !== emailAt && share(column, looksLikeName) > 0.5);
  const at = places.map((column) => (column === emailAt ? 'email' : column === nameAt ? 'name' : undefined));
  return { at, heading: undefined };
}

const hasAt = (cell: string): boolean => cell.includes('@');
const looksLikeName = (cell: string): boolean => /\p{L}/u.test(cell) && !/[\d@]/.test(cell);

function piecesOf({ typed, line, cells }: Row, { at, heading }: Columns, used: Set<number>): Piece[] {
  if (cells === heading) return [{ typed, line, heading: cells }];
  const withAt = cells.filter(hasAt);
  // A list of addresses, or a single one with or without a name.
  const isNamed = withAt.some((cell) => addressIn(cell).name !== '');
  if (heading === undefined && (cells.length === 1 || withAt.length > 1 || isNamed))
    return cells.filter((cell) => cell !== '').flatMap((cell) => wordsOf(cell, line));
  const emailAt = at.indexOf('email');
  const cell = cells[emailAt] ?? '';
  const { email, name } = addressIn(cell);
  at.forEach((column, index) => {
    if (column !== undefined && column !== 'phone') used.add(index);
  });
  if (email === undefined) return [{ typed, line, broken: cell === '' ? typed : cell }];
  return [{ typed, line, person: { email, name: name === '' ? nameIn(cells, at) : name } }];
}

/** `ada@example.org`, or `Ada Lovelace <ada@example.org>`. */
export function addressIn(cell: string): { email: string | undefined; name: string } {
  const bracketed = /^(.*)<([^<>]+)>$/.exec(cell);
  const word = (bracketed?.[2] ?? cell).trim();
  return {
    email: isAddress(word) ? word.toLowerCase() : undefined,
    name: (bracketed?.[1] ?? '').replaceAll(/^[\s"']+|[\s"']+$/g, ''),
  };
}

/** The words of a cell: one address with a name around it, or several addresses. What is neither is broken. */
function wordsOf(cell: string, line: number): Piece[] {
  const whole = addressIn(cell);
  if (whole.email !== undefined) return [{ typed: cell, line, person: { email: whole.email, name: whole.name } }];
  const words = cell.split(/\s+/);
  const addresses = words.filter((word) => isAddress(word));
  const others = words.filter((word) => !isAddress(word));
  if (addresses.length === 1 && others.every(looksLikeName))
    return addresses.map((word) => ({
      typed: cell,
      line,
      person: { email: word.toLowerCase(), name: others.join(' ') },
    }));
  // Of a name and something like an address, the latter is what has to be corrected.
  if (addresses.length === 0 && others.some(hasAt))
    return others.filter(hasAt).map((word) => ({ typed: cell, line, broken: word }));
  return words.map((word) =>
    isAddress(word)
      ? { typed: word, line, person: { email: word.toLowerCase(), name: '' } }
      : { typed: word, line, broken: word },
  );
}

const isChineseOrJapanese = (text: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);

/** Chinese and Japanese names begin with the family name. */
export const fullName = (given: string, family: string): string =>
  isChineseOrJapanese(family) ? `${family}${given}` : `${given} ${family}`.trim();

function nameIn(cells: readonly string[], at: Columns['at']): string {
  const cell = (column: PeopleColumn): string => cells[at.indexOf(column)] ?? '';
  const whole = at.includes('name') ? cell('name') : '';
  if (whole !== '') return whole;
  return fullName(at.includes('given') ? cell('given') : '', at.includes('family') ? cell('family') : '');
}

function ignoredColumns(rows: readonly Row[], { heading }: Columns, used: ReadonlySet<number>): string[] {
  if (used.size === 0) return [];
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  return Array.from({ length: width }, (_, column) => column)
    .filter((column) => !used.has(column))
    .map((column) => heading?.[column] || (rows.find(({ cells }) => cells[column])?.cells[column] ?? ''))
    .filter((name) => name !== '');
}
