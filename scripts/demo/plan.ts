/** The tasks with attendees, forms with answers, and travel money of the demo. */
import type { Insertable } from 'kysely';
import type { Tables } from '../../src/server/db/tables.ts';
import { fieldsOfKind } from '../../src/server/features/forms/kinds.service.ts';
import { privateContext } from '../../src/server/features/private-data/private.service.ts';
import { seriesTimes } from '../../src/server/features/tasks/series/times.policy.ts';
import { seal } from '../../src/server/lib/seal.ts';
import type { Keyring } from '../../src/server/lib/seal.ts';
import { sha256 } from '../../src/server/lib/secrets.ts';
import { sortKey } from '../../src/server/lib/text.ts';
import { exchangeRows } from './exchange.ts';
import type { DemoExchange } from './exchange.ts';
import { cameraSkill, catalogueRows, signUpOf } from './catalogue.ts';

type Membership = { tid: string; uid: string };
type Plan = { pid: string; days: [string, string]; memberships: readonly Membership[]; now: Date; keys: Keyring };
type Rows<T extends keyof Tables> = Insertable<Tables[T]>[];

const subsidies: [location: string, amount: number][] = [
  ['Hsinchu 新竹', 35_400],
  ['Hualien 花蓮', 88_000],
  ['Kaohsiung 高雄', 298_000],
  ['Taichung 臺中', 140_000],
  ['Tainan 臺南', 270_000],
];

/** Team, title, category, start and end hour in Taipei, capacity. */
const taskList: [tid: string, title: string, category: string, from: number, to: number, capacity: number][] = [
  ['venue', 'Build up the main hall 佈置主會場', 'build-up', 8, 10, 12],
  ['venue', 'Guide people to the rooms 引導動線', 'floor', 10, 13, 8],
  ['venue', 'Guide people, afternoon shift 引導動線（午）', 'floor', 13, 17, 8],
  ['registration', 'Open the registration desk 報到處', 'floor', 8, 11, 6],
  ['catering', 'Hand out lunch 發放午餐', 'catering', 11, 14, 10],
  ['streaming', 'Cameras in room R1', 'streaming', 9, 12, 3],
  ['streaming', 'Cameras in room R2', 'streaming', 13, 17, 3],
  ['photo', 'Pictures of the opening', 'floor', 9, 10, 2],
  ['venue', 'Take down 撤場', 'take-down', 17, 20, 20],
];

/** Taipei is UTC+8 without daylight saving time. */
const moment = (day: string, hour: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + (hour - 8) * 3_600_000).toISOString();

/** A desk that is staffed all day, in shifts that nobody has joined yet. */
function seriesRows({ pid, days, now }: Plan): Pick<DemoPlan, 'task_series' | 'tasks'> {
  const created_at = now.toISOString();
  const times = { days, from: '09:00', to: '17:00', every_minutes: 120, handover_minutes: 15 };
  const people = { min_people: 1, capacity: 2 };
  const about = {
    title: 'Information desk 服務台',
    description: '',
    category: 'floor',
    tid: 'registration',
    ...people,
  };
  const joining = { kind: null, place: null, visibility: 'project', joining: 'open', opens_at: null, at: null };
  const id = sha256(`demo series ${pid}`).slice(0, 26);
  const definition = JSON.stringify({ ...about, ...joining, ...times });
  return {
    task_series: [{ id, pid, title: about.title, definition, created_at }],
    tasks: seriesTimes(times, 'Asia/Taipei').map((one, index) => ({
      ...signUpOf(pid, about.category, people.capacity),
      ...about,
      ...one,
      id: sha256(`demo series ${pid} ${index}`).slice(0, 26),
      pid,
      attendee_count: 0,
      series_id: id,
      created_at,
    })),
  };
}

function taskRows(plan: Plan): Pick<DemoPlan, 'task_series' | 'tasks' | 'attendances' | 'person_skills'> {
  const { pid, days, memberships, now } = plan;
  const series = seriesRows(plan);
  const tasks: Rows<'tasks'> = series.tasks;
  const attendances: Rows<'attendances'> = [];
  const filming = new Set<string>();
  const created_at = now.toISOString();
  for (const [dayIndex, day] of days.entries()) {
    for (const [index, [tid, title, category, from, to, capacity]] of taskList.entries()) {
      const id = sha256(`demo task ${pid} ${day} ${index}`).slice(0, 26);
      // At most one task per person and day, so that no tasks overlap.
      const crew = memberships.filter(
        (_, position) => position % (taskList.length + 3) === index && position % 2 === dayIndex,
      );
      const attendees = crew.slice(0, Math.max(1, capacity - 2));
      tasks.push({
        id,
        pid,
        tid,
        title,
        category,
        capacity,
        ...signUpOf(pid, category, capacity),
        description: 'Please be there **ten minutes early**, and wear your badge.',
        starts_at: moment(day, from),
        ends_at: moment(day, to),
        attendee_count: attendees.length,
        series_id: null,
        created_at,
      });
      // Over the last four weeks, the latest today.
      const joinedAt = (position: number): string =>
        new Date(now.getTime() - (((index * 5 + position * 3) % 28) * 24 + 1) * 3_600_000).toISOString();
      attendances.push(...attendees.map(({ uid }, position) => ({ task_id: id, uid, created_at: joinedAt(position) })));
      if (category === 'streaming') for (const { uid } of attendees) filming.add(uid);
    }
  }
  const person_skills = [...filming].map((uid) => ({ skill_id: cameraSkill(pid), uid, granted_by: uid, created_at }));
  return { task_series: series.task_series, tasks, attendances, person_skills };
}

type FormKind = 'shirt_size' | 'accommodation' | 'travel_money' | 'meals';
type Answers = Record<string, unknown>;

const sizes = ['S', 'M', 'L', 'XL', 'M', 'L', '2XL', 'XS'];
const habits = [['vegetarian'], [], ['no_beef'], [], ['allergy_seafood'], []];

const formList: { form: string; kind: FormKind; title: string; answer: (index: number, plan: Plan) => Answers }[] = [
  {
    form: 'shirts',
    kind: 'shirt_size',
    title: 'Shirts 團服',
    answer: (i) => ({ size: sizes[i % sizes.length], cut: i % 3 === 0 ? 'fitted' : 'straight' }),
  },
  {
    form: 'beds',
    kind: 'accommodation',
    title: 'A bed for the night 住宿',
    answer: (i, { days }) =>
      i % 3 === 0
        ? { stay: i % 2 === 0 ? 'yes' : 'yes_far', nights: i % 5 === 0 ? [days[0]] : days, mixed_room: i % 4 === 0 }
        : { stay: 'no' },
  },
  {
    form: 'travel',
    kind: 'travel_money',
    title: 'Travel money 交通補助',
    answer: (i) => {
      const [from, amount] = subsidies[i % subsidies.length] ?? ['', 0];
      return i % 2 === 0 ? { apply: true, from, how: 'Train', amount, currency: 'TWD' } : { apply: false };
    },
  },
  {
    form: 'meals',
    kind: 'meals',
    title: 'Meals 餐點',
    answer: (i, { days }) => ({ eats: true, days: i % 5 === 0 ? [days[0]] : days, dietary: habits[i % habits.length] }),
  },
];

/** Everybody who applied for travel money shares their bank account with the owners; some have not entered it. */
function disclosureRows({ keys, now }: Plan, responses: Rows<'form_responses'>) {
  const agreed_at = now.toISOString();
  const applied = responses.filter(({ form, answers }) => form === 'travel' && answers.includes('"apply":true'));
  const accountOf = (uid: string, index: number) => {
    const given = {
      code: '004',
      number: String(100_200_300_400 + index * 37),
      branch: 'Demo',
      holder: `Demo ${index}`,
    };
    const fields = Object.entries(given).map(([field, value]) => [
      field,
      seal(keys, privateContext(uid, 'bank', field), JSON.stringify(value)),
    ]);
    return JSON.stringify(Object.fromEntries(fields));
  };
  return {
    consents: applied.map(({ pid, form, uid }) => ({ pid, form, uid, kind: 'bank' as const, agreed_at })),
    accounts: applied
      .filter((_, index) => index % 8 !== 3)
      .map(({ uid }, index) => ({
        uid,
        kind: 'bank' as const,
        fields: accountOf(uid, index),
        key_id: keys.current.id,
        revision: 1,
        updated_at: agreed_at,
      })),
  };
}

function formRows(plan: Plan): Pick<DemoPlan, 'forms' | 'form_responses' | 'form_consents' | 'private_data'> {
  const { pid, days, memberships, now, keys } = plan;
  const created_at = now.toISOString();
  const people = [...new Set(memberships.map(({ uid }) => uid))];
  const erase_after = new Date(Date.parse(days[1]) + 180 * 86_400_000).toISOString().slice(0, 10);
  const forms: Rows<'forms'> = [];
  const form_responses: Rows<'form_responses'> = [];
  for (const [index, { form, kind, title, answer }] of formList.entries()) {
    const fields = fieldsOfKind(kind, { days, erase_after });
    const secret = new Set(fields.filter((field) => field.private).map(({ key }) => key));
    // Some people do not answer, so that the totals show missing answers.
    const answering = people.filter((_, position) => (position + index) % 7 !== 0);
    forms.push({
      pid,
      form,
      kind,
      title,
      audience: 'people',
      description: 'It takes a minute, and helps us plan.',
      fields: JSON.stringify(fields),
      passes_on: kind === 'travel_money' ? '["bank"]' : '[]',
      passes_until: kind === 'travel_money' ? erase_after : null,
      closes_at: moment(days[0], 0),
      enabled_at: created_at,
      created_at,
      response_count: answering.length,
    });
    for (const [position, uid] of answering.entries()) {
      const stored = Object.entries(answer(position, plan)).map(([key, value]) => {
        const context = `form:${pid}:${form}:${uid}:${key}`;
        return [key, secret.has(key) ? { sealed: seal(keys, context, JSON.stringify(value)) } : value];
      });
      const answers = JSON.stringify(Object.fromEntries(stored));
      form_responses.push({
        pid,
        form,
        uid,
        answers,
        key_id: keys.current.id,
        revision: 1,
        created_at,
        updated_at: created_at,
      });
    }
  }
  const { consents, accounts } = disclosureRows(plan, form_responses);
  const form_consents = consents.map((row) => ({ ...row, until: erase_after }));
  return { forms, form_responses, form_consents, private_data: accounts };
}

export type DemoPlan = DemoExchange & {
  traffic_subsidies: Rows<'traffic_subsidies'>;
  places: Rows<'places'>;
  skills: Rows<'skills'>;
  task_kinds: Rows<'task_kinds'>;
  task_kind_skills: Rows<'task_kind_skills'>;
  person_skills: Rows<'person_skills'>;
  task_series: Rows<'task_series'>;
  tasks: Rows<'tasks'>;
  attendances: Rows<'attendances'>;
  forms: Rows<'forms'>;
  form_responses: Rows<'form_responses'>;
  form_consents: Rows<'form_consents'>;
  private_data: Rows<'private_data'>;
};

export function demoPlan(plan: Plan): DemoPlan {
  const { pid, now } = plan;
  const planned = taskRows(plan);
  const people = [...new Set(plan.memberships.map(({ uid }) => uid))];
  return {
    traffic_subsidies: subsidies.map(([location, amount]) => ({ pid, location, sort_key: sortKey(location), amount })),
    ...catalogueRows(pid),
    ...planned,
    ...exchangeRows({ ...planned, pid, now, people }),
    ...formRows(plan),
  };
}
