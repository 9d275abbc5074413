import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { openSearch } from '../features/tasks/open/search.ts';
import { taskSearch } from '../features/tasks/search.ts';
import { sortSearch } from '../ui/table/search.ts';
import { requireSignIn, root } from './root.tsx';

const list = createRoute({
  getParentRoute: () => root,
  path: '/projects',
  component: lazyRouteComponent(() => import('../features/projects/projects-page.tsx'), 'ProjectListPage'),
});

const project = createRoute({
  getParentRoute: () => root,
  path: '/projects/$pid',
  component: lazyRouteComponent(() => import('../features/projects/project-page.tsx'), 'ProjectLayout'),
});

const overview = createRoute({
  getParentRoute: () => project,
  path: '/',
  component: lazyRouteComponent(() => import('../features/projects/project-page.tsx'), 'ProjectOverviewPage'),
});

const staff = createRoute({
  getParentRoute: () => project,
  path: '/staff',
  component: lazyRouteComponent(() => import('../features/members/staff-page.tsx'), 'StaffPage'),
});

const teams = createRoute({
  getParentRoute: () => project,
  path: '/teams',
  component: lazyRouteComponent(() => import('../features/teams/teams-page.tsx'), 'TeamsPage'),
});

const team = createRoute({
  getParentRoute: () => project,
  path: '/teams/$tid',
  validateSearch: sortSearch,
  component: lazyRouteComponent(() => import('../features/teams/team-page.tsx'), 'TeamPage'),
});

const tasks = createRoute({
  getParentRoute: () => project,
  path: '/tasks',
  beforeLoad: requireSignIn,
  validateSearch: taskSearch,
  component: lazyRouteComponent(() => import('../features/tasks/tasks-page.tsx'), 'TasksPage'),
});

const task = createRoute({
  getParentRoute: () => project,
  path: '/tasks/$id',
  beforeLoad: requireSignIn,
  component: lazyRouteComponent(() => import('../features/tasks/task-page.tsx'), 'TaskPage'),
});

const openTasks = createRoute({
  getParentRoute: () => project,
  path: '/open-tasks',
  beforeLoad: requireSignIn,
  validateSearch: openSearch,
  component: lazyRouteComponent(() => import('../features/tasks/open/open-tasks-page.tsx'), 'OpenTasksPage'),
});

const availability = createRoute({
  getParentRoute: () => project,
  path: '/availability',
  beforeLoad: requireSignIn,
  component: lazyRouteComponent(() => import('../features/availability/availability-page.tsx'), 'AvailabilityPage'),
});

const mySkills = createRoute({
  getParentRoute: () => project,
  path: '/my-skills',
  beforeLoad: requireSignIn,
  component: lazyRouteComponent(() => import('../features/tasks/catalogue/my-skills-page.tsx'), 'MySkillsPage'),
});

const myHours = createRoute({
  getParentRoute: () => project,
  path: '/my-hours',
  beforeLoad: requireSignIn,
  component: lazyRouteComponent(() => import('../features/hours/my-hours-page.tsx'), 'MyHoursPage'),
});

const announcements = createRoute({
  getParentRoute: () => project,
  path: '/announcements',
  validateSearch: ({ tid }: Record<string, unknown>): { tid?: string } =>
    typeof tid === 'string' || typeof tid === 'number' ? { tid: String(tid) } : {},
  component: lazyRouteComponent(() => import('../features/announcements/announcements-page.tsx'), 'AnnouncementsPage'),
});

const announcement = createRoute({
  getParentRoute: () => project,
  path: '/announcements/$id',
  component: lazyRouteComponent(() => import('../features/announcements/announcements-page.tsx'), 'AnnouncementPage'),
});

const forms = createRoute({
  getParentRoute: () => project,
  path: '/forms',
  beforeLoad: requireSignIn,
  component: lazyRouteComponent(() => import('../features/forms/forms-page.tsx'), 'FormsPage'),
});

const form = createRoute({
  getParentRoute: () => project,
  path: '/forms/$form',
  beforeLoad: requireSignIn,
  component: lazyRouteComponent(() => import('../features/forms/answers/answer-page.tsx'), 'AnswerPage'),
});

const myDay = createRoute({
  getParentRoute: () => project,
  path: '/my-day',
  beforeLoad: requireSignIn,
  component: lazyRouteComponent(() => import('../features/event-day/my-day/my-day-page.tsx'), 'MyDayPage'),
});

const work = createRoute({
  getParentRoute: () => project,
  path: '/work',
  beforeLoad: requireSignIn,
  component: lazyRouteComponent(() => import('../features/event-day/work/work-page.tsx'), 'WorkPage'),
});

/** Pages of a project; tasks and forms only for signed-in people. */
export const projectRoutes = [
  list,
  project.addChildren([
    overview,
    staff,
    teams,
    team,
    tasks,
    task,
    openTasks,
    availability,
    mySkills,
    myHours,
    announcements,
    announcement,
    forms,
    form,
    myDay,
    work,
  ]),
] as const;
