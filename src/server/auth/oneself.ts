import type { Reader } from '../db/db.ts';
import { fail } from '../errors.ts';
import { hasOtherOwners } from './auth.queries.ts';
import type { Person } from './caller.ts';
import type { ProjectScope, Roles } from './project-role.ts';

/** The person who decides: behind a service account, the owner who has its token. */
export const deciderBehind = ({ uid, credential }: Person): string => credential.responsible ?? uid;

/**
 * What counts for a person (marks, hours, work without a task, skills that organisers give) is decided by somebody else, on
 * every path. The only owner of a project has nobody to ask for it, so they may; it is shown as decided by themselves.
 */
export const mayDecideForOneself = async (read: Reader, scope: ProjectScope, roles: Roles, caller: Person) =>
  roles.owner && !(await hasOtherOwners(read, scope.pid, deciderBehind(caller)));

/** For a list of people: whether somebody else decides about the person, because they are the caller. */
export async function othersDecideAmong(
  read: Reader,
  scope: ProjectScope,
  roles: Roles,
  { caller, uids }: { caller: Person; uids: readonly string[] },
): Promise<(uid: string) => boolean> {
  const own = deciderBehind(caller);
  const othersDecide = uids.includes(own) && !(await mayDecideForOneself(read, scope, roles, caller));
  return (uid) => othersDecide && uid === own;
}

type Decision = { caller: Person; person: string };

/** Returns whether they decide about themselves. */
export async function requireSomebodyElse(
  read: Reader,
  scope: ProjectScope,
  roles: Roles,
  { caller, person }: Decision,
): Promise<boolean> {
  if (deciderBehind(caller) !== person) return false;
  if (await mayDecideForOneself(read, scope, roles, caller)) return true;
  return fail('forbidden', { detail: "You can't decide what counts for yourself. Ask an owner or another chief" });
}
