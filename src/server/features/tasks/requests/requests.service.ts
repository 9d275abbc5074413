import { confirmCaller } from '../../../auth/confirm.ts';
import { holds, teamsLedBy } from '../../../auth/project-role.ts';
import type { Actor, ProjectRole } from '../../../auth/project-role.ts';
import { personUid } from '../../../auth/scopes.ts';
import type { Db, Reader, Trx } from '../../../db/db.ts';
import { chiefsOrOwners } from '../../../db/memberships.ts';
import { fail } from '../../../errors.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { record } from '../../audit/audit.service.ts';
import { aboutTask, notify } from '../../notices/notify.service.ts';
import { withdrawRequestNotices } from '../attendance/attendees.service.ts';
import { isPersonalRule } from '../attendance/placement.policy.ts';
import { checkPlace, movePlaces } from '../attendance/placement.service.ts';
import { loadEligibility } from '../rules/eligibility.service.ts';
import { refusalForOthers } from '../rules/rules.policy.ts';
import { requirePlanner } from '../tasks.policy.ts';
import { findTask } from '../tasks.queries.ts';
import { noSuchTask } from '../tasks.service.ts';
import * as queries from './requests.queries.ts';
import {
  declineRequest,
  deleteRequest,
  findRequest,
  insertRequest,
  selectRequests,
  updateNote,
} from './requests.queries.ts';
import type { RequestRow, RequestSelection } from './requests.queries.ts';
import type { JoinRequest } from './requests.schema.ts';

type Asking = Actor & { id: string; note?: string | undefined };

/**
 * For a task on which planners decide who gets a place. The rules are checked now, so that nobody waits in vain, and again
 * when a planner approves. Asking again with another note replaces the note, and notifies nobody once more.
 */
export async function requestPlace(trx: Trx, keys: Keyring, asking: Asking): Promise<void> {
  const { projectRole, id, uid, now, note } = asking;
  const { scope } = projectRole;
  const mover = { scope, keys, actor: uid, now, by: 'approval' } as const;
  const task = await checkPlace(trx, mover, { uid, task: id });
  const before = await findRequest(trx, id, uid);
  if (before?.declined_at != null) fail('not_allowed', { detail: 'The request was declined' });
  const entry = { actor: uid, kind: 'request.sent', subject: uid, pid: scope.pid, detail: { task: id } } as const;
  if (before !== undefined) {
    if (note === undefined || note === before.note) return;
    await updateNote(trx, id, uid, note);
    return record(trx, now, entry);
  }
  if (task.opens_at !== null && task.opens_at > timestamp(now)) fail('not_open_yet');
  await insertRequest(trx, { task_id: id, uid, note: note ?? '', created_at: timestamp(now) });
  await record(trx, now, entry);
  const planners = await chiefsOrOwners(trx, { ...task, actor: uid, now });
  await notify(
    trx,
    { actor: uid, now },
    planners.map((planner) => ({ kind: 'request.received', uid: planner, ...aboutTask(task), occasion: uid })),
  );
}

/** Requires the person's locked plan. A declined request stays, so that it is not sent again. */
export async function withdrawRequest(trx: Trx, { projectRole, id, uid, now }: Asking): Promise<void> {
  const request = await findRequest(trx, id, uid);
  if (request === undefined || request.declined_at !== null) return;
  await deleteRequest(trx, id, uid);
  const { pid } = projectRole.scope;
  await withdrawRequestNotices(trx, { pid }, { ...request, task_id: id, uid });
  await record(trx, now, { actor: uid, kind: 'request.withdrawn', subject: uid, pid, detail: { task: id } });
}

type Deciding = Asking & { person: string };

/** Deciding twice in the same way does nothing. A declined request can still be approved. */
export async function decideRequest(
  { db, keys }: { db: Db; keys: Keyring },
  deciding: Deciding,
  approved: boolean,
): Promise<void> {
  const { projectRole, caller, id, uid, now, person } = deciding;
  const { scope } = projectRole;
  await db.transaction(async (trx) => {
    const { roles } = await confirmCaller(trx, now, caller, [person]);
    const task = (await findTask(trx, scope, id)) ?? noSuchTask();
    requirePlanner(roles, task.tid);
    const request = await findRequest(trx, id, person);
    if (request === undefined) return fail('not_found', { detail: 'There is no such request' });
    if (approved) {
      const mover = { scope, keys, actor: uid, now, by: 'approval' } as const;
      await movePlaces(trx, mover, { on: [{ uid: person, task: id }] });
      return;
    }
    if (request.declined_at !== null) return;
    await declineRequest(trx, id, person, { declined_at: timestamp(now), declined_by: personUid(uid) });
    const { pid } = scope;
    await withdrawRequestNotices(trx, { pid }, { ...request, task_id: id, uid: person });
    await record(trx, now, { actor: uid, kind: 'request.declined', subject: person, pid, detail: { task: id } });
    await notify(trx, { actor: uid, now }, [{ kind: 'request.declined', uid: person, ...aboutTask(task) }]);
  });
}

/** Owners decide about all tasks, chiefs about those of their teams. */
const teamsOf = (projectRole: ProjectRole) => (holds(projectRole, 'viewer') ? undefined : teamsLedBy(projectRole));

export const listRequests = (read: Reader, role: ProjectRole, selection: Omit<RequestSelection, 'tids'>) =>
  selectRequests(read, role.scope, { ...selection, tids: teamsOf(role) });

type Counted = { task: string | undefined; now: string };

export const countRequests = (read: Reader, role: ProjectRole, { task, now }: Counted): Promise<number> =>
  queries.countRequests(read, role.scope, { task, now, tids: teamsOf(role) });

/** Adds what keeps organisers from approving them now, so that nobody has to try. */
export async function requestPresenter(
  read: Reader,
  asked: { keys: Keyring; now: string; viewer: string },
  rows: readonly RequestRow[],
): Promise<(row: RequestRow) => JoinRequest> {
  const tasks = new Map(rows.map(({ task: id, ...row }) => [id, { ...row, id }]));
  const uids = [...new Set(rows.map(({ uid }) => uid))];
  const { check } = await loadEligibility(read, { ...asked, by: 'approval' }, uids, [...tasks.values()]);
  return ({ pid: _pid, kind_id: _kind, visibility: _visibility, joining: _joining, opens_at: _opens, ...row }) => {
    const { refusal } = check(row.uid, row.task);
    return { ...row, refusal: refusal !== null && isPersonalRule(refusal) ? refusalForOthers(refusal) : null };
  };
}
