/**
 * Reads the answers of engelsystem's API (`api/v0-beta`), saved as files by the script in docs/moving.md, and a table with the
 * addresses of its users, which the API shows to nobody but themselves.
 */
import type {
  LeftOut,
  Moved,
  MovedKind,
  MovedPerson,
  MovedPlace,
  MovedProject,
  MovedTask,
  MovedTeam,
  MovedWork,
} from '../../features/moving/moving.schema.ts';
import { matchLanguage } from '../../../locales/match-language.ts';
import { languages } from '../../../locales/catalogues.ts';
import { isTimezone } from '../../lib/time.ts';
import { readCsv } from '../csv-reader.ts';
import { refuse } from '../terminal.ts';
import { isTrue, list, moment, number, record, text } from './values.ts';
import type { ExportFolder, Json } from './values.ts';

type Options = { pid: string; owner: string; follows: string | null; now: string };

export function readEngelsystem(folder: ExportFolder, { pid, owner, follows, now }: Options): Moved {
  const leftOut: LeftOut[] = [];
  const data = (name: string): Json[] => list(record(folder.json(name))['data']).map(record);
  const require = (name: string): void => {
    if (folder.textOf(name) === undefined) refuse(`there is no ${name} in the folder; see docs/moving.md`);
  };
  for (const name of ['info.json', 'angeltypes.json', 'locations.json', 'shifttypes.json', 'users.json', 'people.csv'])
    require(name);
  const info = record(record(folder.json('info.json'))['data']);
  const types = data('angeltypes.json');
  // Saving them takes a while, and may have ended too early.
  for (const { id } of types) for (const name of ['shifts', 'users']) require(`angeltypes/${text(id)}/${name}.json`);
  const people = peopleOf(folder, data('users.json'));
  const shifts = new Map<string, Json>();
  for (const { id } of types)
    for (const shift of data(`angeltypes/${text(id)}/shifts.json`)) shifts.set(text(shift['id']), shift);
  const shiftTypes = data('shifttypes.json');
  return {
    source: `engelsystem:${pid}`,
    people: withOwner(people, owner),
    projects: [{ ...projectOf(info, pid, [...shifts.values()], now), owners: [ownerIn(people, owner)], follows }],
    teams: types.map((type) => teamOf(type, pid, data(`angeltypes/${text(type['id'])}/users.json`))),
    places: data('locations.json').map((one): MovedPlace => ({
      id: text(one['id']),
      project: pid,
      name: text(one['name']),
      map_url: text(one['map_url']),
    })),
    kinds: shiftTypes.map((one): MovedKind => ({
      id: text(one['id']),
      project: pid,
      name: text(one['name']),
      briefing: text(one['description']),
    })),
    tasks: [...shifts.values()].flatMap((shift) => tasksOf(shift, pid, leftOut)),
    work: people.flatMap(({ id }) => data(`users/${id}/worklogs.json`).flatMap((one) => workOf(one, id, pid, leftOut))),
    forms: [],
    tags: [],
    leftOut,
  };
}

/** Names the owner who is no user there. */
const ownerId = 'owner';

const ownerIn = (people: readonly MovedPerson[], owner: string): string =>
  people.find(({ email }) => email.toLowerCase() === owner.toLowerCase())?.id ?? ownerId;

const withOwner = (people: readonly MovedPerson[], owner: string): MovedPerson[] =>
  people.some(({ email }) => email.toLowerCase() === owner.toLowerCase())
    ? [...people]
    : [
        ...people,
        {
          id: ownerId,
          email: owner,
          name: '',
          intro: '',
          language: null,
          suspended: false,
          created_at: null,
          private: {},
        },
      ];

type Address = { email: string; language: string; first: string; last: string };

/** Those without an address are left out by the service, which says so. */
function peopleOf(folder: ExportFolder, users: readonly Json[]): MovedPerson[] {
  const addresses = addressesIn(folder.textOf('people.csv') ?? '');
  return users.map((user): MovedPerson => {
    const id = text(user['id']);
    const detail = record(record(folder.json(`users/${id}/user.json`))['data']);
    const found = addresses.get(id);
    const real =
      `${text(detail['first_name']) || (found?.first ?? '')} ${text(detail['last_name']) || (found?.last ?? '')}`.trim();
    const contact = record(detail['contact']);
    const [phone, dect] = [phoneOf(text(contact['mobile'])), text(contact['dect'])];
    const handles = dect === '' ? [] : [{ service: 'DECT', name: dect.slice(0, 100) }];
    return {
      id,
      email: found?.email ?? '',
      // They know each other by their nicknames.
      name: text(user['name']) || real,
      intro: '',
      language: languageOf(found?.language ?? ''),
      suspended: false,
      created_at: null,
      private: {
        ...(real === ''
          ? {}
          : { real_profile: { name: real.slice(0, 100), phone: '', national_id: '', company: '', birthday: null } }),
        ...(phone === '' && handles.length === 0 ? {} : { contact: { phone, handles, visible_to: 'owners' as const } }),
      },
    };
  });
}

/** Engelsystem writes languages as `de_DE`. */
const languageOf = (tag: string): string | null =>
  tag === '' ? null : (matchLanguage([tag.replaceAll('_', '-')], languages) ?? null);

const phoneOf = (typed: string): string => {
  const digits = typed.replaceAll(/[\s().-]/g, '').replace(/^00/, '+');
  return /^\+[1-9]\d{6,14}$/.test(digits) ? digits : '';
};

function addressesIn(csv: string): Map<string, Address> {
  const [header, ...rows] = readCsv(csv.replace(/^\ufeff/, ''));
  const names = (header?.cells ?? []).map((cell) => cell.toLowerCase());
  if (!names.includes('id') || !names.includes('email')) refuse('people.csv must have the columns id and email');
  const cell = (cells: readonly string[], name: string): string => cells[names.indexOf(name)] ?? '';
  return new Map(
    rows.map(({ cells }) => [
      cell(cells, 'id'),
      {
        email: cell(cells, 'email'),
        language: cell(cells, 'language'),
        first: cell(cells, 'first_name'),
        last: cell(cells, 'last_name'),
      },
    ]),
  );
}

function projectOf(info: Json, pid: string, shifts: readonly Json[], now: string): MovedProject {
  const zone = text(info['timezone']);
  const timezone = isTimezone(zone) ? zone : 'UTC';
  const event = record(info['event']);
  const dayOf = (value: unknown): string | null => {
    const at = moment(value);
    return at === null ? null : Temporal.Instant.from(at).toZonedDateTimeISO(timezone).toPlainDate().toString();
  };
  const days = shifts.flatMap((shift) => dayOf(shift['starts_at']) ?? []).toSorted();
  const starts_on = dayOf(event['start']) ?? days[0] ?? null;
  const end = dayOf(event['end']) ?? days.at(-1) ?? null;
  const ends_on = starts_on !== null && end !== null && end < starts_on ? starts_on : end;
  const today = dayOf(now) ?? '';
  return {
    id: pid,
    pid,
    name: text(info['name']),
    description: '',
    starts_on,
    ends_on,
    timezone,
    // The next year counts the people of years before it that are no drafts.
    state: ends_on !== null && ends_on < today ? 'archived' : 'draft',
    owners: [],
    follows: null,
    subsidies: null,
  };
}

/** Angels of a type that needs an introduction belong to it once somebody has confirmed them. Supporters lead it. */
function teamOf(type: Json, pid: string, users: readonly Json[]): MovedTeam {
  const confirmed = users.filter((one) => isTrue(one['confirmed']) || typeof one['confirmed'] === 'number');
  return {
    id: text(type['id']),
    project: pid,
    tid: text(type['name']),
    name: text(type['name']),
    description: '',
    public_description: text(type['description']),
    mailing_list: text(record(type['contact'])['email']),
    headcount: null,
    disabled: false,
    people: confirmed.map((one) => ({
      person: text(record(one['user'])['id']),
      role: isTrue(one['supporter']) ? ('chief' as const) : ('member' as const),
    })),
  };
}

/** A shift needs people of several types: each becomes a task of its own. */
function tasksOf(shift: Json, pid: string, leftOut: LeftOut[]): MovedTask[] {
  const id = text(shift['id']);
  const [starts_at, ends_at] = [moment(shift['starts_at']), moment(shift['ends_at'])];
  if (starts_at === null || ends_at === null || ends_at <= starts_at) {
    leftOut.push({ what: 'shift', who: id, why: 'has no start or end' });
    return [];
  }
  const kind = record(shift['shift_type']);
  const title = [text(kind['name']), text(shift['name'])].filter((part) => part !== '').join(': ');
  return list(shift['needed_angel_types']).map((needed): MovedTask => {
    const { angel_type, needs, entries } = record(needed);
    const type = text(record(angel_type)['id']);
    const people = list(entries).map((entry) => ({
      person: text(record(record(entry)['user'])['id']),
      came: record(entry)['freeloaded_by'] == null,
    }));
    return {
      id: `${id}/${type}`,
      project: pid,
      team: type,
      place: text(record(shift['location'])['id']),
      kind: text(kind['id']),
      title,
      description: text(shift['description']),
      category: '',
      starts_at,
      ends_at,
      capacity: number(needs) ?? 0,
      visibility: 'project',
      people: [...new Map(people.map((one) => [one.person, one])).values()],
    };
  });
}

const maxHours = 24;

function workOf(work: Json, person: string, pid: string, leftOut: LeftOut[]): MovedWork[] {
  const [id, at, hours] = [text(work['id']), moment(work['worked_at']), number(work['hours']) ?? 0];
  if (at === null || hours <= 0 || hours > maxHours) {
    // Hours that organisers took off are there as work of less than nothing.
    leftOut.push({ what: 'work', who: id, why: 'is not between 0 and 24 hours' });
    return [];
  }
  const ends_at = new Date(Date.parse(at) + Math.round(hours * 60) * 60_000).toISOString();
  return [{ id, project: pid, person, title: text(work['description']), starts_at: at, ends_at }];
}
