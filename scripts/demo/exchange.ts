/** Who is not available, asks or waits for a place, or offers one, in the demo. */
import type { Insertable } from 'kysely';
import type { Tables } from '../../src/server/db/tables.ts';

type Rows<T extends keyof Tables> = Insertable<Tables[T]>[];

export type DemoExchange = {
  availabilities: Rows<'availabilities'>;
  join_requests: Rows<'join_requests'>;
  waiting_people: Rows<'waiting_people'>;
  place_offers: Rows<'place_offers'>;
};

type Planned = {
  pid: string;
  now: Date;
  people: readonly string[];
  tasks: Rows<'tasks'>;
  attendances: Rows<'attendances'>;
};

/**
 * Changes three tasks: one is open to everybody, one asks for approval, and one is full. People who ask or wait have no
 * task, so that they could take the place.
 */
export function exchangeRows({ pid, now, people, tasks, attendances }: Planned): DemoExchange {
  const created_at = now.toISOString();
  const busy = new Set(attendances.map(({ uid }) => uid));
  const free = people.filter((uid) => !busy.has(uid));
  const [desk, ...others] = tasks.filter(({ series_id }) => series_id !== null);
  const [asked] = others;
  const full = tasks.find(({ attendee_count: count }) => (count ?? 0) > 0);
  if (desk === undefined || asked === undefined || full === undefined)
    return { availabilities: [], join_requests: [], waiting_people: [], place_offers: [] };
  // Rows of one statement have the same columns.
  for (const task of tasks) Object.assign(task, { visibility: 'project', joining: 'open' });
  desk.visibility = 'signed_in';
  asked.joining = 'approval';
  full.capacity = full.attendee_count ?? 1;
  full.min_people = Math.min(full.min_people ?? 0, full.capacity);
  const giver = attendances.find(({ task_id: task }) => task !== full.id)?.task_id;
  const offers = attendances.filter(({ task_id: task }) => task === giver).slice(0, 1);
  return {
    availabilities: people
      .filter((_, position) => position % 9 === 4)
      .map((uid, index) => ({
        pid,
        uid,
        unavailable: JSON.stringify([{ from: full.starts_at, to: full.ends_at }]),
        max_minutes: index % 2 === 0 ? 480 : null,
        preferred_kinds: '[]',
        preferred_teams: '[]',
        changed_at: created_at,
      })),
    join_requests: free.slice(0, 2).map((uid) => ({ task_id: asked.id, uid, created_at })),
    waiting_people: free.slice(2, 5).map((uid, index) => ({ task_id: full.id, uid, position: index + 1, created_at })),
    place_offers: offers.map(({ task_id, uid }) => ({ task_id, uid, created_at })),
  };
}
