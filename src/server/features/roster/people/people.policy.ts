import { teamsLedBy } from '../../../auth/project-role.ts';
import type { ProjectRole } from '../../../auth/project-role.ts';
import { roleAsked } from '../../forms/audience/audience.policy.ts';
import type { FormAudience } from '../../forms/audience/audience.policy.ts';

/** Undefined: everybody in the project. Chiefs see the people of the teams that they lead. */
export const visibleTeams = (projectRole: ProjectRole): readonly string[] | undefined =>
  projectRole.owner ? undefined : teamsLedBy(projectRole);

export const mayFilterByTeam = (projectRole: ProjectRole, tid: string): boolean =>
  visibleTeams(projectRole)?.includes(tid) ?? true;

/** Whether an address belongs to somebody in the project is for owners to know. */
export const mayLookUpAddress = ({ owner }: ProjectRole): boolean => owner;

/** Chiefs do not learn in which other teams somebody is: the person may be hidden there. */
export const maySeeMembership = ({ owner, teams }: ProjectRole, tid: string): boolean => owner || teams.has(tid);

/**
 * The part of an audience that chiefs may know about: those whom the form asks because of another team are left out,
 * since it would tell that they are in that team. No team has an empty identifier.
 */
export function visibleAudience(
  { owner, teams }: Pick<ProjectRole, 'owner' | 'teams'>,
  asked: FormAudience,
): FormAudience {
  const dependsOnTeam = asked.tids.length > 0 || roleAsked(asked.audience) !== undefined;
  if (owner || !dependsOnTeam) return asked;
  const own = asked.tids.length === 0 ? [...teams.keys()] : asked.tids.filter((tid) => teams.has(tid));
  return { ...asked, tids: ['', ...own] };
}

/** Everybody in the list of a chief is in a team of theirs. */
export const readerOfPeople = ({ owner }: ProjectRole) => ({ isOwner: owner, isChief: !owner, isTeammate: !owner });
