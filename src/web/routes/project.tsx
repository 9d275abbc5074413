import { createRoute } from '@tanstack/react-router';
import { page } from '../loading.ts';
import { signingSearch } from '../features/documents/search.ts';
import { openSearch } from '../features/tasks/open/search.ts';
import { applySearch } from '../features/teams/applications/search.ts';
import { taskSearch } from '../features/tasks/search.ts';
import { sortSearch } from '../ui/table/search.ts';
import { requireSignIn, root } from './root.tsx';

const list = createRoute({
  getParentRoute: () => root,
  path: '/projects',
  ...page(() => import('../features/projects/projects-page.tsx'), 'ProjectListPage'),
});

const project = createRoute({
  getParentRoute: () => root,
  path: '/projects/$pid',
  ...page(() => import('../features/projects/project-page.tsx'), 'ProjectLayout'),
});

const overview = createRoute({
  getParentRoute: () => project,
  path: '/',
  ...page(() => import('../features/projects/project-page.tsx'), 'ProjectOverviewPage'),
});

const staff = createRoute({
  getParentRoute: () => project,
  path: '/staff',
  ...page(() => import('../features/members/staff-page.tsx'), 'StaffPage'),
});

const teams = createRoute({
  getParentRoute: () => project,
  path: '/teams',
  ...page(() => import('../features/teams/teams-page.tsx'), 'TeamsPage'),
});

const team = createRoute({
  getParentRoute: () => project,
  path: '/teams/$tid',
  validateSearch: sortSearch,
  ...page(() => import('../features/teams/team-page.tsx'), 'TeamPage'),
});

const apply = createRoute({
  getParentRoute: () => project,
  path: '/apply',
  validateSearch: applySearch,
  ...page(() => import('../features/teams/applications/apply-page.tsx'), 'ApplyPage'),
});

const tasks = createRoute({
  getParentRoute: () => project,
  path: '/tasks',
  beforeLoad: requireSignIn,
  validateSearch: taskSearch,
  ...page(() => import('../features/tasks/tasks-page.tsx'), 'TasksPage'),
});

const task = createRoute({
  getParentRoute: () => project,
  path: '/tasks/$id',
  beforeLoad: requireSignIn,
  ...page(() => import('../features/tasks/task-page.tsx'), 'TaskPage'),
});

const openTasks = createRoute({
  getParentRoute: () => project,
  path: '/open-tasks',
  beforeLoad: requireSignIn,
  validateSearch: openSearch,
  ...page(() => import('../features/tasks/open/open-tasks-page.tsx'), 'OpenTasksPage'),
});

const availability = createRoute({
  getParentRoute: () => project,
  path: '/availability',
  beforeLoad: requireSignIn,
  ...page(() => import('../features/availability/availability-page.tsx'), 'AvailabilityPage'),
});

const mySkills = createRoute({
  getParentRoute: () => project,
  path: '/my-skills',
  beforeLoad: requireSignIn,
  ...page(() => import('../features/tasks/catalogue/my-skills-page.tsx'), 'MySkillsPage'),
});

const myHours = createRoute({
  getParentRoute: () => project,
  path: '/my-hours',
  beforeLoad: requireSignIn,
  ...page(() => import('../features/hours/my-hours-page.tsx'), 'MyHoursPage'),
});

const announcements = createRoute({
  getParentRoute: () => project,
  path: '/announcements',
  validateSearch: ({ tid }: Record<string, unknown>): { tid?: string } =>
    typeof tid === 'string' || typeof tid === 'number' ? { tid: String(tid) } : {},
  ...page(() => import('../features/announcements/announcements-page.tsx'), 'AnnouncementsPage'),
});

const announcement = createRoute({
  getParentRoute: () => project,
  path: '/announcements/$id',
  ...page(() => import('../features/announcements/announcements-page.tsx'), 'AnnouncementPage'),
});

const forms = createRoute({
  getParentRoute: () => project,
  path: '/forms',
  beforeLoad: requireSignIn,
  ...page(() => import('../features/forms/forms-page.tsx'), 'FormsPage'),
});

const form = createRoute({
  getParentRoute: () => project,
  path: '/forms/$form',
  // Has the person's own answers, also private ones.
  ssr: false,
  beforeLoad: requireSignIn,
  ...page(() => import('../features/forms/answers/answer-page.tsx'), 'AnswerPage'),
});

const claims = createRoute({
  getParentRoute: () => project,
  path: '/claims',
  beforeLoad: requireSignIn,
  ...page(() => import('../features/money/claims-page.tsx'), 'ClaimsPage'),
});

const claim = createRoute({
  getParentRoute: () => project,
  path: '/claims/$id',
  beforeLoad: requireSignIn,
  ...page(() => import('../features/money/claim-page.tsx'), 'ClaimPage'),
});

const documents = createRoute({
  getParentRoute: () => project,
  path: '/documents',
  ...page(() => import('../features/documents/documents-page.tsx'), 'DocumentsPage'),
});

const document = createRoute({
  getParentRoute: () => project,
  path: '/documents/$id',
  validateSearch: signingSearch,
  ...page(() => import('../features/documents/document-page.tsx'), 'DocumentPage'),
});

const guardian = createRoute({
  getParentRoute: () => project,
  path: '/guardian',
  beforeLoad: requireSignIn,
  ...page(() => import('../features/guardians/guardian-page.tsx'), 'GuardianPage'),
});

const thanks = createRoute({
  getParentRoute: () => project,
  path: '/thanks',
  ...page(() => import('../features/thanks/thanks-page.tsx'), 'ThanksPage'),
});

const myGroups = createRoute({
  getParentRoute: () => project,
  path: '/my-groups',
  beforeLoad: requireSignIn,
  ...page(() => import('../features/group-sync/my-groups-page.tsx'), 'MyGroupsPage'),
});

const myDay = createRoute({
  getParentRoute: () => project,
  path: '/my-day',
  beforeLoad: requireSignIn,
  ...page(() => import('../features/event-day/my-day/my-day-page.tsx'), 'MyDayPage'),
});

const work = createRoute({
  getParentRoute: () => project,
  path: '/work',
  beforeLoad: requireSignIn,
  ...page(() => import('../features/event-day/work/work-page.tsx'), 'WorkPage'),
});

/** Pages of a project; tasks and forms only for signed-in people. */
export const projectRoutes = [
  list,
  project.addChildren([
    overview,
    staff,
    teams,
    team,
    apply,
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
    claims,
    claim,
    documents,
    document,
    guardian,
    thanks,
    myGroups,
    myDay,
    work,
  ]),
] as const;
