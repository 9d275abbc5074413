import { inTeam, leadsTeam, recruitsFor } from '../../auth/project-role.ts';
import type { ProjectRole, Roles } from '../../auth/project-role.ts';
import type { TeamChange, TeamRights } from './teams.schema.ts';
import type { TeamsTable } from '../../db/tables.ts';

export const canSeeDisabledTeams = (projectRole: ProjectRole): boolean => projectRole.owner;
const canEditTeam = (projectRole: ProjectRole, tid: string): boolean => leadsTeam(projectRole, tid);
const canManageTeam = (projectRole: ProjectRole): boolean => projectRole.owner;
const canAppointChiefs = (projectRole: ProjectRole): boolean => projectRole.owner;
const canAddMembers = (projectRole: ProjectRole, tid: string): boolean => recruitsFor(projectRole, tid);
export const canSeeContacts = (projectRole: ProjectRole, tid: string): boolean => inTeam(projectRole, tid);
export const canSeeSuspended = (projectRole: ProjectRole, tid: string): boolean => leadsTeam(projectRole, tid);
export const canSeeAddresses = (projectRole: ProjectRole, tid: string): boolean => leadsTeam(projectRole, tid);

/** What the caller is to the people of a team, which decides whose contact details they see. */
export const readerOfTeam = (projectRole: ProjectRole, tid: string) => ({
  isOwner: projectRole.owner,
  isChief: projectRole.teams.get(tid) === 'chief',
  isTeammate: projectRole.teams.has(tid),
});
const isMember = ({ teams, ledOnly }: ProjectRole, tid: string): boolean => teams.has(tid) && !ledOnly.has(tid);

type TeamState = Pick<TeamsTable, 'tid' | 'disabled_at' | 'applications_open_at'>;

const canApply = (projectRole: ProjectRole, { tid, disabled_at, applications_open_at }: TeamState): boolean =>
  projectRole.signedIn &&
  projectRole.state !== 'archived' &&
  !isMember(projectRole, tid) &&
  disabled_at === null &&
  applications_open_at !== null;

/** Members can leave, chiefs can remove members, and owners can remove chiefs. */
export function canRemove(roles: Roles, tid: string, caller: string, person: { uid: string; chief: boolean }): boolean {
  if (person.uid === caller || roles.owner) return true;
  return leadsTeam(roles, tid) && !person.chief;
}

/** Only owners change these; chiefs change the other fields. */
const ownersFields = ['name', 'headcount'] as const;

export const fieldsBeyond = (projectRole: ProjectRole, change: TeamChange): string[] =>
  canManageTeam(projectRole) ? [] : ownersFields.filter((field) => change[field] !== undefined);

export function teamRights(projectRole: ProjectRole, team: TeamState): TeamRights {
  const { tid } = team;
  return {
    edit: canEditTeam(projectRole, tid),
    manage: canManageTeam(projectRole),
    appoint_chiefs: canAppointChiefs(projectRole),
    add_members: canAddMembers(projectRole, tid),
    see_contacts: canSeeContacts(projectRole, tid),
    leave: isMember(projectRole, tid),
    apply: canApply(projectRole, team),
  };
}
