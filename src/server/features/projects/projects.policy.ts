import { holds, inProject, isPlanner } from '../../auth/project-role.ts';
import type { Roles } from '../../auth/project-role.ts';
import type { Project, ProjectRights } from './projects.schema.ts';

type State = Project['state'];

export const canCreateProjects = (role: { administrator: boolean }): boolean => role.administrator;
/** The home page belongs to all projects of the installation. */
export const canChooseLeading = (role: { administrator: boolean }): boolean => role.administrator;
/** Administrators appoint owners, so they can see them. */
export const canSeeOwners = (roles: Roles): boolean => inProject(roles) || roles.administrator || roles.deputy.size > 0;
export const canEditSubsidies = (roles: Roles): boolean => holds(roles, 'finance');

type Dated = Pick<Project, 'starts_on'>;

/** Whether a project cannot be the year before another. Without the dates of both nobody knows. */
export const beginsLater = (one: Dated, other: Dated): boolean =>
  one.starts_on !== null && other.starts_on !== null && one.starts_on > other.starts_on;

/** The roles of a person in a project, for one project or a page of them. */
export function projectRights(roles: Roles, state: State): ProjectRights {
  const { owner, administrator } = roles;
  const planner = isPlanner(roles);
  const reads = holds(roles, 'viewer');
  return {
    edit: owner,
    remove: state === 'draft' && (owner || administrator),
    create_teams: owner,
    see_owners: canSeeOwners(roles),
    appoint_owners: owner || administrator,
    see_people: owner,
    // Chiefs list the people of their own teams.
    list_people: planner || reads || holds(roles, 'recruiting') || holds(roles, 'safety'),
    see_subsidies: inProject(roles) || reads || canEditSubsidies(roles),
    edit_subsidies: canEditSubsidies(roles),
    see_tasks: inProject(roles) || reads,
    plan_tasks: planner,
    create_forms: owner,
    manage_money: holds(roles, 'finance'),
    recruit: planner || holds(roles, 'recruiting'),
    recruit_all: holds(roles, 'recruiting'),
    send_messages: planner || holds(roles, 'writer'),
    announce: holds(roles, 'writer'),
    run_desk: holds(roles, 'desk'),
    see_now: planner || holds(roles, 'desk') || holds(roles, 'safety'),
    see_safety: holds(roles, 'safety'),
    see_overview: reads || administrator,
    see_plan: planner || reads,
    see_totals: planner || reads,
    see_hours: reads,
    see_grants: reads || administrator,
    see_statistics: reads,
    read_audit: owner || administrator,
  };
}
