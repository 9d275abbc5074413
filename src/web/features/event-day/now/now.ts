import type { Now, NowPerson, NowTask } from '../../../../client/client.ts';

export type Place = NowTask['people'][number] & { task: NowTask; person: NowPerson };
/** `missing`: the task has begun, and nobody has marked the person yet. */
export type PlaceState = Place['state'] | 'missing';

export const stateOf = ({ state, task }: Pick<Place, 'state' | 'task'>, at: string): PlaceState =>
  state === 'joined' && task.starts_at <= at ? 'missing' : state;

const order: readonly PlaceState[] = ['missing', 'joined', 'arrived', 'no_show', 'left_early', 'done'];

export type ShownTask = { task: NowTask; places: Place[]; missing: number; here: number; open: number };

/** The tasks by when they are, each with its people: those who need attention first. */
export function shownTasks({ at, tasks, people }: Now) {
  const known = new Map(people.map((person) => [person.uid, person]));
  const shown = tasks.map((task): ShownTask => {
    const places = task.people.flatMap((one) => {
      const person = known.get(one.uid);
      return person === undefined ? [] : [{ ...one, task, person }];
    });
    const count = (...states: PlaceState[]) => places.filter((one) => states.includes(stateOf(one, at))).length;
    return {
      task,
      places: places.toSorted((a, b) => order.indexOf(stateOf(a, at)) - order.indexOf(stateOf(b, at))),
      missing: count('missing'),
      here: count('arrived'),
      open: task.ends_at <= at ? 0 : Math.max(0, task.min_people - count('missing', 'joined', 'arrived', 'done')),
    };
  });
  return {
    running: shown.filter(({ task }) => task.starts_at <= at && task.ends_at > at),
    next: shown.filter(({ task }) => task.starts_at > at),
    ended: shown.filter(({ task }) => task.ends_at <= at),
  };
}

const doneMs = 15 * 60_000;

/** Whether leaving now counts as having done the task: the rule of the server. */
export const isNearEnd = ({ ends_at }: Pick<NowTask, 'ends_at'>, at: string): boolean =>
  Date.parse(at) >= Date.parse(ends_at) - doneMs;
