import type { Now, NowPerson, NowTask } from '../../../../client/client.ts';
import { countPresent, presenceOf } from '../../../../shared/presence.ts';
import type { Presence } from '../../../../shared/presence.ts';

export type Place = NowTask['people'][number] & { task: NowTask; person: NowPerson };
export type PlaceState = Presence;

export const stateOf = (place: Pick<Place, 'state' | 'task' | 'joined_at'>, at: string): PlaceState =>
  presenceOf(place, place.task, at);

/** Somebody who can still be checked in. */
export const isExpected = (state: PlaceState): state is 'missing' | 'added' | 'joined' =>
  state === 'missing' || state === 'added' || state === 'joined';

export type ShownTask = { task: NowTask; places: Place[]; missing: number; here: number; open: number };

/** The states in which people were first shown, by row. */
export type FirstStates = ReadonlyMap<string, PlaceState>;

/** Nobody is missing before the task begins, so its people are looked at again then. */
const rowOf = ({ task, uid }: Pick<Place, 'task' | 'uid'>, at: string): string =>
  `${task.id} ${uid} ${task.starts_at <= at}`;

/** Whether the person is missing, or was when their row was first shown. */
export const wasMissing = (place: Place, at: string, first: FirstStates): boolean =>
  stateOf(place, at) === 'missing' || first.get(rowOf(place, at)) === 'missing';

/** Adds the rows that are new; returns the same map if there are none. */
export function withNewRows({ at, tasks }: Now, first: FirstStates): FirstStates {
  const rows = tasks.flatMap((task) =>
    task.people.map((one) => [rowOf({ task, uid: one.uid }, at), stateOf({ ...one, task }, at)] as const),
  );
  const fresh = rows.filter(([row]) => !first.has(row));
  return fresh.length === 0 ? first : new Map([...first, ...fresh]);
}

/**
 * The tasks by when they are, each with its people by name, as they come from the server. Their states must not move them: a
 * row that moves could be pressed in place of another.
 */
export function shownTasks({ at, tasks, people }: Now) {
  const known = new Map(people.map((person) => [person.uid, person]));
  const shown = tasks.map((task): ShownTask => {
    const places = task.people.flatMap((one) => {
      const person = known.get(one.uid);
      return person === undefined ? [] : [{ ...one, task, person }];
    });
    const { missing, here, open } = countPresent(places, task, at);
    return { task, places, missing, here, open };
  });
  return {
    running: shown.filter(({ task }) => task.starts_at <= at && task.ends_at > at),
    next: shown.filter(({ task }) => task.starts_at > at),
    ended: shown.filter(({ task }) => task.ends_at <= at),
  };
}
