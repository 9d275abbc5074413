import type { Actor, ProjectScope } from '../../../auth/project-role.ts';
import type { Trx } from '../../../db/db.ts';
import { chiefsOrOwners } from '../../../db/memberships.ts';
import { timestamp } from '../../../lib/clock.ts';
import { recordAll } from '../../audit/audit.service.ts';
import type { AuditEntry } from '../../audit/audit.service.ts';
import { rememberLeft } from '../../calendar/removals.service.ts';
import { aboutTask, notify, withdrawNotices, withdrawNoticesTo } from '../../notices/notify.service.ts';
import type { NewNotice, NoticeTask } from '../../notices/notify.service.ts';
import { endFulfilledSwaps, withdrawNoticesOfOffers } from '../offers/offer-notices.service.ts';
import { deleteRequest } from '../requests/requests.queries.ts';
import type { Facts } from '../rules/eligibility.policy.ts';
import { belongs } from '../rules/joining.policy.ts';
import type { Way } from '../rules/joining.policy.ts';
import { hasEnded } from '../tasks.policy.ts';
import { deleteAttendances } from './attendance.queries.ts';
import { endHelping, startHelping } from './helpers.service.ts';
import type { Assignment } from './placement.policy.ts';
import { deleteHelpRequest, deleteWaiting, insertAttendance } from './placement.queries.ts';
import type { Involvement, LockedTask } from './placement.queries.ts';

/** Who moves people, when, and in which way. `actor` is null for the system. All tasks are of one project. */
export type Move = { scope: ProjectScope; actor: string | null; now: Date; by: Way };

/** Adds what the person has to do with the task before the move. */
export type Involved = Assignment & { involvements: ReadonlySet<Involvement> };

/** `freed`: 0 places for somebody who was replaced. */
export type Left = Involved & { freed: number };

/** Requires locked people. The number of people on the tasks is not changed here. */
export async function deleteAttendees(trx: Trx, { now, by, actor }: Move, off: readonly Involved[]): Promise<Left[]> {
  const left: Left[] = [];
  for (const { uid, task, involvements } of off) {
    await rememberLeft(trx, now, [task], [uid]);
    if (involvements.has('offering') || involvements.has('wanted')) await withdrawNoticesOfOffers(trx, [task], [uid]);
    left.push({ uid, task, involvements, freed: await deleteAttendances(trx, task, [uid]) });
    if (by === 'planner' && actor !== uid) await deleteHelpRequest(trx, task, uid);
  }
  return left;
}

/**
 * Requires locked people and places that were taken for them. People without a team become helpers of the project, and
 * nobody waits or asks any longer for the place that they have.
 */
export async function insertAttendees(
  trx: Trx,
  { scope, actor, now }: Move,
  on: readonly Involved[],
  rolesOf: Facts['rolesOf'],
): Promise<void> {
  const created_at = timestamp(now);
  for (const { uid, task, involvements } of on) {
    if (!belongs(rolesOf(scope.pid, uid))) await startHelping(trx, { actor, now }, scope, uid);
    await insertAttendance(trx, { task_id: task, uid, created_at });
    if (involvements.has('swapping')) await endFulfilledSwaps(trx, { actor, now }, scope, [task]);
    if (involvements.has('waiting')) await deleteWaiting(trx, task, uid);
    if (involvements.has('held')) await withdrawNoticesTo(trx, 'place.offered', task, [uid]);
    const request = involvements.has('requested') ? await deleteRequest(trx, task, uid) : undefined;
    if (request !== undefined) await withdrawRequestNotices(trx, scope, { ...request, task_id: task, uid });
  }
}

type Request = { task_id: string; uid: string; created_at: string };

/** A request that was decided or withdrawn is no news for the planners, and the person may ask again. */
export const withdrawRequestNotices = (trx: Trx, { pid }: { pid: string }, request: Request): Promise<void> =>
  withdrawNotices(trx, {
    kind: 'request.received',
    pid,
    subject: request.task_id,
    since: new Date(request.created_at),
    actor: request.uid,
  });

type Moved = { on: readonly Involved[]; off: readonly Involved[] };

/** Audit entries and notices. Corrections after a task change nobody's plan, so nobody is notified of them. */
export async function recordMoves(
  trx: Trx,
  { scope, actor, now, by }: Move,
  { on, off }: Moved,
  tasks: ReadonlyMap<string, LockedTask>,
): Promise<void> {
  const helping = off.filter(({ involvements }) => involvements.has('helping')).map(({ uid }) => uid);
  await endHelping(trx, { actor, now }, scope, [...new Set(helping)]);
  const entryOf = (kind: 'attendance.added' | 'attendance.removed', one: Assignment): AuditEntry => {
    const exchange = exchangeOf(by, isSwap(one, { on, off }));
    return {
      actor,
      kind,
      subject: one.uid,
      pid: scope.pid,
      detail: { task: one.task, ...(exchange !== undefined && { exchange }) },
    };
  };
  await recordAll(trx, now, [
    ...off.map((one) => entryOf('attendance.removed', one)),
    ...on.map((one) => entryOf('attendance.added', one)),
  ]);
  const noticesOf = (kind: 'task.added' | 'task.removed', people: readonly Involved[]): NewNotice[] =>
    people.flatMap((one) => {
      const task = tasks.get(one.task);
      if (task === undefined || hasEnded(task, timestamp(now))) return [];
      const { values, ...about } = aboutTask(task);
      const change = changeOf(by, kind, one, { on, off });
      const notice = { kind, uid: one.uid, ...about, values: { ...values, ...(change && { change }) } };
      return [kind === 'task.added' && hasChosen(by, one) ? { ...notice, previous: values } : notice];
    });
  await notify(trx, { actor, now }, [...noticesOf('task.removed', off), ...noticesOf('task.added', on)]);
}

/** How the place was given, where nobody was assigned to it or joined by themselves. */
function exchangeOf(by: Way, swapped: boolean): 'request' | 'swap' | 'offer' | undefined {
  if (by === 'approval') return 'request';
  return by === 'offer' ? (swapped ? 'swap' : 'offer') : undefined;
}

/** Whether the person asked or waited for the place, or swapped for it, and so knows the task as it is now. */
const hasChosen = (by: Way, { involvements }: Involved): boolean =>
  by === 'offer' || involvements.has('waiting') || involvements.has('requested');

/** How somebody got or lost a place, where no organiser decided it. */
function changeOf(by: Way, kind: 'task.added' | 'task.removed', person: Assignment, moved: Moved) {
  if (by === 'waiting') return 'waiting';
  if (by !== 'offer') return undefined;
  if (isSwap(person, moved)) return 'swapped';
  return kind === 'task.removed' ? 'taken' : undefined;
}

/** Whether the person gives a place and gets another one. */
const isSwap = ({ uid }: Assignment, { on, off }: Moved): boolean =>
  [on, off].every((people) => people.some((one) => one.uid === uid));

/** Those who plan a task that begins soon: people who are ill on the day may have no other way to reach them. */
export async function notifyPlanners(
  trx: Trx,
  { uid: actor, now }: Pick<Actor, 'uid' | 'now'>,
  kind: 'task.left' | 'task.offered',
  task: NoticeTask & { tid: string | null },
): Promise<void> {
  const planners = await chiefsOrOwners(trx, { ...task, actor, now });
  // Only the last time counts: leaving and joining again and again must not fill their notices.
  await withdrawNoticesTo(trx, kind, task.id, planners, actor);
  await notify(
    trx,
    { actor, now },
    planners.map((uid) => ({ kind, uid, ...aboutTask(task) })),
  );
}
