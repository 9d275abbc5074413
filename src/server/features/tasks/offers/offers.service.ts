import { isShortNotice } from '../../../../shared/rules.ts';
import type { Actor } from '../../../auth/project-role.ts';
import type { Db, Trx } from '../../../db/db.ts';
import { fail, Problem, refuseField } from '../../../errors.ts';
import { chunksOf } from '../../../lib/chunks.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { record } from '../../audit/audit.service.ts';
import { aboutTask, notify, withdrawNoticesTo } from '../../notices/notify.service.ts';
import { findPlace, isAttending, listAttendeesOf, lockAttendance } from '../attendance/attendance.queries.ts';
import { notifyPlanners } from '../attendance/attendees.service.ts';
import { isPersonalRule, ruleProblem, swapProblem, wayProblem } from '../attendance/placement.policy.ts';
import { lockPlan } from '../attendance/placement.queries.ts';
import { movePlaces } from '../attendance/placement.service.ts';
import { isMarked } from '../attendance/states.policy.ts';
import { loadEligibility } from '../rules/eligibility.service.ts';
import { canPlanFor, canSeeAttendees, canSeeTask } from '../tasks.policy.ts';
import { findTask } from '../tasks.queries.ts';
import type { TaskRow } from '../tasks.queries.ts';
import { noSuchTask } from '../tasks.service.ts';
import { lockWithWaiting } from '../waiting/filling.service.ts';
import { endOffer, withdrawNoticesOf } from './offer-notices.service.ts';
import { deleteOffer, findName, findOffer, saveOffer } from './offers.queries.ts';
import type { NewPlaceOffer } from './offers.schema.ts';

type Services = { db: Db; keys: Keyring };
type OnTask = Actor & { id: string };

/** The caller keeps the place until somebody takes it. */
export async function offerPlace({ db, keys }: Services, offering: OnTask, input: NewPlaceOffer): Promise<void> {
  const { projectRole, id, uid, now } = offering;
  await db.transaction(async (trx) => {
    await lockPlan(trx, uid);
    const task = await ownTaskAhead(trx, offering);
    if (task.joining !== 'open' && !canPlanFor(projectRole, task.tid)) {
      fail('not_allowed', { detail: 'Organisers decide who is on this task; ask them' });
    }
    const returned = await requireReturn(trx, { ...offering, keys }, input);
    if (input.to !== undefined) await requireTaker(trx, { ...offering, keys }, { task, returned, to: input.to });
    await requireOn(trx, offering, input);
    const takers =
      input.to === undefined ? await requireSwappers(trx, { ...offering, keys }, task, returned) : [input.to];
    const { to = null, for: forTask = null } = input;
    const before = await findOffer(trx, id, uid);
    if (before !== undefined && before.to_uid === to && before.for_task === forTask) return;
    await saveOffer(trx, { task_id: id, uid, to_uid: to, for_task: forTask, created_at: timestamp(now) });
    await record(trx, now, { actor: uid, kind: 'offer.made', subject: uid, pid: task.pid, detail: { task: id, to } });
    if (before !== undefined) await withdrawNoticesOf(trx, { pid: task.pid, id, giver: uid }, before);
    await notifyTakers(trx, offering, { task, returned, takers });
    // People who swap still come, to one task or the other.
    const isNew = before === undefined || before.for_task !== null;
    if (isNew && forTask === null && isShortNotice(task, now.getTime()))
      await notifyPlanners(trx, offering, 'task.offered', task);
  });
}

async function ownTaskAhead(trx: Trx, { projectRole, id, uid, now }: OnTask): Promise<TaskRow> {
  const task = (await findTask(trx, projectRole.scope, id)) ?? noSuchTask();
  const { state = null } = (await findPlace(trx, projectRole.scope, id, uid)) ?? {};
  if (state === null) fail('not_allowed', { detail: 'You are not on this task' });
  // Otherwise nobody would know that they were missing, or they would give a place that is not theirs any more.
  if (isMarked(state)) fail('not_allowed', { detail: 'Your attendance is already recorded' });
  if (task.starts_at <= timestamp(now)) fail('not_allowed', { detail: 'The task has started' });
  return task;
}

/** The task that the giver wants in return: they must be able to take it, without the one that they give. */
async function requireReturn(trx: Trx, offering: OnTask & { keys: Keyring }, input: NewPlaceOffer) {
  const { projectRole, id, uid, now, keys } = offering;
  const { for: forTask } = input;
  if (forTask === undefined) return undefined;
  if (forTask === id) refuseField('/for', 'is the task that you offer');
  const task = await findTask(trx, projectRole.scope, forTask);
  const isOn = await isAttending(trx, forTask, uid);
  if (task === undefined || !canSeeTask(projectRole, task, isOn))
    return refuseField('/for', 'is not a task of this project');
  if (task.starts_at <= timestamp(now)) refuseField('/for', 'has started');
  if (task.joining !== 'open') refuseField('/for', 'Organisers decide who is on this task');
  if (isOn) refuseField('/for', 'is a task that you are on already');
  const { check } = await loadEligibility(trx, { keys, now: timestamp(now), by: 'offer', viewer: uid }, [uid], [task]);
  const { refusal, broken, missing, documents } = check(uid, forTask, { without: [id] });
  if (broken[0] !== undefined) throw ruleProblem(broken[0], { pid: task.pid, missing, documents, isSelf: true });
  if (refusal !== null && !isPersonalRule(refusal)) throw wayProblem(refusal);
  return task;
}

/**
 * Somebody who may join the task. Whether they can, by their own plan and skills, is checked when they agree: the giver
 * does not learn about it.
 */
async function requireTaker(trx: Trx, { uid, now, keys }: OnTask & { keys: Keyring }, { task, returned, to }: Asked) {
  if (to === uid) refuseField('/to', 'is yourself');
  if (await isAttending(trx, task.id, to)) refuseField('/to', 'is already on this task');
  const tasks = returned === undefined ? [task] : [task, returned];
  const { check } = await loadEligibility(trx, { keys, now: timestamp(now), by: 'offer', viewer: uid }, [to], tasks);
  const { refusal } = check(to, task.id);
  const isKnown = (await findName(trx, to)) !== undefined;
  if (!isKnown || (refusal !== null && !isPersonalRule(refusal))) refuseField('/to', "can't join this task");
  if (returned !== undefined && check(to, returned.id).refusal === 'not_found')
    refuseField('/for', "The person can't see it");
}

/**
 * Only those who may see who is on a task learn whether somebody is. For others the offer is made: the person sees that
 * they cannot agree, and can decline.
 */
async function requireOn(trx: Trx, { projectRole }: OnTask, { to, for: forTask }: NewPlaceOffer): Promise<void> {
  if (to === undefined || forTask === undefined || !canSeeAttendees(projectRole, false)) return;
  if (!(await isAttending(trx, forTask, to))) refuseField('/for', 'The person is not on it');
}

type Asked = { task: TaskRow; returned: TaskRow | undefined; to: string };
type OfferNotice = Omit<Asked, 'to'> & { takers: readonly string[] };

async function notifyTakers(trx: Trx, actor: Actor, { task, returned, takers }: OfferNotice): Promise<void> {
  const { values, ...about } = aboutTask(task);
  const change = returned === undefined ? { change: 'hand_over' } : { change: 'swap', what: returned.title };
  await notify(
    trx,
    { actor: actor.uid, now: actor.now },
    takers.map((uid) => ({ kind: 'place.offered', uid, ...about, values: { ...values, ...change } })),
  );
}

/**
 * The people on the wanted task who could agree now. The giver does not learn who they are, only if nobody on it may ever
 * join the offered task: those whose own plan or skills are in the way now count as possible.
 */
async function requireSwappers(
  trx: Trx,
  { now, keys }: Actor & { keys: Keyring },
  task: TaskRow,
  returned: TaskRow | undefined,
): Promise<string[]> {
  if (returned === undefined) return [];
  const places = await listAttendeesOf(trx, [task.id, returned.id]);
  const isOn = new Set(places.flatMap((place) => (place.task === task.id ? [place.uid] : [])));
  const others = places.flatMap(({ uid, task: on }) => (on === returned.id && !isOn.has(uid) ? [uid] : []));
  const able: string[] = [];
  let isPossible = false;
  for (const uids of chunksOf(others)) {
    const asked = { keys, now: timestamp(now), by: 'offer', viewer: null } as const;
    const { check } = await loadEligibility(trx, asked, uids, [task]);
    for (const uid of uids) {
      const { refusal } = check(uid, task.id, { without: [returned.id] });
      if (refusal === null) able.push(uid);
      if (refusal === null || isPersonalRule(refusal)) isPossible = true;
    }
  }
  if (!isPossible) refuseField('/for', 'Nobody on it can join the task that you offer');
  return able;
}

/** Does nothing if there is no offer. */
export async function withdrawOffer({ db }: Services, { projectRole, id, uid, now }: OnTask): Promise<void> {
  const { pid } = projectRole.scope;
  await db.transaction(async (trx) => {
    await lockPlan(trx, uid);
    await endOffer(trx, { actor: uid, now }, { pid, id, giver: uid });
  });
}

/** For the person to whom the place was offered. Does nothing if there is no such offer. */
export async function declineOffer({ db }: Services, declining: OnTask & { giver: string }): Promise<void> {
  const { projectRole, id, uid, giver, now } = declining;
  const { pid } = projectRole.scope;
  await db.transaction(async (trx) => {
    await lockPlan(trx, giver);
    const offer = await findOffer(trx, id, giver);
    if (offer?.to_uid !== uid) return;
    const task = (await findTask(trx, projectRole.scope, id)) ?? noSuchTask();
    await deleteOffer(trx, id, giver);
    await withdrawNoticesOf(trx, { pid, id, giver }, offer);
    await record(trx, now, { actor: uid, kind: 'offer.declined', subject: giver, pid, detail: { task: id } });
    await notify(trx, { actor: uid, now }, [{ kind: 'place.declined', uid: giver, ...aboutTask(task) }]);
  });
}

/**
 * One transaction for both sides: people are locked by id, then tasks by id, and the rules are checked on the plans that
 * both would have afterwards.
 */
export async function takeOffer({ db, keys }: Services, taking: OnTask & { giver: string }): Promise<void> {
  const { projectRole, id, uid, giver, now } = taking;
  const { scope } = projectRole;
  await db.transaction(async (trx) => {
    if (giver === uid) fail('not_allowed', { detail: 'You cannot take your own place' });
    await lockWithWaiting(trx, [id], [uid, giver]);
    for (const one of [uid, giver].toSorted()) await lockPlan(trx, one);
    const task = (await findTask(trx, scope, id)) ?? noSuchTask();
    const offer = await deleteOffer(trx, id, giver);
    const isFor = offer !== undefined && (offer.to_uid === null || offer.to_uid === uid);
    const isOn = await isAttending(trx, id, uid);
    // The answer to a repeated request: the caller has the place.
    if (offer === undefined && isOn) return;
    if (!isFor) fail('not_found', { detail: 'There is no such offer' });
    if (isOn) fail('not_allowed', { detail: 'You are already on this task' });
    if (task.starts_at <= timestamp(now)) fail('not_allowed', { detail: 'The task has started' });
    const returned = offer.for_task;
    if (await isMarkedOn(trx, id, giver)) throw returned === null ? new Problem('not_allowed') : swapProblem();
    if (returned !== null) await requireGiven(trx, taking, returned);
    // They would lose their place and get nothing for it.
    if (returned !== null && (await isAttending(trx, returned, giver))) throw swapProblem();
    await movePlaces(
      trx,
      { scope, keys, actor: uid, now, by: 'offer' },
      {
        on: [{ uid, task: id }, ...(returned === null ? [] : [{ uid: giver, task: returned }])],
        off: [{ uid: giver, task: id }, ...(returned === null ? [] : [{ uid, task: returned }])],
      },
    );
    await withdrawNoticesTo(trx, 'place.offered', id, [uid]);
    await withdrawNoticesOf(trx, { pid: task.pid, id, giver }, offer);
  });
}

/** Somebody who is marked keeps the place: otherwise nobody would know that they were missing, or that they came. */
const isMarkedOn = async (trx: Trx, id: string, uid: string): Promise<boolean> =>
  isMarked((await lockAttendance(trx, id, uid))?.state);

async function requireGiven(trx: Trx, { projectRole, uid, now }: OnTask, id: string): Promise<void> {
  if (!(await isAttending(trx, id, uid))) fail('not_allowed', { detail: 'You are not on the requested task' });
  if (await isMarkedOn(trx, id, uid)) fail('not_allowed', { detail: 'Your attendance is already recorded' });
  const task = (await findTask(trx, projectRole.scope, id)) ?? noSuchTask();
  if (task.starts_at <= timestamp(now)) fail('not_allowed', { detail: 'The requested task has started' });
}
