import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import type { Reader } from '../../../db/db.ts';

/** The expression of the index `tasks_by_need`: the more people are missing, the smaller. */
const need = sql<number>`(case when tasks.min_people > tasks.attendee_count then tasks.attendee_count - tasks.min_people else 0 end)`;

export type Place = { rank: number; starts_at: string; id: string };

type OpenSelection = {
  uid: string;
  pid: string;
  /** Null: all, for people who see every task of the project. */
  tids: readonly string[];
  inProject: boolean;
  blockedKinds: readonly string[];
  now: string;
  after: Place | undefined;
};

/** Tasks of a project that people can join by themselves now, most needed first, then by time. */
export const selectOpen = (
  read: Reader,
  { uid, pid, tids, inProject, blockedKinds, now, after }: OpenSelection,
  limit: number,
) =>
  read
    .selectFrom('tasks')
    .select([
      'tasks.id',
      'tasks.pid',
      'tasks.tid',
      'tasks.title',
      'tasks.starts_at',
      'tasks.ends_at',
      'tasks.min_people',
      'tasks.capacity',
      'tasks.attendee_count',
      'tasks.kind_id',
      need.as('rank'),
    ])
    .where('tasks.pid', '=', pid)
    .where('tasks.starts_at', '>', now)
    .where('tasks.joining', '=', 'open')
    .whereRef('tasks.attendee_count', '<', 'tasks.capacity')
    .where((eb) => eb.or([eb('tasks.opens_at', 'is', null), eb('tasks.opens_at', '<=', now)]))
    .where((eb) =>
      eb.or([
        eb('tasks.visibility', '=', 'signed_in'),
        ...(inProject ? [eb('tasks.visibility', '=', 'project'), eb('tasks.tid', 'is', null)] : []),
        eb('tasks.tid', 'in', ['', ...tids]),
      ]),
    )
    .where((eb) => eb.or([eb('tasks.kind_id', 'is', null), eb('tasks.kind_id', 'not in', ['', ...blockedKinds])]))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('attendances')
            .select('attendances.uid')
            .whereRef('attendances.task_id', '=', 'tasks.id')
            .where('attendances.uid', '=', uid),
        ),
      ),
    )
    .$if(after !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(${need}, tasks.starts_at, tasks.id) > (${after?.rank ?? 0}, ${after?.starts_at ?? ''}, ${after?.id ?? ''})`,
      ),
    )
    .orderBy(need)
    .orderBy('tasks.starts_at')
    .orderBy('tasks.id')
    .limit(limit)
    .execute();

export type OpenRow = Awaited<ReturnType<typeof selectOpen>>[number];

/** Public projects that have not ended, the next ones first. */
export const listCurrent = (read: Reader, pids: readonly string[], today: string, limit: number) =>
  read
    .selectFrom('projects')
    .select(['pid', 'name', 'timezone'])
    .where('pid', 'in', ['', ...pids])
    .where('state', '=', 'public')
    .where((eb) => eb.or([eb('ends_on', 'is', null), eb('ends_on', '>=', today)]))
    .orderBy('starts_on')
    .orderBy('pid')
    .limit(limit)
    .execute();

export const listHelping = (read: Reader, uid: string) =>
  read.selectFrom('helpers').select('pid').where('uid', '=', uid).execute();

export const listTeamNames = (read: Reader, pids: readonly string[]) =>
  read
    .selectFrom('teams')
    .select(['pid', 'tid', 'name'])
    .where('pid', 'in', ['', ...pids])
    .execute();

export const listKindsOf = (read: Reader, pids: readonly string[]) =>
  read
    .selectFrom('task_kinds')
    .select('id')
    .where('pid', 'in', ['', ...pids])
    .execute();
