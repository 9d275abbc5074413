import { sql } from 'kysely';
import { anyOf } from '../../db/any-of.ts';
import type { Reader } from '../../db/db.ts';

/** How many people wait for each of these tasks, and what the person has to do with it: waits, offers a place, was asked. */
export const listOwnInvolvements = (read: Reader, ids: readonly string[], uid: string) =>
  read
    .selectFrom('tasks')
    .leftJoin('waiting_people as own', (join) => join.onRef('own.task_id', '=', 'tasks.id').on('own.uid', '=', uid))
    .leftJoin('attendances as place', (join) => join.onRef('place.task_id', '=', 'tasks.id').on('place.uid', '=', uid))
    .leftJoin('place_offers as offers', (join) =>
      join.onRef('offers.task_id', '=', 'tasks.id').on('offers.uid', '=', uid),
    )
    .leftJoin('task_kinds', 'task_kinds.id', 'tasks.kind_id')
    .leftJoin('help_requests as help', (join) => join.onRef('help.task_id', '=', 'tasks.id').on('help.uid', '=', uid))
    .select([
      'tasks.id',
      'own.position',
      'own.offered_until',
      'place.state',
      'place.replaced_at',
      'offers.uid as offering',
      'help.asked_at',
      'help.answer',
      'task_kinds.leave_until_hours',
      sql<number>`(select count(*) from waiting_people where waiting_people.task_id = tasks.id)`.as('waiting_count'),
      sql<number>`(select count(*) from waiting_people
        where waiting_people.task_id = tasks.id and waiting_people.position <= own.position)`.as('rank'),
      // The list of places that people want to give up uses the same condition.
      sql<number>`case when exists (select 1 from place_offers as given
        join people as givers on givers.uid = given.uid
        join attendances as offered on offered.task_id = given.task_id and offered.uid = given.uid
        where given.task_id = tasks.id and given.for_task is null and givers.suspended_at is null
        and offered.state = 'joined') then 1 else 0 end`.as('given'),
    ])
    .where('tasks.id', 'in', anyOf(ids))
    .execute();

export type OwnInvolvements = Awaited<ReturnType<typeof listOwnInvolvements>>[number];
