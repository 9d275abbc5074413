import { sql } from 'kysely';
import type { ProjectScope } from '../../../auth/project-role.ts';
import { anyOf } from '../../../db/any-of.ts';
import { changedOne } from '../../../db/changed-one.ts';
import type { Reader, Trx } from '../../../db/db.ts';

const gateSteps = ['on_site', 'off_site'] as const;

/** What was scanned at the gate about these people and counts. */
export const listGateEvents = (trx: Trx, { pid }: ProjectScope, uids: readonly string[]) =>
  trx
    .selectFrom('scans')
    .select(['id', 'uid', 'step', 'at'])
    .where('pid', '=', pid)
    .where('uid', 'in', uids)
    .where('step', 'in', gateSteps)
    .where('result', 'in', ['accepted', 'repeated', 'overtaken'])
    .execute();

/** Who is on site; only of these people if `uids` is given. */
export const listOnSite = (read: Reader, { pid }: ProjectScope, uids?: readonly string[]) =>
  read
    .selectFrom('on_site')
    .innerJoin('people', 'people.uid', 'on_site.uid')
    .select(['on_site.uid', 'on_site.since', 'people.name', 'people.suspended_at'])
    .where('on_site.pid', '=', pid)
    .$if(uids !== undefined, (query) => query.where('on_site.uid', 'in', anyOf(uids ?? [])))
    .orderBy('people.sort_key')
    .orderBy('on_site.uid')
    .execute();

export async function putOnSite(trx: Trx, rows: readonly { pid: string; uid: string; since: string }[]): Promise<void> {
  if (rows.length === 0) return;
  await trx
    .insertInto('on_site')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['pid', 'uid']).doUpdateSet((eb) => ({ since: eb.ref('excluded.since') })),
    )
    .execute();
}

export async function takeOffSite(trx: Trx, { pid }: ProjectScope, uids: readonly string[]): Promise<void> {
  if (uids.length === 0) return;
  await trx.deleteFrom('on_site').where('pid', '=', pid).where('uid', 'in', uids).execute();
}

type Moment = { now: string; limit: number };

/** People who were scanned in at the gate, or are at a running task and have not left by the gate since. */
export const listHere = (read: Reader, { pid }: ProjectScope, { now, limit }: Moment) =>
  read
    .selectFrom((eb) =>
      eb
        .selectFrom('on_site')
        .select(['on_site.uid', sql<string | null>`on_site.since`.as('since'), sql<string | null>`null`.as('task')])
        .where('on_site.pid', '=', pid)
        .unionAll(
          eb
            .selectFrom('attendances')
            .innerJoin('tasks', 'tasks.id', 'attendances.task_id')
            .select(['attendances.uid', 'attendances.arrived_at as since', sql<string | null>`tasks.title`.as('task')])
            .where('tasks.pid', '=', pid)
            .where('tasks.ends_at', '>', now)
            .where('attendances.state', '=', 'arrived')
            .where('attendances.arrived_at', 'is not', null)
            .where((left) =>
              left.not(
                left.exists(
                  left
                    .selectFrom('scans')
                    .select('scans.id')
                    .whereRef('scans.uid', '=', 'attendances.uid')
                    .where('scans.pid', '=', pid)
                    .where('scans.step', '=', 'off_site')
                    .where('scans.result', 'in', ['accepted', 'repeated', 'overtaken'])
                    .whereRef('scans.at', '>', 'attendances.arrived_at'),
                ),
              ),
            ),
        )
        .as('here'),
    )
    .innerJoin('people', 'people.uid', 'here.uid')
    .select(['people.uid', 'people.name', 'here.since', 'here.task'])
    .where('people.suspended_at', 'is', null)
    .orderBy('people.sort_key')
    .orderBy('people.uid')
    .limit(limit)
    .execute();

export const findRollCall = (read: Reader, { pid }: ProjectScope) =>
  read
    .selectFrom('roll_calls')
    .leftJoin('people', 'people.uid', 'roll_calls.started_by')
    .select(['roll_calls.started_at', 'people.name as started_by'])
    .where('roll_calls.pid', '=', pid)
    .executeTakeFirst();

/** Locks the roll call. Undefined if there was none yet. */
export const lockRollCall = (trx: Trx, { pid }: ProjectScope) =>
  trx
    .updateTable('roll_calls')
    .set((eb) => ({ started_at: eb.ref('started_at') }))
    .where('pid', '=', pid)
    .returning('started_at')
    .executeTakeFirst();

type Start = { pid: string; started_at: string; started_by: string; after: string | null };

/** False if somebody else has started one meanwhile. */
export const startRollCall = (trx: Trx, { after, ...row }: Start): Promise<boolean> =>
  changedOne(
    after === null
      ? trx
          .insertInto('roll_calls')
          .values(row)
          .onConflict((conflict) => conflict.column('pid').doNothing())
      : trx.updateTable('roll_calls').set(row).where('pid', '=', row.pid).where('started_at', '=', after),
  );

export async function clearMarks(trx: Trx, { pid }: ProjectScope): Promise<void> {
  await trx.deleteFrom('roll_call_marks').where('pid', '=', pid).execute();
}

export const listMarks = (read: Reader, { pid }: ProjectScope) =>
  read
    .selectFrom('roll_call_marks')
    .leftJoin('people', 'people.uid', 'roll_call_marks.marked_by')
    .select(['roll_call_marks.uid', 'roll_call_marks.state', 'roll_call_marks.at', 'people.name as by'])
    .where('roll_call_marks.pid', '=', pid)
    .where('roll_call_marks.state', '!=', 'open')
    .execute();

export type NewMark = {
  pid: string;
  uid: string;
  state: 'present' | 'missing' | 'open';
  at: string;
  marked_by: string;
};

/** False if somebody marked the person later than that, or the same at that time. */
export const putMark = (trx: Trx, mark: NewMark): Promise<boolean> =>
  changedOne(
    trx
      .insertInto('roll_call_marks')
      .values(mark)
      .onConflict((conflict) =>
        conflict
          .columns(['pid', 'uid'])
          .doUpdateSet({ state: mark.state, at: mark.at, marked_by: mark.marked_by })
          .where('roll_call_marks.at', '<', mark.at),
      ),
  );

/** With the scans that they follow from. */
export async function deleteOnSiteBefore(trx: Trx, moment: string): Promise<void> {
  await trx.deleteFrom('on_site').where('since', '<', moment).execute();
  await trx.deleteFrom('roll_call_marks').where('at', '<', moment).execute();
  await trx.deleteFrom('roll_calls').where('started_at', '<', moment).execute();
}

export const listOnSiteOf = (read: Reader, uid: string) =>
  read.selectFrom('on_site').select(['pid', 'since']).where('uid', '=', uid).orderBy('pid').execute();

export const listMarksOf = (read: Reader, uid: string) =>
  read.selectFrom('roll_call_marks').select(['pid', 'state', 'at']).where('uid', '=', uid).orderBy('pid').execute();
