import { inProject, isPlanner } from '../../auth/project-role.ts';
import type { ProjectRole } from '../../auth/project-role.ts';
import type { Project, ProjectRights } from './projects.schema.ts';

/** The role of a person in a project, for one project or a page of them. */
export type ProjectRoleSummary = { owner: boolean; administrator: boolean; people: boolean; planner: boolean };
type State = Project['state'];

export const roleIn = (projectRole: ProjectRole): ProjectRoleSummary => ({
  owner: projectRole.owner,
  administrator: projectRole.administrator,
  people: inProject(projectRole),
  planner: isPlanner(projectRole),
});

export const canCreateProjects = (role: { administrator: boolean }): boolean => role.administrator;
const canEditProject = (role: ProjectRoleSummary): boolean => role.owner;
const canRemoveProject = (role: ProjectRoleSummary, state: State): boolean =>
  state === 'draft' && (role.owner || role.administrator);
const canCreateTeams = (role: ProjectRoleSummary): boolean => role.owner;
const canAppointOwners = (role: ProjectRoleSummary): boolean => role.owner || role.administrator;
/** Administrators appoint owners, so they can see them. */
export const canSeeOwners = (role: ProjectRoleSummary): boolean => role.people || role.administrator;
const canSeePeople = (role: ProjectRoleSummary): boolean => role.owner;
/** Chiefs list the people of their own teams. */
const canListPeople = (role: ProjectRoleSummary): boolean => role.planner;
const canSeeSubsidies = (role: ProjectRoleSummary): boolean => role.people;
export const canEditSubsidies = (role: ProjectRoleSummary): boolean => role.owner;
const canSeeTasks = (role: ProjectRoleSummary): boolean => role.people;
const canPlanTasks = (role: ProjectRoleSummary): boolean => role.planner;
const canCreateForms = (role: ProjectRoleSummary): boolean => role.owner;
const canReadAudit = (role: ProjectRoleSummary): boolean => role.owner || role.administrator;

export const projectRights = (role: ProjectRoleSummary, state: State): ProjectRights => ({
  edit: canEditProject(role),
  remove: canRemoveProject(role, state),
  create_teams: canCreateTeams(role),
  see_owners: canSeeOwners(role),
  appoint_owners: canAppointOwners(role),
  see_people: canSeePeople(role),
  list_people: canListPeople(role),
  see_subsidies: canSeeSubsidies(role),
  edit_subsidies: canEditSubsidies(role),
  see_tasks: canSeeTasks(role),
  plan_tasks: canPlanTasks(role),
  create_forms: canCreateForms(role),
  read_audit: canReadAudit(role),
});
