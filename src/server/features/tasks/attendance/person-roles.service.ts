import type { ProjectScope } from '../../../auth/project-role.ts';
import type { Reader } from '../../../db/db.ts';
import type { PersonRoles } from '../rules/joining.policy.ts';
import { listParts } from './placement.queries.ts';

/** What a person is in a project. */
export async function personRolesOf(
  read: Reader,
  scope: ProjectScope,
  uid: string,
): Promise<Omit<PersonRoles, 'suspended'>> {
  const parts = await listParts(read, scope, uid);
  return {
    owner: parts.some(({ part }) => part === 'owner'),
    helper: parts.some(({ part }) => part === 'helper'),
    teams: new Map(parts.flatMap(({ part, tid, role }) => (part === 'team' ? [[tid, role]] : []))),
  };
}
