import type { Reader } from '../../../db/db.ts';

type Window = { since: string; now: string; today: string };

/** Public projects in which tasks have become open to everybody since then, and still have free places. */
export const listProjectsWithNewTasks = (read: Reader, { since, now, today }: Window) =>
  read
    .selectFrom('tasks')
    .innerJoin('projects', 'projects.pid', 'tasks.pid')
    .select('tasks.pid')
    .distinct()
    .where('projects.state', '=', 'public')
    .where((eb) => eb.or([eb('projects.ends_on', 'is', null), eb('projects.ends_on', '>=', today)]))
    .where('tasks.visibility', '=', 'signed_in')
    .where('tasks.joining', 'in', ['open', 'approval'])
    .where('tasks.starts_at', '>', now)
    .where((eb) => eb(eb('tasks.attendee_count', '+', eb.ref('tasks.held_count')), '<', eb.ref('tasks.capacity')))
    .where((eb) => {
      const opened = eb.fn.coalesce('tasks.opens_at', 'tasks.created_at');
      return eb.and([eb(opened, '<=', now), eb.or([eb('tasks.created_at', '>', since), eb(opened, '>', since)])]);
    })
    .orderBy('tasks.pid')
    .execute();

/** People who have turned on this kind of notice, by email or on a device. */
export const listAsking = async (read: Reader, kind: string, after: string, limit: number): Promise<string[]> => {
  const isOn = `%"${kind}":true%`;
  const rows = await read
    .selectFrom('notice_settings')
    .innerJoin('people', 'people.uid', 'notice_settings.uid')
    .select('people.uid')
    .where('people.suspended_at', 'is', null)
    .where('people.uid', '>', after)
    .where((eb) => eb.or([eb('notice_settings.mail', 'like', isOn), eb('notice_settings.push', 'like', isOn)]))
    .orderBy('people.uid')
    .limit(limit)
    .execute();
  return rows.map(({ uid }) => uid);
};
