/** Made-up collections of COSCUP-Volunteer, in the shape that `mongoexport` writes. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type CoscupSize = { people: number; years: number; teams: number; tasks: number };
export const realisticCoscup: CoscupSize = { people: 3300, years: 5, teams: 14, tasks: 120 };

/** The same numbers every time. */
function dice(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const uid = (index: number): string => (0x10_00_00_00 + index).toString(16);
const firstYear = 2022;
const day = (year: number): number => Date.UTC(year, 6, 29, 1) / 1000;

/** Canonical JSON has wrappers around numbers, relaxed JSON only around dates and identifiers. */
type Mode = 'relaxed' | 'canonical';
const date = (mode: Mode, ms: number) =>
  mode === 'relaxed' ? { $date: new Date(ms).toISOString() } : { $date: { $numberLong: String(ms) } };
const int = (mode: Mode, value: number) => (mode === 'relaxed' ? value : { $numberInt: String(value) });

export function writeCoscup(folder: string, { people, years, teams, tasks }: CoscupSize, mode: Mode = 'relaxed'): void {
  mkdirSync(folder, { recursive: true });
  const roll = dice(7);
  const pids = Array.from({ length: years }, (_, index) => String(firstYear + index));
  const users = Array.from({ length: people }, (_, index) => ({
    _id: uid(index),
    mail: `Volunteer${index}@Example.org`,
    created_at: int(mode, day(firstYear) - index),
    ...(index % 3 === 0 ? {} : { profile: { badge_name: `志工 ${index}`, intro: `**技能** ${index}` } }),
    ...(index % 2 === 0
      ? {
          profile_real: {
            name: `王${index}`,
            phone: `09${String(12_345_678 + index)}`,
            roc_id: `A1${String(20_000_000 + index)}`,
            company: 'NTU',
            birthday: date(mode, Date.UTC(1990, 1, 1 + (index % 20))),
            bank: { code: '004', no: String(1_000_000 + index), branch: '城中', name: `王${index}` },
            address: { code: '100', receiver: `王${index}`, address: '台北市 1 號' },
            dietary_habit: ['1.000', '3.000'],
          },
        }
      : {}),
    ...(index % 500 === 499 ? { property: { suspend: true } } : {}),
  }));
  const oauth = users.map(({ _id, mail }, index) => ({
    _id: mail,
    owner: _id,
    data: { name: `Volunteer ${index}`, email: mail },
  }));
  const project = pids.map((pid, index) => ({
    _id: pid,
    name: `COSCUP ${pid}`,
    action_date: index % 2 === 0 ? int(mode, day(firstYear + index)) : date(mode, day(firstYear + index) * 1000),
    desc: 'Conference for Open Source Coders, Users and Promoters',
    owners: [uid(0), uid(1)],
    volunteer_certificate_hours: int(mode, 16),
  }));
  const team = pids.flatMap((pid) =>
    Array.from({ length: teams }, (_, index) => {
      const chief = uid(2 + roll(20));
      const members = [
        ...new Set([chief, ...Array.from({ length: 5 + roll(9) }, () => uid(roll(Math.min(people, 400))))]),
      ];
      return {
        _id: { $oid: `${pid}${String(index).padStart(20, '0')}` },
        pid,
        tid: index === 0 ? 'Field.Ops' : `team${index}`,
        name: `場務組 ${index}`,
        owners: [uid(0)],
        chiefs: [chief],
        members,
        desc: 'For the team',
        public_desc: 'For everybody',
        mailling: `team${index}@lists.example.org`,
        headcount: index % 4 === 0 ? null : int(mode, 6),
        disabled: index === teams - 1,
        tag_members: [{ id: 't1', name: 'Driver' }],
        created_at: int(mode, day(firstYear)),
      };
    }),
  );
  const team_member_tags = pids.map((pid) => ({ pid, tid: 'team1', uid: uid(5), tags: ['t1'] }));
  const task = pids.flatMap((pid, year) =>
    Array.from({ length: tasks }, (_, index) => {
      const start = (day(firstYear + year) + (index % 16) * 3600) * 1000;
      return {
        _id: `${pid}${index.toString(16).padStart(4, '0')}`,
        pid,
        title: `Task ${index}`,
        cate: index % 2 === 0 ? '搬運' : '報到',
        desc: 'Bring water',
        limit: int(mode, 3),
        people: [...new Set(Array.from({ length: roll(6) }, () => uid(roll(people))))],
        starttime: date(mode, start),
        endtime: index % 10 === 9 ? null : date(mode, start + 2 * 3_600_000),
        created_by: uid(2),
        created_at: date(mode, start),
      };
    }),
  );
  const fees = pids.map((pid) => ({ _id: pid, data: { 高雄: int(mode, 1490), 花蓮: int(mode, 880) } }));
  const answers = pids.flatMap((pid) =>
    Array.from({ length: Math.min(people, 150) }, (_, index) => [
      { case: 'clothes', pid, uid: uid(index), data: { clothes: index % 2 === 0 ? 'L' : 'S / 38.5 / 55' } },
      {
        case: 'traffic_fee',
        pid,
        uid: uid(index),
        data: { apply: index % 2 === 0, fromwhere: '高雄', howto: '高鐵', fee: int(mode, 1490) },
      },
      {
        case: 'accommodation',
        pid,
        uid: uid(index),
        data: { key: ['no', 'yes', 'yes-longtraffic'][index % 3], status: true, mixed: true },
      },
      {
        case: 'appreciation',
        pid,
        uid: uid(index),
        data: { available: index % 3 !== 0, key: 'badge_name', value: `志工 ${index}` },
      },
      { case: 'parking_card', pid, uid: uid(index), data: { carno: 'ABC-123', dates: [`${pid}-07-29`] } },
    ]).flat(),
  );
  const waitlist = [
    { pid: pids.at(-1), tid: 'team1', uid: uid(9), note: 'Hello' },
    { pid: pids[0], tid: 'team1', uid: uid(9), note: 'Hello', result: 'approval' },
  ];
  const collections = {
    users,
    oauth,
    project,
    team,
    team_member_tags,
    tasks: task,
    form: answers,
    form_traffic_fee_mapping: fees,
    waitlist,
  };
  for (const [name, documents] of Object.entries(collections)) {
    // `--jsonArray` for one of them: both are read.
    const text =
      name === 'project' ? JSON.stringify(documents) : documents.map((one) => JSON.stringify(one)).join('\n');
    writeFileSync(join(folder, `${name}.json`), `${text}\n`);
  }
}
