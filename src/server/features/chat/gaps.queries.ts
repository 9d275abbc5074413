import { changedOne } from '../../db/changed-one.ts';
import type { Reader, Trx } from '../../db/db.ts';

const maxTasks = 200;

/** Active channels about gaps in public projects, of teams that are not disabled, in order of their id. */
export const listGapChannels = (read: Reader, after: string, limit: number) =>
  read
    .selectFrom('chat_channels as c')
    .innerJoin('projects as p', 'p.pid', 'c.pid')
    .leftJoin('teams as t', (join) => join.onRef('t.pid', '=', 'c.pid').onRef('t.tid', '=', 'c.tid'))
    .select(['c.id', 'c.pid', 'c.tid', 'c.language', 'c.summary_on', 'c.tasks_seen', 'p.timezone', 'p.name as project'])
    .where('c.id', '>', after)
    .where('c.disabled_at', 'is', null)
    .where('c.topics', 'like', '%"gaps"%')
    .where('p.state', '=', 'public')
    .where('t.disabled_at', 'is', null)
    .orderBy('c.id')
    .limit(limit)
    .execute();
export type GapChannel = Awaited<ReturnType<typeof listGapChannels>>[number];

type Period = { after: string; through: string };

/** Tasks of the project, or of the team, that start in this time. */
export const listUpcoming = (read: Reader, pid: string, tid: string | null, { after, through }: Period) =>
  read
    .selectFrom('tasks')
    .select(['id', 'title', 'starts_at', 'ends_at', 'capacity', 'attendee_count'])
    .where('pid', '=', pid)
    .$if(tid !== null, (query) => query.where('tid', '=', tid))
    // A channel of the project is not for tasks that only a team sees.
    .$if(tid === null, (query) => query.where((eb) => eb.or([eb('visibility', '!=', 'team'), eb('tid', 'is', null)])))
    .where('starts_at', '>', after)
    .where('starts_at', '<=', through)
    .orderBy('starts_at')
    .orderBy('id')
    .limit(maxTasks)
    .execute();
export type UpcomingTask = Awaited<ReturnType<typeof listUpcoming>>[number];

/** False if another process has done so, or the channel was switched off. */
export async function updateSeen(
  trx: Trx,
  before: Pick<GapChannel, 'id' | 'summary_on' | 'tasks_seen'>,
  seen: { summary_on: string | null; tasks_seen: string },
): Promise<boolean> {
  return changedOne(
    trx
      .updateTable('chat_channels')
      .set(seen)
      .where('id', '=', before.id)
      .where('tasks_seen', '=', before.tasks_seen)
      .where('summary_on', before.summary_on === null ? 'is' : '=', before.summary_on)
      .where('disabled_at', 'is', null),
  );
}
