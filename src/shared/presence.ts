/** Who is here and who is missing. The server counts by it for screens, and the web app shows it in "Who is here". */

/** What was recorded about somebody on a task. */
type State = 'joined' | 'arrived' | 'done' | 'left_early' | 'no_show';

/**
 * `missing`: the task has begun, and nobody has marked the person yet. `added`: the same, but they got the place only some
 * minutes ago.
 */
export type Presence = State | 'missing' | 'added';

const addedMs = 15 * 60_000;

type Place = { state: State; joined_at: string };
type Task = { starts_at: string; ends_at: string; min_people: number };

export function presenceOf({ state, joined_at: joined }: Place, task: Pick<Task, 'starts_at'>, at: string): Presence {
  if (state !== 'joined' || task.starts_at > at) return state;
  return Date.parse(at) - Date.parse(joined) < addedMs ? 'added' : 'missing';
}

/** `expected`: people who are here or can still come. `open`: how many more are needed. */
export function countPresent(places: readonly Place[], task: Task, at: string) {
  const presences = places.map((place) => presenceOf(place, task, at));
  const count = (...wanted: Presence[]) => presences.filter((one) => wanted.includes(one)).length;
  const expected = count('missing', 'added', 'joined', 'arrived', 'done');
  return {
    expected,
    missing: count('missing'),
    here: count('arrived'),
    arrived: count('arrived', 'done'),
    open: task.ends_at <= at ? 0 : Math.max(0, task.min_people - expected),
  };
}
