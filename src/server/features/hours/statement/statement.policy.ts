import { countedMinutes, minutesOfWork } from '../../tasks/attendance/states.policy.ts';
import type { Marks } from '../../tasks/attendance/states.policy.ts';
import type { HoursEntry } from './statement.schema.ts';

type Times = { starts_at: string; ends_at: string };
type About = Times & { uid: string; id: string; title: string; tid: string | null; team: string | null };
type Attended = About & Marks & { presumed_at: string | null; weight_percent: number | null };

/** Only the person themselves and owners see all hours; chiefs see the totals of their own team (`../team`). */
export const maySeeHours = ({ owner }: { owner: boolean }, caller: string, uid: string): boolean =>
  owner || caller === uid;

/** Tasks and other work of one person in the order of time. */
export function entriesOf(attended: readonly Attended[], work: readonly About[]): HoursEntry[] {
  const tasks = attended.flatMap((row) => {
    const { state, presumed_at, weight_percent, arrived_at, left_at } = row;
    if (state === 'joined' || state === 'arrived') return [];
    const percent = weight_percent ?? 100;
    const minutes = countedMinutes(row, row, percent);
    const [presumed, weight] = [presumed_at !== null, percent / 100];
    return [{ kind: 'task' as const, ...aboutOf(row), arrived_at, left_at, state, presumed, weight, minutes }];
  });
  const others = work.map((row) => ({
    kind: 'work' as const,
    ...aboutOf(row),
    arrived_at: null,
    left_at: null,
    state: 'done' as const,
    presumed: false,
    weight: 1,
    minutes: minutesOfWork(row),
  }));
  return [...tasks, ...others].toSorted((a, b) => order(a.starts_at, b.starts_at) || order(a.id, b.id));
}

const order = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const aboutOf = ({ id, title, tid, team, starts_at, ends_at }: About) => ({ id, title, tid, team, starts_at, ends_at });

type Counted = Pick<HoursEntry, 'minutes' | 'state' | 'presumed' | 'arrived_at'>;

/** The planned time counts, because nobody checked the person in. */
export const isNotCheckedIn = ({ presumed, arrived_at: arrived }: Omit<Counted, 'minutes' | 'state'>): boolean =>
  presumed && arrived === null;

export const totalOf = (entries: readonly Counted[]) => ({
  minutes: entries.reduce((sum, entry) => sum + entry.minutes, 0),
  tasks: entries.filter(({ state }) => state !== 'no_show').length,
  not_checked_in: entries.filter(isNotCheckedIn).length,
  no_shows: entries.filter(({ state }) => state === 'no_show').length,
});
