/** What people did in the years before: a day of work for each team, and certificates for the last of these years. */
import type { Insertable } from 'kysely';
import type { Tables } from '../../src/server/db/tables.ts';
import { sha256 } from '../../src/server/lib/secrets.ts';

type Rows<T extends keyof Tables> = Insertable<Tables[T]>[];
type Past = { pid: string; day: string; memberships: readonly { tid: string; uid: string }[] };
export type DemoHours = { tasks: Rows<'tasks'>; attendances: Rows<'attendances'>; certificates: Rows<'certificates'> };

/** A day of work from nine to five in Taipei. */
const times = (day: string) => ({ starts_at: `${day}T01:00:00.000Z`, ends_at: `${day}T09:00:00.000Z` });
const minutes = 480;
/** Every so many people, one did not come. */
const missing = 15;

export function hoursRows(years: readonly Past[], people: readonly { uid: string; name: string }[]): DemoHours {
  const rows: DemoHours = { tasks: [], attendances: [], certificates: [] };
  for (const { pid, day, memberships } of years) {
    const created_at = `${pid}-03-01T09:00:00.000Z`;
    for (const [tid, members] of Map.groupBy(memberships, (membership) => membership.tid)) {
      const id = sha256(`demo day ${pid} ${tid}`).slice(0, 26);
      const count = members.length;
      const about = { title: 'Work in the team 組內工作', description: '', category: 'day', series_id: null };
      const people = { capacity: count, attendee_count: count, min_people: 0, place_id: null, kind_id: null };
      const rules = { visibility: 'project' as const, joining: 'open' as const };
      rows.tasks.push({ id, pid, tid, ...about, ...people, ...rules, ...times(day), created_at });
      const state = (index: number) => (index % missing === missing - 1 ? ('no_show' as const) : ('done' as const));
      rows.attendances.push(
        ...members.map(({ uid }, index) => ({ task_id: id, uid, created_at, state: state(index) })),
      );
    }
  }
  const last = years.at(-1);
  const names = new Map(people.map(({ uid, name }) => [uid, name]));
  const ofLast = new Set(rows.tasks.filter(({ pid }) => pid === last?.pid).map(({ id }) => id));
  for (const { uid, task_id, state } of rows.attendances)
    if (last !== undefined && ofLast.has(task_id) && state === 'done')
      rows.certificates.push({
        number: sha256(`demo certificate ${last.pid} ${uid}`).slice(0, 24),
        pid: last.pid,
        uid,
        name: names.get(uid) ?? '',
        language: 'en',
        minutes,
        issued_at: `${last.pid}-08-20T09:00:00.000Z`,
      });
  return rows;
}
