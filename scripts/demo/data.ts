/** A made-up event over three years, the last of which is a month ahead. Nothing is random: the same day gives the same data. */
import type { Insertable } from 'kysely';
import type { Db, Trx } from '../../src/server/db/db.ts';
import type { Tables } from '../../src/server/db/tables.ts';
import { insertWords } from '../../src/server/db/words.ts';
import type { Keyring } from '../../src/server/lib/seal.ts';
import { sha256 } from '../../src/server/lib/secrets.ts';
import { normaliseEmail, sortKey } from '../../src/server/lib/text.ts';
import { hoursRows } from './hours.ts';
import { newsRows } from './news.ts';
import { noPicture } from '../../src/server/features/projects/appearance/appearance.queries.ts';
import { demoPicture, pictureSize } from './picture.ts';
import { demoPlan } from './plan.ts';
import { todayRows } from './today.ts';

/** The rows of each table in `order`, which is the order of insertion. */
export type DemoEvent = { [T in (typeof order)[number]]: Insertable<Tables[T]>[] };

const order = [
  'people',
  'projects',
  'project_pictures',
  'project_owners',
  'teams',
  'memberships',
  'applications',
  'traffic_subsidies',
  'places',
  'skills',
  'task_kinds',
  'task_kind_skills',
  'person_skills',
  'task_series',
  'tasks',
  'attendances',
  'certificates',
  'availabilities',
  'join_requests',
  'waiting_people',
  'place_offers',
  'forms',
  'form_responses',
  'form_consents',
  'private_data',
  'announcements',
  'messages',
  'message_recipients',
  'notices',
] as const;

type PersonRow = Insertable<Tables['people']>;
type Year = {
  pid: string;
  teams: number;
  first: number;
  last: number;
  upcoming: boolean;
  days: [string, string];
};

/** Per year: number of teams and range of volunteers. Many come back, few stay for all three years. */
const shares = [
  { teams: 11, first: 0, last: 100 },
  { teams: 12, first: 30, last: 160 },
  { teams: 14, first: 80, last: 240 },
];

const dayAfter = (now: Date, days: number): string =>
  new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);

function yearsUntil(now: Date): Year[] {
  const newest = Number(dayAfter(now, 30).slice(0, 4));
  return shares.map((share, index) => {
    const pid = String(newest - shares.length + 1 + index);
    const upcoming = index === shares.length - 1;
    return {
      ...share,
      pid,
      upcoming,
      days: upcoming ? [dayAfter(now, 30), dayAfter(now, 31)] : [`${pid}-08-08`, `${pid}-08-09`],
    };
  });
}

const teamList = [
  ['venue', 'Venue 場地組', 'Builds up, guides people, takes down again. The largest team, and the most cheerful.'],
  ['programme', 'Programme 議程組', 'Reads the proposals, plans the rooms and takes care of the speakers.'],
  ['registration', 'Registration 報到組', 'Welcomes everybody at the door.'],
  ['catering', 'Catering 餐飲組', 'Meals, snacks and coffee, for every habit of eating.'],
  ['network', 'Network 網路組', 'A network for two thousand people in a building that never had one.'],
  ['streaming', 'Streaming 錄影組', 'Records and streams every room.'],
  ['design', 'Design 設計組', 'Posters, badges, shirts, signs.'],
  ['web', 'Web 網站組', 'The website and the schedule.'],
  ['sponsors', 'Sponsors 贊助組', 'Finds sponsors and looks after them.'],
  ['community', 'Community 社群組', 'Booths and meetings of the communities.'],
  ['finance', 'Finance 財務組', 'Pays the bills, and the travel money of the volunteers.'],
  ['press', 'Press 公關組', 'Tells the world.'],
  ['photo', 'Photo 攝影組', 'Two days in ten thousand pictures.'],
  ['care', 'Care 關懷組', 'First aid, a quiet room, and an ear for everybody.'],
] as const;

const latinGiven = ['Ada', 'Noor', 'Miguel', 'Åsa', 'Zoë', 'Jonas', 'Priya', 'Élodie', 'Tomasz', 'Amara', 'Luca'];
const latinFamily = ['Okafor', 'García', 'Lindström', "O'Brien", 'Novák', 'Müller', 'Nakamura', 'Costa', 'Yılmaz'];
const chineseFamily = ['陳', '林', '黃', '張', '李', '王', '吳', '劉', '蔡', '楊', '許', '鄭', '謝'];
const chineseGiven = ['怡君', '家豪', '淑芬', '志明', '雅婷', '俊傑', '欣怡', '冠宇', '詩涵', '柏翰', '佩珊'];

const pick = (list: readonly string[], index: number): string => list[index % list.length] ?? '';
const at = (year: string, monthDay: string): string => `${year}-${monthDay}T09:00:00.000Z`;

function nameOf(index: number): string {
  if (index % 3 === 0) return `${pick(latinGiven, index)} ${pick(latinFamily, Math.floor(index / 11))}`;
  return pick(chineseFamily, index) + pick(chineseGiven, Math.floor(index / 13));
}

function person(email: string, name: string, fields: Partial<PersonRow> = {}): PersonRow {
  const address = normaliseEmail(email);
  return {
    uid: sha256(`demo ${address}`).slice(0, 26),
    email: address,
    name,
    sort_key: sortKey(name),
    listing: 'public',
    created_at: at('2024', '01-15'),
    ...fields,
  };
}

const suspendedVolunteer = 177;

function volunteer(index: number, years: readonly Year[]): PersonRow {
  const listing = index % 17 === 5 ? 'hidden' : index % 23 === 7 ? 'keyed' : 'public';
  const joined = years.find(({ last }) => index < last)?.pid ?? '';
  return person(`volunteer-${index}@example.org`, nameOf(index), {
    listing,
    created_at: at(joined, '02-01'),
    suspended_at: index === suspendedVolunteer ? at(joined, '04-01') : null,
  });
}

/** Most join a few months before the event, some half a year. */
function joinedAt(day: string, index: number): string {
  const weeks = 5 + ((index * index + 3 * index) % 97) / 4.5;
  return new Date(Date.parse(`${day}T09:00:00.000Z`) - Math.round(weeks * 7) * 86_400_000).toISOString();
}

/** The first team gets 31 % (50 people in the last year), the others share the rest. Every tenth person is a chief. */
function membershipsOf(
  { pid, teams, first, last, days }: Year,
  everyone: readonly PersonRow[],
): DemoEvent['memberships'] {
  const people = everyone.slice(first, last);
  const inFirst = Math.round(people.length * 0.3125);
  return people.map(({ uid }, index) => {
    const rest = index - inFirst;
    const place = rest < 0 ? index : Math.floor(rest / (teams - 1));
    const team = rest < 0 ? 0 : 1 + (rest % (teams - 1));
    return {
      pid,
      tid: teamList[team]?.[0] ?? '',
      uid,
      role: place % 10 === 0 ? 'chief' : 'member',
      created_at: joinedAt(days[0], index),
    };
  });
}

function teamsOf({ pid, teams, first, upcoming }: Year, memberships: readonly { tid: string }[]) {
  return teamList.slice(0, teams).map(([tid, name, public_description]) => {
    const member_count = memberships.filter((membership) => membership.tid === tid).length;
    return {
      pid,
      tid,
      name,
      sort_key: sortKey(name),
      public_description,
      description: `Notes of the team for ${pid}: we meet every Tuesday evening.`,
      mailing_list: `${tid}@lists.example.org`,
      // Some teams have free places, some are full.
      headcount: member_count + (member_count % 3),
      member_count,
      // One team is disabled after the first year.
      disabled_at: first === 0 && tid === 'finance' ? at(pid, '12-01') : null,
      // Only the coming year accepts applications.
      applications_open_at: upcoming && member_count % 3 > 0 ? at(pid, '01-20') : null,
      created_at: at(pid, '01-20'),
    };
  });
}

/** Applications from people of earlier years: two for each team that accepts them. */
function applicationsTo(teams: readonly ReturnType<typeof teamsOf>[number][], former: readonly PersonRow[], now: Date) {
  const open = teams.filter(({ applications_open_at: since }) => since !== null);
  return former.slice(0, 2 * open.length).map(({ uid }, index) => {
    const { pid, tid } = open[index % open.length] ?? { pid: '', tid: '' };
    const created_at = new Date(now.getTime() - (index + 1) * 3_600_000);
    return {
      pid,
      tid,
      uid,
      message: pick(
        ['I was there in an earlier year, and would like to help again.', '我想再次加入，假日都有空。'],
        index,
      ),
      language: 'en',
      created_at: created_at.toISOString(),
      expires_at: new Date(created_at.getTime() + 90 * 86_400_000).toISOString(),
    };
  });
}

const picture = demoPicture();
const pictureColumns = {
  picture: sha256(picture.toString('base64')).slice(0, 16),
  picture_alt: 'Morning over the hills around Taipei',
  picture_width: pictureSize.width,
  picture_height: pictureSize.height,
};

const project = ({ pid, days }: Year) => ({
  ...pictureColumns,
  pid,
  name: `Open Summer ${pid} 夏日開源`,
  description: 'Two days of talks, made by volunteers.',
  place: '臺北國際會議中心 Taipei International Convention Center',
  colour: '#c2410c',
  starts_on: days[0],
  ends_on: days[1],
  subsidy_currency: 'TWD',
  timezone: 'Asia/Taipei',
  created_at: at(pid, '01-15'),
});

const administrator = person('admin@example.org', 'Iris Novák', { administrator_since: at('2024', '01-01') });
const owner = person('owner@example.org', '陳美玲 Mei-Ling Chen');

export function demoEvent(now: Date, keys: Keyring): DemoEvent {
  const years = yearsUntil(now);
  const lastIndex = Math.max(...years.map(({ last }) => last));
  const volunteers = Array.from({ length: lastIndex }, (_, index) => volunteer(index, years));
  const perYear = years.map((year) => ({ year, memberships: membershipsOf(year, volunteers) }));
  const newest = perYear.at(-1);
  const teams = perYear.flatMap(({ year, memberships }) => teamsOf(year, memberships));
  const former = volunteers.slice(0, newest?.year.first ?? 0);
  const [pid, memberships] = [newest?.year.pid ?? '', newest?.memberships ?? []];
  const plan = demoPlan({ pid, days: newest?.year.days ?? ['', ''], memberships, now, keys });
  const past = hoursRows(
    perYear.slice(0, -1).map(({ year: { pid, days }, memberships }) => ({ pid, day: days[0], memberships })),
    volunteers,
  );
  // They have helped in every year, the chief and the volunteer to sign in as among them.
  const today = todayRows(now, owner.uid, volunteers.slice(80, 92));
  return {
    people: [administrator, owner, ...volunteers],
    // Rows of one statement have the same columns.
    projects: [
      ...years.map((year, index) => ({
        ...project(year),
        follows: years[index - 1]?.pid ?? null,
        leading_since: year.upcoming ? at(year.pid, '01-15') : null,
      })),
      ...today.projects.map((row) => ({ ...noPicture, follows: null, leading_since: null, ...row })),
    ],
    project_pictures: years.map(({ pid }) => ({ pid, type: 'image/png', base64: picture.toString('base64') })),
    project_owners: [
      ...years.map(({ pid }) => ({ pid, uid: owner.uid, created_at: at(pid, '01-15') })),
      ...today.project_owners,
    ],
    teams: [...teams, ...today.teams],
    memberships: [...perYear.flatMap(({ memberships }) => memberships), ...today.memberships],
    applications: applicationsTo(teams, former, now),
    ...plan,
    tasks: [...past.tasks, ...plan.tasks, ...today.tasks],
    // Rows of one statement have the same columns.
    attendances: [
      ...past.attendances,
      ...plan.attendances.map((row) => ({ state: 'joined' as const, ...row })),
      ...today.attendances,
    ],
    certificates: past.certificates,
    ...newsRows({ ...plan, pid, memberships, owner: owner.uid, volunteer: volunteer(81, []).uid, now }),
  };
}

/** One person per role, to sign in as. */
export function demoCallers() {
  const [chief, member] = [volunteer(80, []), volunteer(81, [])];
  return [
    { role: 'administrator', ...administrator },
    { role: 'owner', ...owner },
    { role: 'chief', ...chief },
    { role: 'volunteer', ...member },
  ].map(({ role, uid, email, name }) => ({ role, uid, email, name }));
}

const batchSize = 200;

/** Returns true after filling an empty database, false when it already contains the demo. */
export async function fillDemo(db: Db, now: Date, keys: Keyring): Promise<boolean> {
  return db.transaction(async (trx) => {
    const someone = await trx.selectFrom('people').select('uid').limit(1).executeTakeFirst();
    if (someone !== undefined) {
      await rejectOtherInstallation(trx);
      return false;
    }
    const event = demoEvent(now, keys);
    for (const table of order) await insertAll(trx, table, event[table]);
    await insertWords(trx, event.people);
    await trx
      .updateTable('installation')
      .set({ set_up_at: at('2024', '01-01') })
      .execute();
    return true;
  });
}

async function insertAll<T extends keyof DemoEvent>(trx: Trx, table: T, rows: DemoEvent[T]): Promise<void> {
  for (let from = 0; from < rows.length; from += batchSize) {
    await trx
      .insertInto(table)
      .values(rows.slice(from, from + batchSize))
      .execute();
  }
}

/** The demo's sign-in links would create accounts in a real installation. */
async function rejectOtherInstallation(trx: Trx): Promise<void> {
  const known = await trx.selectFrom('people').select('uid').where('uid', '=', administrator.uid).executeTakeFirst();
  if (known === undefined)
    throw new Error('the data directory contains another installation; the demo needs a directory of its own');
}
