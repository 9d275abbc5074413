import { holds } from '../../../auth/project-role.ts';
import type { Roles } from '../../../auth/project-role.ts';
import { countedMinutes, minutesOfWork } from '../../tasks/attendance/states.policy.ts';
import type { Marks } from '../../tasks/attendance/states.policy.ts';
import type { HoursEntry } from './statement.schema.ts';

type Times = { starts_at: string; ends_at: string };
type About = Times & { uid: string; id: string; title: string; tid: string | null; team: string | null };
type Attended = About & Marks & { presumed_at: string | null; by_themselves: number; weight_percent: number | null };
type Worked = About & { decided_by: string | null };

/** Only the person themselves, owners and deputies who read what they read see all hours; chiefs see the totals of their own team (`../team`). */
export const maySeeHours = (roles: Pick<Roles, 'owner' | 'deputy'>, caller: string, uid: string): boolean =>
  holds(roles, 'viewer') || caller === uid;

/** Tasks and other work of one person in the order of time. */
export function entriesOf(attended: readonly Attended[], work: readonly Worked[]): HoursEntry[] {
  const tasks = attended.flatMap((row) => {
    const { state, presumed_at, weight_percent, arrived_at, left_at } = row;
    if (state === 'joined' || state === 'arrived') return [];
    const percent = weight_percent ?? 100;
    const minutes = countedMinutes(row, row, percent);
    const by_themselves = row.by_themselves === 1 && minutes > 0;
    const counted = { presumed: presumed_at !== null, by_themselves, weight: percent / 100, minutes };
    return [{ kind: 'task' as const, ...aboutOf(row), arrived_at, left_at, state, ...counted }];
  });
  const others = work.map((row) => ({
    kind: 'work' as const,
    ...aboutOf(row),
    arrived_at: null,
    left_at: null,
    state: 'done' as const,
    presumed: false,
    by_themselves: row.decided_by === row.uid,
    weight: 1,
    minutes: minutesOfWork(row),
  }));
  return [...tasks, ...others].toSorted((a, b) => order(a.starts_at, b.starts_at) || order(a.id, b.id));
}

const order = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const aboutOf = ({ id, title, tid, team, starts_at, ends_at }: About) => ({ id, title, tid, team, starts_at, ends_at });

type Counted = Pick<HoursEntry, 'minutes' | 'state' | 'presumed' | 'arrived_at' | 'by_themselves'>;

/** The planned time counts, because nobody checked the person in. */
export const isNotCheckedIn = ({ presumed, arrived_at: arrived }: Pick<Counted, 'presumed' | 'arrived_at'>): boolean =>
  presumed && arrived === null;

export const totalOf = (entries: readonly Counted[]) => ({
  minutes: entries.reduce((sum, entry) => sum + entry.minutes, 0),
  tasks: entries.filter(({ state }) => state !== 'no_show').length,
  not_checked_in: entries.filter(isNotCheckedIn).length,
  by_themselves: entries.filter((entry) => entry.by_themselves).length,
  no_shows: entries.filter(({ state }) => state === 'no_show').length,
});
