/** A small event that is running while somebody tries the demo: who is here, the desk, people who are late. */
import type { Insertable } from 'kysely';
import type { Tables } from '../../src/server/db/tables.ts';
import { sha256 } from '../../src/server/lib/secrets.ts';
import { sortKey } from '../../src/server/lib/text.ts';

type Rows<T extends keyof Tables> = Insertable<Tables[T]>[];
export type DemoToday = {
  projects: Rows<'projects'>;
  project_owners: Rows<'project_owners'>;
  teams: Rows<'teams'>;
  memberships: Rows<'memberships'>;
  tasks: Rows<'tasks'>;
  attendances: Rows<'attendances'>;
};

export const todayPid = 'today';
const tid = 'stage';

/** Title, start and end in hours from now, places. */
const taskList: [title: string, from: number, to: number, capacity: number][] = [
  ['Build up the stage 搭建舞台', -2, 1, 4],
  ['Welcome people 報到', -1, 2, 3],
  ['Hand out tea 茶點', 1, 3, 3],
  ['Take down the stage 拆台', 3, 5, 5],
];

/** The first of the people leads the team. */
export function todayRows(now: Date, owner: string, people: readonly { uid: string }[]): DemoToday {
  const hour = 3_600_000;
  const created_at = new Date(now.getTime() - 30 * 24 * hour).toISOString();
  // Whole hours, as people write them.
  const start = Math.floor(now.getTime() / hour) * hour;
  const at = (hours: number): string => new Date(start + hours * hour).toISOString();
  const day = (hours: number): string => new Date(start + (hours + 8) * hour).toISOString().slice(0, 10);
  const of = (index: number) => people.filter((_, position) => position % taskList.length === index);
  const ids = taskList.map(([title]) => sha256(`demo today ${title}`).slice(0, 26));
  return {
    projects: [
      {
        pid: todayPid,
        name: 'Rehearsal 彩排',
        description: 'A small event that is running now, to try the event day.',
        place: '臺北國際會議中心 Taipei International Convention Center',
        colour: '#0f766e',
        starts_on: day(-2),
        ends_on: day(5),
        subsidy_currency: 'TWD',
        timezone: 'Asia/Taipei',
        created_at,
      },
    ],
    project_owners: [{ pid: todayPid, uid: owner, created_at }],
    teams: [
      {
        pid: todayPid,
        tid,
        name: 'Stage 舞台組',
        sort_key: sortKey('Stage 舞台組'),
        public_description: 'Everything around the stage.',
        description: '',
        mailing_list: `${tid}@lists.example.org`,
        headcount: people.length,
        member_count: people.length,
        disabled_at: null,
        applications_open_at: null,
        created_at,
      },
    ],
    memberships: people.map(({ uid }, index) => ({
      pid: todayPid,
      tid,
      uid,
      role: index === 0 ? 'chief' : 'member',
      created_at,
    })),
    tasks: taskList.map(([title, from, to, capacity], index) => ({
      id: ids[index] ?? '',
      pid: todayPid,
      tid,
      title,
      description: '',
      category: '',
      series_id: null,
      capacity,
      attendee_count: of(index).length,
      min_people: capacity - 1,
      place_id: null,
      kind_id: null,
      visibility: 'project',
      joining: 'open',
      starts_at: at(from),
      ends_at: at(to),
      created_at,
    })),
    attendances: taskList.flatMap((_, index) =>
      of(index).map(({ uid }) => ({ task_id: ids[index] ?? '', uid, created_at, state: 'joined' as const })),
    ),
  };
}
