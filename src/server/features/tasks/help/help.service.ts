import { maxAsked } from '../../../../shared/limits.ts';
import type { Actor, ProjectRole, Roles } from '../../../auth/project-role.ts';
import { personUid } from '../../../auth/scopes.ts';
import type { Db, Reader, Trx } from '../../../db/db.ts';
import { fail, Problem } from '../../../errors.ts';
import { byName, pageRequest } from '../../../http/paging.ts';
import type { PageQuery } from '../../../http/paging.ts';
import { addSeconds, days, hours, timestamp } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { record, recordAll } from '../../audit/audit.service.ts';
import { aboutTask, notify, withdrawNoticesTo } from '../../notices/notify.service.ts';
import { availabilitiesOf } from '../../availability/availability.service.ts';
import { lockPlan } from '../attendance/placement.queries.ts';
import { movePlaces } from '../attendance/placement.service.ts';
import { isAttending } from '../attendance/attendance.queries.ts';
import { loadEligibility, personRolesOf } from '../rules/eligibility.service.ts';
import { isAvailable } from '../rules/rules.policy.ts';
import { canPlanFor, canSee, hasEnded, requirePlanner } from '../tasks.policy.ts';
import { findTask } from '../tasks.queries.ts';
import type { TaskRow } from '../tasks.queries.ts';
import { noSuchTask } from '../tasks.service.ts';
import {
  countAsked,
  countAskedIn,
  findRequest,
  insertRequest,
  listAskable,
  saveAnswer,
  selectRequests,
} from './help.queries.ts';
import type { HelpResult } from './help.schema.ts';

type Services = { db: Db; clock: Clock; keys: Keyring };
type OnTask = Actor & { id: string };

/** Nobody is asked more often, whatever the tasks. */
const maxPerDay = 3;
/** The limit of a project, so that a mistake does not reach everybody. */
const maxPerHour = 200;
const batchSize = 200;
const keptDays = 90;

/** Returns how many people were asked. `roles` are those of the transaction. */
export async function askForHelp(
  trx: Trx,
  keys: Keyring,
  asking: OnTask,
  roles: Roles,
  people: number,
): Promise<number> {
  const { task, uids } = await chooseHelpers(trx, keys, asking, roles, people);
  if (task.attendee_count + task.held_count >= task.capacity) fail('task_full');
  return askHelpers(trx, asking, task, uids);
}

type Helpers = { task: TaskRow; uids: string[] };

/**
 * People who can help by the rules, in the order of `listAskable`. They are locked, so that nobody else can ask
 * the same people too often.
 */
export async function chooseHelpers(
  trx: Trx,
  keys: Keyring,
  asking: OnTask,
  roles: Roles,
  people: number,
): Promise<Helpers> {
  const { projectRole, id, now } = asking;
  const { scope } = projectRole;
  const task = (await findTask(trx, scope, id)) ?? noSuchTask();
  requirePlanner(roles, task.tid);
  if (hasEnded(task, timestamp(now))) fail('not_allowed', { detail: 'The task has ended' });
  if ((await countAskedIn(trx, scope, timestamp(addSeconds(now, -hours(1))))) + people > maxPerHour) {
    fail('not_allowed', { detail: `At most ${maxPerHour} people of a project can be asked within an hour` });
  }
  const uids = (await choose(trx, { keys, asking, task, people })).toSorted();
  // Plans are locked in the order of ids, as everywhere.
  for (const uid of uids) await lockPlan(trx, uid);
  return { task, uids };
}

/** How many people one request could ask now. */
export async function countHelpers({ db, keys }: Services, asking: OnTask): Promise<number> {
  const task = await findTask(db.read, asking.projectRole.scope, asking.id);
  if (task === undefined || !canSee(asking.projectRole, task)) return noSuchTask();
  requirePlanner(asking.projectRole, task.tid);
  if (hasEnded(task, timestamp(asking.now))) return 0;
  return (await choose(db.read, { keys, asking, task, people: maxAsked })).length;
}

/** Requires the locked people. Returns how many were asked: not those who were asked too often meanwhile. */
export async function askHelpers(trx: Trx, asking: OnTask, task: TaskRow, uids: readonly string[]): Promise<number> {
  const { projectRole, id, uid, now } = asking;
  const { scope } = projectRole;
  const asked: string[] = [];
  for (const one of uids) {
    if ((await countAsked(trx, one, dayBefore(now))) >= maxPerDay) continue;
    if (await insertRequest(trx, { task_id: id, uid: one, asked_by: personUid(uid), asked_at: timestamp(now) }))
      asked.push(one);
  }
  const detail = { task: id };
  await recordAll(
    trx,
    now,
    asked.map((subject) => ({ actor: uid, kind: 'help.asked', subject, pid: scope.pid, detail })),
  );
  await notify(
    trx,
    { actor: uid, now },
    asked.map((one) => ({ kind: 'help.asked', uid: one, ...aboutTask(task), occasion: 'asked' })),
  );
  return asked.length;
}

const dayBefore = (now: Date): string => timestamp(addSeconds(now, -days(1)));

type Choice = { keys: Keyring; asking: OnTask; task: TaskRow; people: number };

async function choose(read: Reader, { keys, asking, task, people }: Choice): Promise<string[]> {
  const { projectRole, uid, now } = asking;
  const chosen: string[] = [];
  for (let offset = 0; chosen.length < people; offset += batchSize) {
    const page = { task: task.id, tid: task.tid, since: dayBefore(now), maxPerDay, limit: batchSize, offset };
    const found = await listAskable(read, projectRole.scope, page);
    // People who were asked may join tasks that others cannot join by themselves.
    const asked = { keys, now: timestamp(now), by: 'approval', viewer: uid } as const;
    const { check } = await loadEligibility(read, asked, found, [task]);
    const availabilities = await availabilitiesOf(read, projectRole.scope, found);
    const isFree = (one: string): boolean => {
      const availability = availabilities.get(one);
      return availability === undefined || isAvailable(availability, task);
    };
    chosen.push(...found.filter((one) => one !== uid && check(one, task.id).refusal === null && isFree(one)));
    if (found.length < batchSize) break;
  }
  return chosen.slice(0, people);
}

/** Yes joins, if there is a place left. The answer can be changed to yes later. */
export async function answerHelp({ db, keys }: Services, answering: OnTask, answer: 'yes' | 'no'): Promise<HelpResult> {
  const { projectRole, id, uid, now } = answering;
  const { scope } = projectRole;
  return db.transaction(async (trx) => {
    await lockPlan(trx, uid);
    const request = await findRequest(trx, id, uid);
    if (request === undefined) return fail('not_found', { detail: 'Nobody has asked you to help with this task' });
    if (request.answer !== answer) {
      await saveAnswer(trx, id, uid, answer);
      const detail = { task: id, answer };
      await record(trx, now, { actor: uid, kind: 'help.answered', subject: uid, pid: scope.pid, detail });
    }
    if (answer === 'no') return { answer, joined: await isAttending(trx, id, uid) };
    const mover = { scope, keys, actor: uid, now, by: 'approval' } as const;
    const { on, refused } = await movePlaces(trx, mover, { on: [{ uid, task: id }], refused: 'skip' });
    const problem = refused[0]?.problem;
    if (problem instanceof Problem && problem.code !== 'task_full') throw problem;
    if (on.length > 0 && request.asked_by !== null) await tellAsker(trx, answering, request.asked_by);
    return { answer, joined: problem === undefined };
  });
}

async function tellAsker(trx: Trx, { projectRole, id, uid: actor, now }: OnTask, asker: string): Promise<void> {
  const { scope } = projectRole;
  const task = (await findTask(trx, scope, id)) ?? noSuchTask();
  // They may have left the team since.
  if (!canPlanFor(await personRolesOf(trx, scope, asker), task.tid)) return;
  // Who leaves and says yes again is on the task, as the first notice says: no second one, and none that they left.
  await withdrawNoticesTo(trx, 'task.left', id, [asker], actor);
  await notify(trx, { actor, now }, [{ kind: 'help.accepted', uid: asker, ...aboutTask(task), occasion: actor }]);
}

/** Only planners of the task call it. */
export async function requestsFor({ db }: Services, projectRole: ProjectRole, id: string, query: PageQuery) {
  const { limit, after, page } = pageRequest(query, byName);
  const task = await findTask(db.read, projectRole.scope, id);
  if (task === undefined || !canSee(projectRole, task)) return noSuchTask();
  if (!canPlanFor(projectRole, task.tid)) fail('forbidden');
  const rows = await selectRequests(db.read, id, after, limit + 1);
  return page(rows, ({ uid, name, asked_at, answer, attendee }) => ({
    uid,
    name,
    asked_at,
    answer,
    joined: attendee !== null,
  }));
}

export const helpRequestsKeptSince = (now: string): string => timestamp(addSeconds(new Date(now), -days(keptDays)));
