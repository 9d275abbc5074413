import type { ProjectRole } from '../../../auth/project-role.ts';

/** Undefined: everybody in the project. Chiefs see the people of the teams that they lead. */
export const visibleTeams = ({ owner, teams }: ProjectRole): readonly string[] | undefined =>
  owner ? undefined : [...teams].filter(([, role]) => role === 'chief').map(([tid]) => tid);

export const mayFilterByTeam = (projectRole: ProjectRole, tid: string): boolean =>
  visibleTeams(projectRole)?.includes(tid) ?? true;

/** Whether an address belongs to somebody in the project is for owners to know. */
export const mayLookUpAddress = ({ owner }: ProjectRole): boolean => owner;

/** Chiefs do not learn in which other teams somebody is: the person may be hidden there. */
export const maySeeMembership = ({ owner, teams }: ProjectRole, tid: string): boolean => owner || teams.has(tid);

/** Everybody in the list of a chief is in a team of theirs. */
export const readerOfPeople = ({ owner }: ProjectRole) => ({ isOwner: owner, isChief: !owner, isTeammate: !owner });
