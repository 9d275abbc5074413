import { confirmCaller } from '../../../auth/confirm.ts';
import type { Confirmed } from '../../../auth/confirm.ts';
import type { Person } from '../../../auth/caller.ts';
import { deciderBehind, mayDecideForOneself } from '../../../auth/oneself.ts';
import { inProject } from '../../../auth/project-role.ts';
import type { Actor, ProjectScope, Roles } from '../../../auth/project-role.ts';
import type { Db, Reader, Trx } from '../../../db/db.ts';
import { chiefsOrOwners } from '../../../db/memberships.ts';
import { fail, refuseField } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import { newId } from '../../../lib/secrets.ts';
import { record } from '../../audit/audit.service.ts';
import { notify, withdrawNotices } from '../../notices/notify.service.ts';
import type { NewNotice } from '../../notices/notify.service.ts';
import { minutesOfWork } from '../../tasks/attendance/states.policy.ts';
import { canPlanFor } from '../../tasks/tasks.policy.ts';
import { takesPart } from '../codes/codes.queries.ts';
import { canDecide, canRemove, workTimes } from './work.policy.ts';
import type { Decider } from './work.policy.ts';
import {
  countClaims,
  deleteWork,
  findEnabledTeam,
  findWork,
  insertWork,
  isBusy,
  lockWork,
  updateWork,
} from './work.queries.ts';
import type { WorkRow } from './work.queries.ts';
import type { NewWork, Work, WorkDecision } from './work.schema.ts';

const maxClaims = 50;
type Services = { db: Db };
type Change = Actor & { id: string };

const noSuchWork = (): never => fail('not_found', { detail: 'There is no such work in this project' });

export async function deciderOf(read: Reader, scope: ProjectScope, roles: Roles, caller: Person): Promise<Decider> {
  return { roles, caller: deciderBehind(caller), alone: await mayDecideForOneself(read, scope, roles, caller) };
}

export const presentWork =
  (decider: Decider) =>
  (row: WorkRow): Work => ({
    id: row.id,
    uid: row.uid,
    name: row.name,
    tid: row.tid,
    title: row.title,
    starts_at: row.starts_at,
    ends_at: row.ends_at,
    minutes: minutesOfWork(row),
    state: row.state,
    reason: row.reason,
    created_at: row.created_at,
    rights: { decide: canDecide(decider, row), remove: canRemove(decider, row) },
  });

/**
 * Planners enter it for others, and it counts. People enter their own, and somebody else decides; for an only owner it counts.
 * Requires the person locked.
 */
export async function addWork(trx: Trx, actor: Actor, { people, roles }: Confirmed, input: NewWork): Promise<Work> {
  const { projectRole, uid, now } = actor;
  const { scope } = projectRole;
  const person = input.uid ?? uid;
  const tid = input.tid ?? null;
  const times = workTimes(input, now);
  if (person !== uid && !canPlanFor(roles, tid))
    fail('forbidden', { detail: 'Chiefs can only enter work for their own team' });
  await requireTakingPart(trx, scope, roles, { person, uid, known: people.some((one) => one.uid === person) });
  if (tid !== null) await requireTeam(trx, scope, tid);
  await requireFree(trx, scope, { uid: person, ...times });
  const decider = await deciderOf(trx, scope, roles, actor.caller);
  const decided = person !== decider.caller || decider.alone;
  if (!decided && (await countClaims(trx, scope, uid)) >= maxClaims)
    fail('not_allowed', { detail: `At most ${maxClaims} entries can wait for approval` });
  const id = newId(now);
  const state = decided ? 'approved' : 'claimed';
  const decision = decided ? { decided_by: uid, decided_at: timestamp(now) } : {};
  const row = { id, pid: scope.pid, uid: person, tid, title: input.title, ...times, state, ...decision } as const;
  await insertWork(trx, { ...row, created_at: timestamp(now) });
  await recordWork(trx, actor, { uid: person, tid }, 'work.added', state);
  await notify(trx, { actor: uid, now }, await noticesOfNew(trx, { actor: uid, now }, row));
  return presentWork(decider)((await findWork(trx, scope, id)) ?? fail('internal'));
}

type Whom = { person: string; uid: string; known: boolean };

async function requireTakingPart(trx: Trx, scope: ProjectScope, roles: Roles, { person, uid, known }: Whom) {
  if (!known) fail('not_found', { detail: 'There is no such person' });
  if (person === uid && inProject(roles)) return;
  if (await takesPart(trx, scope, person)) return;
  if (person === uid) fail('forbidden');
  fail('not_allowed', { detail: 'The person does not take part in this project' });
}

/** Requires the locked person. Nobody works twice at the same time. */
async function requireFree(trx: Trx, scope: ProjectScope, span: Parameters<typeof isBusy>[2], except?: string) {
  if (await isBusy(trx, scope, span, except))
    fail('task_overlap', { detail: 'The person has a task or other work at that time' });
}

async function requireTeam(trx: Trx, scope: ProjectScope, tid: string): Promise<void> {
  if ((await findEnabledTeam(trx, scope, tid)) === undefined) refuseField('/tid', 'is not a team of this project');
}

type NewRow = Pick<WorkRow, 'id' | 'uid' | 'tid' | 'title' | 'starts_at' | 'ends_at' | 'state'> & { pid: string };

const valuesOf = ({ title, starts_at, ends_at }: Pick<NewRow, 'title' | 'starts_at' | 'ends_at'>) => ({
  title,
  starts_at,
  ends_at,
});

async function noticesOfNew(trx: Trx, { actor, now }: { actor: string; now: Date }, row: NewRow): Promise<NewNotice[]> {
  const about = { pid: row.pid, subject: row.id };
  if (row.state === 'approved')
    return [{ kind: 'hours.work', uid: row.uid, ...about, values: { ...valuesOf(row), change: 'added' } }];
  const deciders = await chiefsOrOwners(trx, { ...row, actor, now });
  return deciders.map((uid) => ({ kind: 'hours.claimed', uid, ...about, values: valuesOf(row) }));
}

/** Nobody is asked to decide any more. */
async function withdrawClaim(trx: Trx, { pid }: ProjectScope, { id, state, created_at }: WorkRow): Promise<void> {
  if (state === 'claimed')
    await withdrawNotices(trx, { kind: 'hours.claimed', pid, subject: id, since: new Date(created_at) });
}

type WorkKind = 'work.added' | 'work.decided' | 'work.removed';

const recordWork = (
  trx: Trx,
  { projectRole, uid, now }: Actor,
  about: Pick<WorkRow, 'uid' | 'tid'>,
  kind: WorkKind,
  state: string,
): Promise<void> =>
  record(trx, now, {
    actor: uid,
    kind,
    subject: about.uid,
    pid: projectRole.scope.pid,
    detail: { tid: about.tid, state },
  });

/** A decision can be changed again. */
export async function decideWork({ db }: Services, change: Change, input: WorkDecision): Promise<Work> {
  const { projectRole, caller, uid, now, id } = change;
  const { scope } = projectRole;
  return db.transaction(async (trx) => {
    const { uid: person } = (await findWork(trx, scope, id)) ?? noSuchWork();
    const { roles } = await confirmCaller(trx, now, caller, [person]);
    const before = await lockVisible(trx, change, roles);
    const decider = await deciderOf(trx, scope, roles, caller);
    if (!canDecide(decider, before)) fail('forbidden', { detail: 'Somebody else decides about this work' });
    const reason = input.state === 'declined' ? (input.reason ?? '') : '';
    const after: WorkRow = { ...before, state: input.state, reason };
    if (after.state === before.state && reason === before.reason) return presentWork(decider)(before);
    if (input.state === 'approved') await requireFree(trx, scope, before, id);
    await updateWork(trx, id, { state: input.state, reason, decided_by: uid, decided_at: timestamp(now) });
    await recordWork(trx, change, before, 'work.decided', input.state);
    await withdrawClaim(trx, scope, before);
    await notify(trx, { actor: uid, now }, [
      {
        kind: 'hours.work',
        uid: before.uid,
        pid: scope.pid,
        subject: id,
        values: { ...valuesOf(before), change: input.state, ...(reason === '' ? {} : { reason }) },
      },
    ]);
    return presentWork(decider)(after);
  });
}

/** 404 for work that the caller may not know of. */
async function lockVisible(trx: Trx, { projectRole, uid, id }: Change, roles: Roles): Promise<WorkRow> {
  const row = (await lockWork(trx, projectRole.scope, id)) ?? noSuchWork();
  return row.uid === uid || canPlanFor(roles, row.tid) ? row : noSuchWork();
}

export async function removeWork({ db }: Services, change: Change): Promise<void> {
  const { caller, uid, now, id } = change;
  await db.transaction(async (trx) => {
    const { roles } = await confirmCaller(trx, now, caller);
    const row = await lockVisible(trx, change, roles);
    const decider = await deciderOf(trx, change.projectRole.scope, roles, caller);
    if (!canRemove(decider, row)) fail('forbidden', { detail: 'It has already been approved or declined' });
    await deleteWork(trx, id);
    await recordWork(trx, change, row, 'work.removed', row.state);
    await withdrawClaim(trx, change.projectRole.scope, row);
    if (row.uid !== uid && row.state === 'approved')
      await notify(trx, { actor: uid, now }, [
        {
          kind: 'hours.work',
          uid: row.uid,
          pid: change.projectRole.scope.pid,
          subject: id,
          values: { ...valuesOf(row), change: 'removed' },
        },
      ]);
  });
}
