import { certifiedMinutes } from '../../../../shared/rules.ts';
import { formatFullDate, formatTimeAt } from '../../../../locales/format/dates.ts';
import { formatNumber, toHours } from '../../../../locales/format/numbers.ts';
import { translateTo } from '../../../../locales/server-texts.ts';
import type { Translate } from '../../../../locales/server-texts.ts';
import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';
import { fail } from '../../../errors.ts';
import type { Cell } from '../../../http/csv.ts';
import { batchesOf, byName, pageRequest } from '../../../http/paging.ts';
import type { PageQuery } from '../../../http/paging.ts';
import type { PdfDocument } from '../../../lib/pdf/document.ts';
import { peopleWithoutWish } from '../../forms/answers/certificate-wishes.service.ts';
import { findSettings } from '../certificates/certificates.queries.ts';
import { entriesOf, isNotCheckedIn, totalOf } from './statement.policy.ts';
import * as queries from './statement.queries.ts';
import {
  findPerson,
  findProject,
  listApprovedWork,
  listAttendances,
  listHeldCertificates,
  listPeopleWithHours,
} from './statement.queries.ts';
import type {
  HeldCertificate,
  HoursEntry,
  HoursPage,
  HoursRow,
  HoursStatement,
  HoursSummary,
} from './statement.schema.ts';

/** A subquery, for the audience of a message. */
export const peopleWhoHelped = (read: Reader, scope: ProjectScope) => queries.peopleWhoHelped(read, scope);

/** Of those, whose time does not count, such as people who were sent home at once. SQL does not know which time counts. */
export async function peopleWithoutHours(read: Reader, scope: ProjectScope): Promise<string[]> {
  const uids: string[] = [];
  for await (const rows of hoursBatches(read, scope))
    uids.push(...rows.filter(({ minutes, tasks }) => minutes === 0 && tasks > 0).map(({ uid }) => uid));
  return uids;
}

/** Two queries for any number of people. */
export async function hoursOf(
  read: Reader,
  scope: ProjectScope,
  uids: readonly string[],
): Promise<(uid: string) => HoursEntry[]> {
  if (uids.length === 0) return () => [];
  const attended = Map.groupBy(await listAttendances(read, scope, uids), ({ uid }) => uid);
  const work = Map.groupBy(await listApprovedWork(read, scope, uids), ({ uid }) => uid);
  return (uid) => entriesOf(attended.get(uid) ?? [], work.get(uid) ?? []);
}

type CertificateRow = HeldCertificate & { uid: string | null };

async function certificatesOf(read: Reader, scope: ProjectScope, uids: readonly string[]) {
  const rows: CertificateRow[] = uids.length === 0 ? [] : await listHeldCertificates(read, scope, uids);
  const byPerson = new Map(rows.map(({ uid, ...certificate }) => [uid, certificate]));
  return (uid: string): HeldCertificate | null => byPerson.get(uid) ?? null;
}

export async function statementOf(read: Reader, scope: ProjectScope, uid: string): Promise<HoursStatement> {
  const person = (await findPerson(read, uid)) ?? fail('not_found', { detail: 'There is no such person' });
  const entries = (await hoursOf(read, scope, [uid]))(uid);
  const certificate = (await certificatesOf(read, scope, [uid]))(uid);
  const { minutes } = totalOf(entries);
  const certifiable = certifiedMinutes(minutes, (await findSettings(read, scope.pid))?.max_minutes ?? null);
  return { uid, name: person.name, minutes, entries, certificate, certifiable };
}

type Person = { uid: string; name: string };

async function rowsOf(read: Reader, scope: ProjectScope, people: readonly Person[]) {
  const uids = people.map(({ uid }) => uid);
  const entries = await hoursOf(read, scope, uids);
  const certificate = await certificatesOf(read, scope, uids);
  const unwanted = await peopleWithoutWish(read, scope, uids);
  return ({ uid, name }: Person): HoursRow => ({
    uid,
    name,
    ...totalOf(entries(uid)),
    certificate: certificate(uid),
    wants_certificate: !unwanted.has(uid),
  });
}

export async function hoursPage(read: Reader, scope: ProjectScope, query: PageQuery): Promise<HoursPage> {
  const { limit, after, page } = pageRequest(query, byName);
  const people = await listPeopleWithHours(read, scope, limit + 1, after);
  return page(people, await rowsOf(read, scope, people.slice(0, limit)));
}

type Batch = Awaited<ReturnType<typeof listPeopleWithHours>>;

/** Everybody with hours, some at a time. */
async function* hoursBatches(read: Reader, scope: ProjectScope): AsyncGenerator<HoursRow[]> {
  const batches = batchesOf<Batch[number]>((after, limit) => listPeopleWithHours(read, scope, limit, after));
  for await (const people of batches) yield people.map(await rowsOf(read, scope, people));
}

/** Four queries for every 200 people: which time counts is decided by rules that SQL does not know. */
export async function hoursSummary(read: Reader, scope: ProjectScope): Promise<HoursSummary> {
  const settings = await findSettings(read, scope.pid);
  const isOutdated = ({ certificate, minutes }: HoursRow) =>
    certificate !== null && certificate.minutes !== certifiedMinutes(minutes, settings?.max_minutes ?? null);
  const isWithout = ({ certificate, wants_certificate: isWanted }: HoursRow) => certificate === null && isWanted;
  const tests: Record<keyof HoursSummary, (row: HoursRow) => boolean> = {
    people: () => true,
    certificates: ({ certificate }) => certificate !== null,
    uncertified: (row) => isWithout(row) && row.tasks > 0,
    issuable: (row) => isWithout(row) && row.minutes > 0,
    unwanted: ({ certificate, wants_certificate: isWanted }) => certificate === null && !isWanted,
    not_checked_in: (row) => tests.issuable(row) && row.not_checked_in > 0,
    outdated: isOutdated,
    renewable: (row) => isOutdated(row) && row.minutes > 0 && row.wants_certificate,
  };
  const names = [
    'people',
    'certificates',
    'uncertified',
    'issuable',
    'not_checked_in',
    'outdated',
    'unwanted',
    'renewable',
  ] as const;
  const summary: HoursSummary = {
    people: 0,
    certificates: 0,
    uncertified: 0,
    issuable: 0,
    not_checked_in: 0,
    outdated: 0,
    unwanted: 0,
    renewable: 0,
  };
  for await (const rows of hoursBatches(read, scope))
    for (const name of names) summary[name] += rows.filter(tests[name]).length;
  return summary;
}

const columns = ['name', 'hours', 'tasks', 'noShows', 'certificate', 'id'] as const;

export const hoursColumns = (language: string): string[] => {
  const t = translateTo(language);
  return columns.map((column) => t(`hoursCsv.people.${column}`));
};

export async function* hoursLines(read: Reader, scope: ProjectScope): AsyncGenerator<Cell[]> {
  for await (const rows of hoursBatches(read, scope))
    for (const { uid, name, minutes, tasks, no_shows, certificate } of rows)
      yield [name, toHours(minutes), tasks, no_shows, certificate?.number ?? '', uid];
}

/** Times of the event's place: a statement is read there, and years later. */
function cellsOf(t: Translate, entry: HoursEntry, language: string, timezone: string): string[] {
  const { title, team, starts_at, ends_at, arrived_at, left_at, state, presumed } = entry;
  const shownState = isNotCheckedIn(entry) ? 'not_checked_in' : presumed ? 'presumed' : state;
  const time = (iso: string) => formatTimeAt(iso, language, timezone);
  return [
    formatFullDate(starts_at, language, timezone),
    title,
    team ?? '',
    `${time(arrived_at ?? starts_at)}–${time(left_at ?? ends_at)}`,
    t(`hoursCsv.states.${shownState}`),
  ];
}

const entryColumns = ['day', 'title', 'team', 'time', 'state', 'hours'] as const;

export async function statementTable(read: Reader, scope: ProjectScope, uid: string, language: string) {
  const statement = await statementOf(read, scope, uid);
  const project = await findProject(read, scope);
  const t = translateTo(language);
  return {
    statement,
    project,
    header: entryColumns.map((column) => t(`hoursCsv.entries.${column}`)),
    rows: statement.entries.map((entry): Cell[] => [
      ...cellsOf(t, entry, language, project.timezone),
      toHours(entry.minutes),
    ]),
  };
}

export async function statementPdf(
  read: Reader,
  scope: ProjectScope,
  uid: string,
  { language, now }: { language: string; now: string },
): Promise<PdfDocument> {
  const { statement, project, header, rows } = await statementTable(read, scope, uid, language);
  const t = translateTo(language);
  const title = t('hoursCsv.statement.title');
  const hours = formatNumber(toHours(statement.minutes), language);
  const printed = rows.map((cells) =>
    cells.map((cell) => (typeof cell === 'number' ? formatNumber(cell, language) : String(cell))),
  );
  return {
    language,
    title: `${title} – ${project.name}`,
    author: project.name,
    keywords: '',
    createdAt: now,
    landscape: false,
    frame: null,
    blocks: [
      { kind: 'text', text: project.name, size: 11, colour: '#5c5c5c' },
      { kind: 'text', text: title, size: 20, heading: true, bold: true },
      { kind: 'gap', height: 10 },
      { kind: 'text', text: statement.name, size: 13, bold: true },
      { kind: 'text', text: t('hoursCsv.statement.total', { hours }), size: 11 },
      { kind: 'gap', height: 12 },
      { kind: 'table', rows: [header, ...printed], widths: [20, 28, 18, 16, 14, 10], right: [5] },
      { kind: 'gap', height: 12 },
      {
        kind: 'text',
        text: t('hoursCsv.statement.made', { day: formatFullDate(now, language, project.timezone) }),
        size: 8.5,
        colour: '#5c5c5c',
      },
    ],
  };
}
