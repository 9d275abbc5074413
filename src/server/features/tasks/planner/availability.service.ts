import { teamsLedBy } from '../../../auth/project-role.ts';
import type { ProjectRole } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';
import { availabilitiesOf } from '../../availability/availability.service.ts';
import { isAvailable } from '../rules/rules.policy.ts';
import type { Times } from '../rules/rules.policy.ts';
import { listMembersAmong } from './planner.queries.ts';

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
