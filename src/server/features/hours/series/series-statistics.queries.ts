import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { milliseconds } from '../../../db/milliseconds.ts';
import type { Db, Reader } from '../../../db/db.ts';
import { enabledMemberships } from '../../../db/memberships.ts';

/** Everybody whom the list of people of the project shows, with when they came to it first. */
export const listJoined = (read: Reader, pid: string) =>
  read
    .selectFrom(
      enabledMemberships(read)
        .select(['memberships.uid', 'memberships.created_at'])
        .where('memberships.pid', '=', pid)
        .unionAll(read.selectFrom('project_owners').select(['uid', 'created_at']).where('pid', '=', pid))
        .unionAll(read.selectFrom('helpers').select(['uid', 'created_at']).where('pid', '=', pid))
        .as('present'),
    )
    .select(['uid', sql<string>`min(created_at)`.as('joined_at')])
    .groupBy('uid')
    .execute();

/** Sums are text on PostgreSQL. */
type TeamRow = { tid: string | null } & Record<'people' | 'minutes' | 'shifts' | 'no_shows', number | string>;

/**
 * The same as `countedMinutes` and `minutesOfWork` (tasks/attendance), in the database: a large event has too many rows to
 * read them all. Whole milliseconds and whole divisions, so that both engines round as JavaScript does.
 */
function minutesBetween(
  { engine }: Pick<Db, 'engine'>,
  times: { from: RawBuilder<unknown>; notBefore: RawBuilder<unknown>; to: RawBuilder<unknown> },
) {
  const ms = (time: RawBuilder<unknown>) => milliseconds(engine, time);
  const largest = sql.raw(engine === 'sqlite' ? 'max' : 'greatest');
  const from = sql`${largest}(${ms(times.from)}, ${ms(times.notBefore)})`;
  const quarters = sql`((${largest}(0, ${ms(times.to)} - ${from}) + 450000) / 900000)`;
  return (weight: RawBuilder<unknown>) => sql`((${quarters} * 15 * ${weight} + 50) / 100)`;
}

/**
 * Hours and no-shows of each team; null for work without a team. Not by a list of states: SQLite would look each of them up
 * for every task.
 */
export async function listTeamHours({ read, engine }: Pick<Db, 'read' | 'engine'>, pid: string) {
  const onTask = minutesBetween(
    { engine },
    {
      from: sql`coalesce(a.arrived_at, t.starts_at)`,
      notBefore: sql`t.starts_at`,
      to: sql`coalesce(a.left_at, t.ends_at)`,
    },
  );
  const atWork = minutesBetween({ engine }, { from: sql`starts_at`, notBefore: sql`starts_at`, to: sql`ends_at` });
  const { rows } = await sql<TeamRow>`
    select tid, count(distinct case when missed = 0 then uid end) as people,
      sum(minutes) as minutes, sum(shift) as shifts, sum(missed) as no_shows
    from (
      select t.tid as tid, a.uid as uid, 1 as shift, case when a.state = 'no_show' then 1 else 0 end as missed,
        case when a.state = 'no_show' then 0 else ${onTask(sql`coalesce(k.weight_percent, 100)`)} end as minutes
      from tasks as t
      join attendances as a on a.task_id = t.id
      left join task_kinds as k on k.id = t.kind_id
      where t.pid = ${pid} and a.state not in ('joined', 'arrived')
      union all
      select tid, uid, 0, 0, ${atWork(sql`100`)} from work where pid = ${pid} and state = 'approved'
    ) as entries
    group by tid`.execute(read);
  return rows.map(({ tid, people, minutes, shifts, no_shows }) => ({
    tid,
    people: Number(people),
    minutes: Number(minutes),
    shifts: Number(shifts),
    no_shows: Number(no_shows),
  }));
}

export const listTeamNames = (read: Reader, pid: string) =>
  read.selectFrom('teams').select(['tid', 'name']).where('pid', '=', pid).execute();
