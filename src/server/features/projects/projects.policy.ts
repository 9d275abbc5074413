import { inProject, isPlanner } from '../../auth/standing.ts';
import type { Standing } from '../../auth/standing.ts';
import type { ProjectRights } from './projects.schema.ts';

/** What somebody is to a project, whether it was asked for one project or for a page of them. */
export type ProjectRole = { owner: boolean; administrator: boolean; people: boolean; planner: boolean };

export const roleIn = (standing: Standing): ProjectRole => ({
  owner: standing.owner,
  administrator: standing.administrator,
  people: inProject(standing),
  planner: isPlanner(standing),
});

export const canCreateProjects = (role: { administrator: boolean }): boolean => role.administrator;
export const canEditProject = (role: ProjectRole): boolean => role.owner;
export const canCreateTeams = (role: ProjectRole): boolean => role.owner;
export const canAppointOwners = (role: ProjectRole): boolean => role.owner || role.administrator;
/** Administrators appoint owners, so they see who they are. */
export const canSeeOwners = (role: ProjectRole): boolean => role.people || role.administrator;
export const canSeePeople = (role: ProjectRole): boolean => role.owner;
export const canSeeSubsidies = (role: ProjectRole): boolean => role.people;
export const canEditSubsidies = (role: ProjectRole): boolean => role.owner;
export const canSeeTasks = (role: ProjectRole): boolean => role.people;
export const canPlanTasks = (role: ProjectRole): boolean => role.planner;
export const canCreateForms = (role: ProjectRole): boolean => role.owner;
export const canReadAudit = (role: ProjectRole): boolean => role.owner || role.administrator;

export const projectRights = (role: ProjectRole): ProjectRights => ({
  edit: canEditProject(role),
  create_teams: canCreateTeams(role),
  see_owners: canSeeOwners(role),
  appoint_owners: canAppointOwners(role),
  see_people: canSeePeople(role),
  see_subsidies: canSeeSubsidies(role),
  edit_subsidies: canEditSubsidies(role),
  see_tasks: canSeeTasks(role),
  plan_tasks: canPlanTasks(role),
  create_forms: canCreateForms(role),
  read_audit: canReadAudit(role),
});
