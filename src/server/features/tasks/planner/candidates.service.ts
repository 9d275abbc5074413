import { teamsLedBy } from '../../../auth/project-role.ts';
import type { Actor, ProjectRole } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { availabilitiesOf } from '../../availability/availability.service.ts';
import { isPersonalRule, ruleIn } from '../attendance/placement.policy.ts';
import { loadEligibility } from '../rules/eligibility.service.ts';
import { overnightCheck } from '../rules/overnight.policy.ts';
import { isAvailable } from '../rules/rules.policy.ts';
import { refusalForOthers } from '../rules/rules.policy.ts';
import type { Times } from '../rules/rules.policy.ts';
import { requirePlanner } from '../tasks.policy.ts';
import { findTask, timezoneOf } from '../tasks.queries.ts';
import { noSuchTask } from '../tasks.service.ts';
import type { TaskCandidates } from './candidates.schema.ts';
import { listMembersAmong, listOwnAmong } from './planner.queries.ts';

/** Which of these people could be assigned to the task. People whom the caller does not lead are left out. */
export async function candidatesOf(read: Reader, actor: Actor & { keys: Keyring }, id: string, list: string) {
  const { projectRole, now, keys, uid: viewer } = actor;
  const task = (await findTask(read, projectRole.scope, id)) ?? noSuchTask();
  requirePlanner(projectRole, task.tid);
  const uids = await ownPeopleAmong(read, projectRole, [...new Set(list.split(','))]);
  const { check } = await loadEligibility(read, { keys, now: timestamp(now), by: 'planner', viewer }, uids, [task]);
  const restsOvernight = overnightCheck(await timezoneOf(read, projectRole.scope));
  const isFree = await availabilityCheck(read, projectRole, uids);
  return uids.flatMap((uid): TaskCandidates['data'] => {
    const { refusal, broken, missing, plan } = check(uid, id);
    if (refusal !== null && !isPersonalRule(refusal)) return [];
    const rule = ruleIn(projectRole.scope.pid, broken[0]?.limit ?? null);
    const wishes = { available: isFree(uid, task), rested: restsOvernight(plan, task) };
    return [{ uid, refusal: refusal && refusalForOthers(refusal), missing_skills: missing, rule, ...wishes }];
  });
}

/**
 * Whose possibilities the planner may look at: owners everybody's, chiefs those of people in their teams and on their
 * tasks. They can still assign others, who are notified, and ask everybody for help.
 */
export async function ownPeopleAmong(
  read: Reader,
  projectRole: ProjectRole,
  uids: readonly string[],
): Promise<readonly string[]> {
  if (projectRole.owner || uids.length === 0) return uids;
  const own = await listOwnAmong(read, projectRole.scope, teamsLedBy(projectRole), uids);
  return uids.filter((uid) => own.has(uid));
}

/** Whether the person is in a team that the planner leads. */
export const isMemberOf = async (read: Reader, projectRole: ProjectRole, uid: string): Promise<boolean> =>
  (await listMembersAmong(read, projectRole.scope, teamsLedBy(projectRole), [uid])).has(uid);

/**
 * Whether people have not said that they cannot help then. What they said is for the owners and their own chiefs, as on
 * the page of a person; to others everybody is available.
 */
export async function availabilityCheck(
  read: Reader,
  projectRole: ProjectRole,
  uids: readonly string[],
): Promise<(uid: string, task: Times) => boolean> {
  if (uids.length === 0) return () => true;
  const { owner, scope } = projectRole;
  const said = await availabilitiesOf(read, scope, uids);
  const own = owner ? new Set(uids) : await listMembersAmong(read, scope, teamsLedBy(projectRole), uids);
  return (uid, task) => {
    const availability = own.has(uid) ? said.get(uid) : undefined;
    return availability === undefined || isAvailable(availability, task);
  };
}
