import { holds, teamsLedBy } from '../../../auth/project-role.ts';
import type { ProjectRole } from '../../../auth/project-role.ts';
import { roleAsked } from '../../forms/audience/audience.policy.ts';
import type { FormAudience } from '../../forms/audience/audience.policy.ts';

/** Owners, and deputies who recruit, keep people safe or read what owners read. */
const seesEverybody = (role: ProjectRole): boolean =>
  holds(role, 'recruiting') || holds(role, 'safety') || holds(role, 'viewer');

/** Undefined: everybody in the project. Chiefs see the people of the teams that they lead. */
export const visibleTeams = (projectRole: ProjectRole): readonly string[] | undefined =>
  seesEverybody(projectRole) ? undefined : teamsLedBy(projectRole);

export const mayFilterByTeam = (projectRole: ProjectRole, tid: string): boolean =>
  visibleTeams(projectRole)?.includes(tid) ?? true;

/** Whether an address belongs to somebody in the project is for owners to know. */
export const mayLookUpAddress = ({ owner }: ProjectRole): boolean => owner;

/** Chiefs do not learn in which other teams somebody is: the person may be hidden there. */
export const maySeeMembership = (projectRole: ProjectRole, tid: string): boolean =>
  seesEverybody(projectRole) || projectRole.teams.has(tid);

/** Whether all addresses in the list are shown, so that it can be searched by them. */
export const seesAddresses = (projectRole: ProjectRole): boolean =>
  holds(projectRole, 'recruiting') || !seesEverybody(projectRole);

/** Deputies who only read see the addresses of people in teams that they lead besides. `tids`: the person's teams. */
export const seesAddressOf = (projectRole: ProjectRole, tids: readonly string[]): boolean =>
  seesAddresses(projectRole) || leadsOne(projectRole, tids);

const leadsOne = (projectRole: ProjectRole, tids: readonly string[]): boolean =>
  tids.some((tid) => projectRole.teams.get(tid) === 'chief');

/**
 * The part of an audience that chiefs may know about: those whom the form asks because of another team are left out,
 * since it would tell that they are in that team. No team has an empty identifier.
 */
export function visibleAudience(
  { owner, teams, deputy }: Pick<ProjectRole, 'owner' | 'teams' | 'deputy'>,
  asked: FormAudience,
): FormAudience {
  const dependsOnTeam = asked.tids.length > 0 || roleAsked(asked.audience) !== undefined;
  if (holds({ owner, deputy }, 'viewer') || !dependsOnTeam) return asked;
  const own = asked.tids.length === 0 ? [...teams.keys()] : asked.tids.filter((tid) => teams.has(tid));
  return { ...asked, tids: ['', ...own] };
}

/**
 * What the caller is to a person with these teams, which decides whose contact details they see. Everybody in the list of a chief
 * is in a team of theirs, or on a task of it. Deputies who recruit are what chiefs are; others see what is for everybody.
 */
export function readerOfPerson(projectRole: ProjectRole, tids: readonly string[]) {
  const { owner } = projectRole;
  const leads = !seesEverybody(projectRole) || leadsOne(projectRole, tids);
  return {
    isOwner: owner,
    isChief: !owner && (leads || holds(projectRole, 'recruiting')),
    isTeammate: !owner && leads,
  };
}
