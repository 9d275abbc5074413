import { nameKey } from '../../../../locales/format/names.ts';
import type { ImportPeopleColumn } from '../../../../shared/import-people-columns.ts';
import { maxTagLength, maxTagsOfPerson, tagPattern, tagSeparators } from '../../../../shared/limits.ts';
import { addressIn, fullName } from '../../../../shared/pasted-people.ts';
import { hasWebAddress } from '../../../lib/mail/web-address.ts';
import { mapInTurns } from '../../../lib/table.ts';
import { isEmail, isLine, normaliseEmail } from '../../../lib/text.ts';
import type { ImportError, ImportProblem, PastedPeople } from '../imports.schema.ts';
import { languageIn, roleIn } from './columns.policy.ts';
import { errorAt } from '../table-errors.policy.ts';
import type { PeopleTable } from './table.policy.ts';

export type PeopleLine = {
  line: number;
  email: string;
  name: string;
  phone: string;
  /** `unknown`: the name that the table gives to a team that does not exist. */
  team: { tid: string } | { unknown: string };
  role: 'member' | 'chief';
  language: NonNullable<PastedPeople['language']> | null;
  tags: string[];
};

type Team = { tid: string; name: string; disabled_at: string | null };
type Known = { teams: readonly Team[]; tid: string | undefined; create: boolean };

type Cells = (column: ImportPeopleColumn) => string;
type Complain = (column: ImportPeopleColumn, code: ImportProblem, detail: string) => undefined;

const maxLengths: Partial<Record<ImportPeopleColumn, number>> = {
  email: 254,
  name: 100,
  given: 100,
  family: 100,
  phone: 40,
  team: 100,
};

const named: ReadonlySet<ImportPeopleColumn> = new Set(['name', 'given', 'family', 'team']);

/** A file in UTF-8 that was opened as another encoding, or the other way round. */
const isGarbled = (cell: string): boolean =>
  cell.includes('\ufffd') ||
  /[\u00c2-\u00f4][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u2122]/.test(cell);

/** The people of the table, and everything that is wrong with it. */
export async function readPeople(
  table: PeopleTable,
  known: Known,
): Promise<{ people: PeopleLine[]; errors: ImportError[] }> {
  const find = teamFinder(known.teams);
  const read = await mapInTurns(table.lines, ({ line, cells }) =>
    readLine(line, cells, table.columns, { ...known, find }),
  );
  return { people: read.flatMap(({ person }) => person ?? []), errors: read.flatMap(({ errors }) => errors) };
}

/** Finds teams by identifier or name; capitals and spaces do not matter. */
function teamFinder(teams: readonly Team[]): (cell: string) => Team | undefined {
  const byKey = new Map([
    ...teams.map((team): [string, Team] => [nameKey(team.name), team]),
    ...teams.map((team): [string, Team] => [team.tid, team]),
  ]);
  return (cell) => byKey.get(cell) ?? byKey.get(nameKey(cell));
}

type Finding = Known & { find: (cell: string) => Team | undefined };

function readLine(line: number, cells: readonly string[], columns: PeopleTable['columns'], known: Finding) {
  const errors: ImportError[] = [];
  const cell: Cells = (column) => cells[columns.indexOf(column)] ?? '';
  const complain: Complain = (column, code, detail) => void errors.push(errorAt(line, column, code, detail));
  for (const column of columns) if (column !== null) checkText(column, cell(column), complain);
  const email = readEmail(cell('email'), columns, complain);
  const team = readTeam(cell('team'), known, complain);
  const role = cell('role') === '' ? 'member' : roleIn(cell('role'));
  if (role === undefined) complain('role', 'unknown_role', 'must be member or chief');
  const language = cell('language') === '' ? null : languageIn(cell('language'));
  if (language === undefined) complain('language', 'unknown_language', 'is not a language of Muster');
  const tags = readTags(cell('tags'), complain);
  const isComplete = errors.length === 0 && email !== undefined && team !== undefined;
  if (!isComplete || role === undefined || language === undefined) return { errors, person: undefined };
  return { errors, person: { line, email, name: nameOf(cell), phone: cell('phone'), team, role, language, tags } };
}

function checkText(column: ImportPeopleColumn, cell: string, complain: Complain): void {
  if (cell === '') return;
  if (isGarbled(cell)) return complain(column, 'encoding', 'has letters in a wrong encoding; save the file as UTF-8');
  if (/^[=@\t]/.test(cell) || (/^[+-]/.test(cell) && column !== 'phone'))
    return complain(column, 'formula', 'begins like a formula');
  const max = maxLengths[column] ?? Infinity;
  if (Array.from(cell).length > max) return complain(column, 'too_long', `must have at most ${max} characters`);
  // Forms check the same, because names are in mails.
  if (!isLine(cell) || (named.has(column) && hasWebAddress(cell)))
    complain(column, 'not_text', 'has characters that cannot be seen, a line break or a web address');
}

function readEmail(cell: string, columns: PeopleTable['columns'], complain: Complain): string | undefined {
  if (!columns.includes('email')) return undefined;
  if (cell === '') return complain('email', 'missing', 'must not be empty');
  const address = addressIn(cell).email ?? cell;
  return isEmail(address) ? normaliseEmail(address) : complain('email', 'not_an_address', 'must be an email address');
}

function readTeam(cell: string, { find, tid, create }: Finding, complain: Complain): PeopleLine['team'] | undefined {
  const wanted = cell === '' ? (tid ?? '') : cell;
  if (wanted === '') return complain('team', 'missing', 'must not be empty, unless a team is chosen for all');
  const team = find(wanted);
  if (team === undefined)
    return create && cell !== ''
      ? { unknown: cell }
      : complain('team', 'unknown_team', 'is not a team of this project');
  return team.disabled_at === null ? { tid: team.tid } : complain('team', 'disabled_team', 'is disabled');
}

/** Several in one cell, between commas or semicolons. */
function readTags(cell: string, complain: Complain): string[] {
  const tags = cell
    .split(tagSeparator)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  if (tags.some((tag) => Array.from(tag).length > maxTagLength))
    complain('tags', 'too_long', `must be tags of at most ${maxTagLength} characters`);
  else if (tags.some((tag) => !isTag.test(tag)))
    complain('tags', 'not_text', 'has a tag with characters that are not allowed');
  if (tags.length > maxTagsOfPerson) complain('tags', 'too_long', `must be at most ${maxTagsOfPerson} tags`);
  return tags;
}

const tagSeparator = new RegExp(`[${tagSeparators.join('')}]`, 'u');
const isTag = new RegExp(tagPattern, 'u');

const nameOf = (cell: Cells): string =>
  cell('name') || fullName(cell('given'), cell('family')) || addressIn(cell('email')).name;
