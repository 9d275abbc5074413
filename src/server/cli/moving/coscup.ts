/**
 * Reads the collections of COSCUP-Volunteer as `mongoexport` writes them: one document in each line, or one list, in
 * relaxed or canonical extended JSON.
 */
import type { Answers } from '../../features/forms/fields.schema.ts';
import type { PrivateData } from '../../features/private-data/private.schema.ts';
import type {
  LeftOut,
  Moved,
  MovedForm,
  MovedPerson,
  MovedProject,
  MovedTags,
  MovedTask,
  MovedTeam,
} from '../../features/moving/moving.schema.ts';
import { refuse } from '../terminal.ts';
import { isTrue, list, moment, number, record, text, texts } from './values.ts';
import type { ExportFolder, Json } from './values.ts';

const needed = ['users', 'project', 'team'] as const;
const collections = [
  ...needed,
  'oauth',
  'tasks',
  'form',
  'form_traffic_fee_mapping',
  'team_member_tags',
  'waitlist',
  'tobe_volunteer',
  'policy_signed',
] as const;
type Collection = (typeof collections)[number];

type Options = { timezone: string; prefix: string; now: string };
const currency = 'TWD';
/** Amounts there are in dollars, and here in cents. */
const minorUnits = 100;
const country = 'TW';

export function readCoscup(folder: ExportFolder, options: Options): Moved {
  const leftOut: LeftOut[] = [];
  const read = (name: Collection): Json[] => (folder.documents(`${name}.json`) ?? []).map((one) => record(plain(one)));
  for (const name of needed)
    if (folder.documents(`${name}.json`) === undefined)
      refuse(`there is no ${name}.json in the folder; see docs/moving.md`);
  const tasks = read('tasks').flatMap((one) => taskOf(one, leftOut));
  const projects = projectsOf(read('project'), tasks, read('form_traffic_fee_mapping'), options);
  const teams = read('team').flatMap((one) => teamOf(one, leftOut));
  countLeftOut(read, leftOut);
  return {
    source: `coscup${options.prefix === '' ? '' : `:${options.prefix}`}`,
    people: peopleOf(read('users'), read('oauth')),
    projects,
    teams,
    places: [],
    kinds: [],
    tasks,
    work: [],
    forms: formsOf(read('form'), leftOut),
    tags: tagsOf(read('team'), read('team_member_tags')),
    leftOut,
  };
}

/** Extended JSON without its wrappers: `{"$date": …}`, `{"$oid": …}`, `{"$numberInt": …}`. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [first] = entries;
  if (entries.length === 1 && first !== undefined && first[0].startsWith('$')) {
    const [kind, inner] = first;
    if (kind === '$date') return dateOf(plain(inner));
    return kind.startsWith('$number') ? number(inner) : inner;
  }
  return Object.fromEntries(entries.map(([name, one]) => [name, plain(one)]));
}

/** Milliseconds in canonical JSON, text in relaxed. */
const dateOf = (value: unknown): string | null => (typeof value === 'number' ? moment(value / 1000) : moment(value));

function peopleOf(users: readonly Json[], oauth: readonly Json[]): MovedPerson[] {
  const googleNames = new Map(oauth.map((one) => [text(one['owner']), text(record(one['data'])['name'])]));
  return users.map((user) => {
    const id = text(user['_id']);
    const profile = record(user['profile']);
    const real = record(user['profile_real']);
    return {
      id,
      email: text(user['mail']),
      name: text(profile['badge_name']).trim() || googleNames.get(id) || text(real['name']),
      intro: text(profile['intro']),
      language: null,
      suspended: isTrue(record(user['property'])['suspend']),
      created_at: moment(user['created_at']),
      private: privateOf(real),
    };
  });
}

/** The codes under which their diets are stored. */
const diets: Readonly<Record<string, PrivateData['dietary_habits']['selected'][number]>> = {
  '0.000': 'meat',
  '0.001': 'no_beef',
  '0.002': 'no_pork',
  '1.000': 'vegetarian',
  '2.000': 'allergy_peanut_bean',
  '3.000': 'allergy_onion_garlic',
  '4.000': 'allergy_seafood',
};

function privateOf(real: Json): Partial<PrivateData> {
  const [bank, address] = [record(real['bank']), record(real['address'])];
  const fits = (value: string, shape: RegExp): string => (shape.test(value) ? value : '');
  const phone = phoneOf(text(real['phone']));
  const selected = [...new Set(texts(real['dietary_habit']).flatMap((code) => diets[code] ?? []))];
  const hasAddress = ['code', 'receiver', 'address'].some((name) => text(address[name]) !== '');
  const birthday = moment(real['birthday'])?.slice(0, 10) ?? null;
  return {
    real_profile: {
      name: line(real['name']),
      phone,
      national_id: line(real['roc_id'], 50),
      company: line(real['company']),
      birthday: birthday !== null && birthday >= '1900-01-01' ? birthday : null,
    },
    bank: {
      code: fits(line(bank['code'], 20), /^[0-9A-Za-z-]*$/),
      number: fits(line(bank['no'], 64), /^[0-9A-Za-z -]*$/),
      branch: line(bank['branch']),
      holder: line(bank['name']),
    },
    address: {
      country: hasAddress ? country : '',
      postal_code: line(address['code'], 20),
      receiver: line(address['receiver']),
      address: text(address['address']).trim().slice(0, 500),
    },
    dietary_habits: { selected, note: '' },
  };
}

const line = (value: unknown, max = 100): string => text(value).replaceAll(/\s+/g, ' ').trim().slice(0, max);

/** In E.164; numbers without a country are from Taiwan. */
function phoneOf(typed: string): string {
  const digits = typed.replaceAll(/[\s().-]/g, '');
  const international =
    digits.startsWith('0') && !digits.startsWith('00') ? `+886${digits.slice(1)}` : digits.replace(/^00/, '+');
  return /^\+[1-9]\d{6,14}$/.test(international) ? international : '';
}

const dayIn = (at: string, timezone: string): string =>
  Temporal.Instant.from(at).toZonedDateTimeISO(timezone).toPlainDate().toString();

/** Only the first day is known; the last one is that of the last task within two weeks. */
function projectsOf(
  documents: readonly Json[],
  tasks: readonly MovedTask[],
  fees: readonly Json[],
  { timezone, prefix, now }: Options,
): MovedProject[] {
  const amounts = new Map(fees.map((one) => [text(one['_id']), Object.entries(record(one['data']))]));
  const projects = documents.map((project): MovedProject => {
    const id = text(project['_id']);
    const at = moment(project['action_date']);
    const starts_on = at === null ? null : dayIn(at, timezone);
    const latest = starts_on === null ? null : Temporal.PlainDate.from(starts_on).add({ days: 14 }).toString();
    const days = tasks.filter((task) => task.project === id).map(({ ends_at }) => dayIn(ends_at, timezone));
    const ends_on = days
      .filter((day) => starts_on !== null && latest !== null && day >= starts_on && day <= latest)
      .toSorted()
      .at(-1);
    const table = (amounts.get(id) ?? []).flatMap(([location, fee]): [string, number][] => {
      const amount = Math.round((number(fee) ?? 0) * minorUnits);
      return amount > 0 ? [[location, amount]] : [];
    });
    return {
      id,
      pid: slugIn(`${prefix}${id}`),
      name: text(project['name']),
      description: text(project['desc']),
      starts_on,
      ends_on: ends_on ?? starts_on,
      timezone,
      state: at !== null && at < now ? 'archived' : 'draft',
      owners: texts(project['owners']),
      follows: null,
      subsidies: table.length === 0 ? null : { currency, amounts: table },
    };
  });
  const inOrder = projects.toSorted((one, other) => ((one.starts_on ?? '') < (other.starts_on ?? '') ? -1 : 1));
  return inOrder.map((project, index) => ({ ...project, follows: inOrder[index - 1]?.id ?? null }));
}

const slugIn = (id: string): string =>
  id
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '-')
    .replace(/^[-_]+/, '')
    .slice(0, 64) || 'project';

const teamId = (pid: string, tid: string): string => `${pid}/${tid}`;

function teamOf(team: Json, leftOut: LeftOut[]): MovedTeam[] {
  const [pid, tid] = [text(team['pid']), text(team['tid'])];
  if (pid === '' || tid === '') {
    leftOut.push({ what: 'team', who: text(team['name']), why: 'belongs to no project' });
    return [];
  }
  const chiefs = new Set(texts(team['chiefs']));
  const members = new Set([...chiefs, ...texts(team['members'])]);
  return [
    {
      id: teamId(pid, tid),
      project: pid,
      tid,
      name: text(team['name']),
      description: text(team['desc']),
      public_description: text(team['public_desc']),
      mailing_list: text(team['mailling']),
      headcount: number(team['headcount']),
      disabled: isTrue(team['disabled']),
      people: Array.from(members, (person) => ({ person, role: chiefs.has(person) ? 'chief' : 'member' })),
    },
  ];
}

function taskOf(task: Json, leftOut: LeftOut[]): MovedTask[] {
  const id = text(task['_id']);
  const starts_at = moment(task['starttime']);
  if (starts_at === null) {
    leftOut.push({ what: 'task', who: id, why: 'has no start' });
    return [];
  }
  // Older tasks have no end.
  const end = moment(task['endtime']);
  const ends_at = end !== null && end > starts_at ? end : new Date(Date.parse(starts_at) + 3_600_000).toISOString();
  return [
    {
      id,
      project: text(task['pid']),
      team: null,
      place: null,
      kind: null,
      title: text(task['title']),
      description: text(task['desc']),
      category: text(task['cate']),
      starts_at,
      ends_at,
      capacity: number(task['limit']) ?? 1,
      visibility: 'signed_in',
      people: [...new Set(texts(task['people']))].map((person) => ({ person, came: true })),
    },
  ];
}

const unisex = 'unisex';
type Reader = { form: string; kind: MovedForm['kind']; title: string; answersOf: (data: Json) => Answers };
const readers: Readonly<Record<string, Reader>> = {
  clothes: {
    form: 'shirts',
    kind: 'shirt_size',
    title: 'T-shirt 衣服尺寸',
    // Older years have the measures behind the size: "S / 38.5 / 55".
    answersOf: (data) => ({ size: text(data['clothes']).split('/')[0]?.trim() ?? '', cut: unisex }),
  },
  traffic_fee: {
    form: 'travel-money',
    kind: 'travel_money',
    title: 'Travel money 交通補助',
    answersOf: (data) =>
      isTrue(data['apply'])
        ? { apply: true, from: text(data['fromwhere']), how: text(data['howto']).trim().slice(0, 200) || '–' }
        : { apply: false },
  },
  accommodation: {
    form: 'beds',
    kind: 'accommodation',
    title: 'Accommodation 住宿',
    answersOf: (data) => {
      const stay = { yes: 'yes', 'yes-longtraffic': 'yes_far' }[text(data['key'])];
      return stay === undefined ? { stay: 'no' } : { stay, mixed_room: isTrue(data['mixed']) };
    },
  },
  appreciation: {
    form: 'thanks',
    kind: 'appreciation',
    title: 'Thanks 致謝',
    answersOf: (data) => {
      const name = text(data['value']).trim().slice(0, 200);
      return isTrue(data['available']) && name !== '' ? { wanted: true, name } : { wanted: false };
    },
  },
};

function formsOf(documents: readonly Json[], leftOut: LeftOut[]): MovedForm[] {
  const forms = new Map<string, MovedForm>();
  for (const one of documents) {
    const [name, project, person] = [text(one['case']), text(one['pid']), text(one['uid'])];
    const reader = Object.hasOwn(readers, name) ? readers[name] : undefined;
    if (reader === undefined) {
      leftOut.push({
        what: `answer to ${name}`,
        who: `${project}/${person}`,
        why: 'asked for private data, or has no form here',
      });
      continue;
    }
    const id = `${project}/${name}`;
    const { form, kind, title } = reader;
    const found = forms.get(id) ?? {
      id,
      project,
      form,
      kind,
      title,
      cuts: [{ value: unisex, label: 'Unisex' }],
      answers: [],
    };
    found.answers.push({ person, answers: reader.answersOf(record(one['data'])) });
    forms.set(id, found);
  }
  return [...forms.values()];
}

function tagsOf(teams: readonly Json[], given: readonly Json[]): MovedTags[] {
  const names = new Map(
    teams.flatMap((team) =>
      list(team['tag_members']).map((tag): [string, string] => [
        `${teamId(text(team['pid']), text(team['tid']))}/${text(record(tag)['id'])}`,
        text(record(tag)['name']),
      ]),
    ),
  );
  return given.flatMap((one) => {
    const team = teamId(text(one['pid']), text(one['tid']));
    const tags = texts(one['tags']).flatMap((tag) => names.get(`${team}/${tag}`) ?? []);
    const person = text(one['uid']);
    return tags.length === 0 ? [] : [{ id: `${team}/${person}`, project: text(one['pid']), person, tags }];
  });
}

/** Said once for each collection, with how much it is. */
function countLeftOut(read: (name: Collection) => Json[], leftOut: LeftOut[]): void {
  const waiting = read('waitlist').filter((one) => one['result'] === undefined).length;
  const counted: [string, number, string][] = [
    ['applications that wait', waiting, 'people apply again: the chiefs are others'],
    ['offers to help', read('tobe_volunteer').length, 'people offer their help again, so that it is of today'],
    ['signed policies', read('policy_signed').length, 'they were valid for 90 days; add the texts as documents'],
  ];
  for (const [what, count, why] of counted) if (count > 0) leftOut.push({ what, who: String(count), why });
}
