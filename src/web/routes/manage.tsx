import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { newMessageSearch } from '../features/messages/audience.ts';
import { peopleSearch } from '../features/roster/search.ts';
import { plannedSearch } from '../features/tasks/table/search.ts';
import type { PlannedSearch } from '../features/tasks/table/search.ts';
import { adminRoutes, newProject } from './admin.tsx';
import { manage } from './manage-root.tsx';
import { manageTaskRoutes } from './manage-tasks.tsx';
import { signedIn } from './root.tsx';
import { auditSearch, matches, slug } from './search.ts';
import type { AuditSearch, Search } from './search.ts';

const overview = createRoute({
  getParentRoute: () => manage,
  path: '/',
  component: lazyRouteComponent(() => import('../features/projects/overview-page.tsx'), 'ManageOverviewPage'),
});

const settings = createRoute({
  getParentRoute: () => manage,
  path: '/settings',
  component: lazyRouteComponent(() => import('../features/projects/settings-page.tsx'), 'SettingsPage'),
});

const teams = createRoute({
  getParentRoute: () => manage,
  path: '/teams',
  validateSearch: ({ create, edit, chiefs }: Search): { create?: true; edit?: string; chiefs?: string } => ({
    ...(create === true ? { create } : {}),
    ...(slug(edit) === undefined ? {} : { edit: slug(edit) ?? '' }),
    ...(slug(chiefs) === undefined ? {} : { chiefs: slug(chiefs) ?? '' }),
  }),
  component: lazyRouteComponent(() => import('../features/teams/manage-teams-page.tsx'), 'ManageTeamsPage'),
});

const owners = createRoute({
  getParentRoute: () => manage,
  path: '/owners',
  component: lazyRouteComponent(() => import('../features/projects/owners-page.tsx'), 'OwnersPage'),
});

const forms = createRoute({
  getParentRoute: () => manage,
  path: '/forms',
  validateSearch: ({ sort }: Search): { sort?: string } => (matches(sort, /^-?[a-z]{1,20}$/) ? { sort } : {}),
  component: lazyRouteComponent(() => import('../features/forms/manage-forms-page.tsx'), 'ManageFormsPage'),
});

const newForm = createRoute({
  getParentRoute: () => manage,
  path: '/forms/new',
  validateSearch: ({ kind }: Search): { kind?: string } => (matches(kind, /^[a-z_]{1,40}$/) ? { kind } : {}),
  component: lazyRouteComponent(() => import('../features/forms/new-form-page.tsx'), 'NewFormPage'),
});

const editForm = createRoute({
  getParentRoute: () => manage,
  path: '/forms/$form',
  component: lazyRouteComponent(() => import('../features/forms/edit-form-page.tsx'), 'EditFormPage'),
});

const disclosure = createRoute({
  getParentRoute: () => manage,
  path: '/forms/$form/passed-on',
  validateSearch: ({ kind }: Search): { kind?: string } => (matches(kind, /^[a-z_]{1,40}$/) ? { kind } : {}),
  component: lazyRouteComponent(() => import('../features/forms/disclosure/disclosure-page.tsx'), 'DisclosurePage'),
});

const answers = createRoute({
  getParentRoute: () => manage,
  path: '/forms/$form/answers',
  component: lazyRouteComponent(() => import('../features/forms/answers/all-answers-page.tsx'), 'AllAnswersPage'),
});

const kinds = createRoute({
  getParentRoute: () => manage,
  path: '/kinds',
  component: lazyRouteComponent(() => import('../features/tasks/catalogue/catalogue-page.tsx'), 'CataloguePage'),
});

const travelMoney = createRoute({
  getParentRoute: () => manage,
  path: '/travel-money',
  component: lazyRouteComponent(() => import('../features/subsidies/subsidies-page.tsx'), 'SubsidiesPage'),
});

const payments = createRoute({
  getParentRoute: () => manage,
  path: '/travel-money/$form',
  component: lazyRouteComponent(() => import('../features/forms/payments/payments-page.tsx'), 'PaymentsPage'),
});

const totals = createRoute({
  getParentRoute: () => manage,
  path: '/totals',
  validateSearch: ({ view }: Search): { view?: 'tables' } => (view === 'tables' ? { view } : {}),
  component: lazyRouteComponent(() => import('../features/forms/answers/totals-page.tsx'), 'TotalsPage'),
});

const exports = createRoute({
  getParentRoute: () => manage,
  path: '/exports',
  component: lazyRouteComponent(() => import('../features/projects/exports-page.tsx'), 'ExportsPage'),
});

const chat = createRoute({
  getParentRoute: () => manage,
  path: '/chat',
  component: lazyRouteComponent(() => import('../features/chat/chat-page.tsx'), 'ChatPage'),
});

const webhooks = createRoute({
  getParentRoute: () => manage,
  path: '/webhooks',
  validateSearch: ({ log }: Search): { log?: string } => (matches(log, /^[0-9a-z]{1,64}$/) ? { log } : {}),
  component: lazyRouteComponent(() => import('../features/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});

const serviceAccounts = createRoute({
  getParentRoute: () => manage,
  path: '/service-accounts',
  component: lazyRouteComponent(
    () => import('../features/service-accounts/service-accounts-page.tsx'),
    'ServiceAccountsPage',
  ),
});

const desk = createRoute({
  getParentRoute: () => manage,
  path: '/desk',
  component: lazyRouteComponent(() => import('../features/event-day/manage/manage-desk-page.tsx'), 'ManageDeskPage'),
});

const hours = createRoute({
  getParentRoute: () => manage,
  path: '/hours',
  component: lazyRouteComponent(() => import('../features/hours/manage-hours-page.tsx'), 'ManageHoursPage'),
});

const statistics = createRoute({
  getParentRoute: () => manage,
  path: '/statistics',
  component: lazyRouteComponent(() => import('../features/hours/statistics-page.tsx'), 'StatisticsPage'),
});

const messages = createRoute({
  getParentRoute: () => manage,
  path: '/messages',
  component: lazyRouteComponent(() => import('../features/messages/messages-page.tsx'), 'MessagesPage'),
});

const newMessage = createRoute({
  getParentRoute: () => manage,
  path: '/messages/new',
  validateSearch: newMessageSearch,
  component: lazyRouteComponent(() => import('../features/messages/new-message-page.tsx'), 'NewMessagePage'),
});

const message = createRoute({
  getParentRoute: () => manage,
  path: '/messages/$id',
  component: lazyRouteComponent(() => import('../features/messages/message-page.tsx'), 'MessagePage'),
});

const projectAudit = createRoute({
  getParentRoute: () => manage,
  path: '/audit',
  validateSearch: (search: Search): Omit<AuditSearch, 'project'> => {
    const { project: _, ...filter } = auditSearch(search);
    return filter;
  },
  component: lazyRouteComponent(() => import('../features/audit/project-audit-page.tsx'), 'ProjectAuditPage'),
});

const teamTabs = ['people', 'applications', 'tasks', 'announcements', 'texts', 'chat'] as const;
const addMethods = ['paste', 'invite'] as const;

/** Gives the pages below it the frame of the pages for organisers. */
const organise = createRoute({
  getParentRoute: () => signedIn,
  id: 'organise',
  component: lazyRouteComponent(() => import('../features/projects/manage-layout.tsx'), 'OrganiseLayout'),
});

const team = createRoute({
  getParentRoute: () => organise,
  path: '/projects/$pid/teams/$tid/manage',
  validateSearch: ({
    tab,
    add,
    role,
    ...search
  }: Search): PlannedSearch & {
    tab?: (typeof teamTabs)[number];
    add?: (typeof addMethods)[number];
    role?: 'chief';
  } => {
    const known = teamTabs.find((one) => one === tab);
    const method = addMethods.find((one) => one === add);
    return {
      ...(known === undefined || known === 'people' ? {} : { tab: known }),
      ...(method && { add: method }),
      ...(role === 'chief' && { role }),
      ...(known === 'tasks' ? plannedSearch(search) : {}),
    };
  },
  component: lazyRouteComponent(() => import('../features/teams/manage-team-page.tsx'), 'ManageTeamPage'),
});

const newTask = createRoute({
  getParentRoute: () => organise,
  path: '/projects/$pid/tasks/new',
  validateSearch: ({ tid, from }: Search): { tid?: string; from?: string } => ({
    ...(slug(tid) === undefined ? {} : { tid: slug(tid) ?? '' }),
    ...(matches(from, /^[0-9a-z]{1,64}$/) ? { from } : {}),
  }),
  component: lazyRouteComponent(() => import('../features/tasks/planning/new-task-page.tsx'), 'NewTaskPage'),
});

const editTask = createRoute({
  getParentRoute: () => organise,
  path: '/projects/$pid/tasks/$id/edit',
  component: lazyRouteComponent(() => import('../features/tasks/planning/edit-task-page.tsx'), 'EditTaskPage'),
});

const newAnnouncement = createRoute({
  getParentRoute: () => organise,
  path: '/projects/$pid/announcements/new',
  validateSearch: ({ tid }: Search): { tid?: string } => (slug(tid) === undefined ? {} : { tid: slug(tid) ?? '' }),
  component: lazyRouteComponent(
    () => import('../features/announcements/new-announcement-page.tsx'),
    'NewAnnouncementPage',
  ),
});

const editAnnouncement = createRoute({
  getParentRoute: () => organise,
  path: '/projects/$pid/announcements/$id/edit',
  component: lazyRouteComponent(
    () => import('../features/announcements/edit-announcement-page.tsx'),
    'EditAnnouncementPage',
  ),
});

const people = createRoute({
  getParentRoute: () => organise,
  path: '/projects/$pid/people',
  validateSearch: peopleSearch,
  component: lazyRouteComponent(() => import('../features/roster/people-page.tsx'), 'PeoplePage'),
});

const now = createRoute({
  getParentRoute: () => organise,
  path: '/projects/$pid/now',
  component: lazyRouteComponent(() => import('../features/event-day/now/now-page.tsx'), 'NowPage'),
});

const person = createRoute({
  getParentRoute: () => organise,
  path: '/projects/$pid/people/$uid',
  component: lazyRouteComponent(() => import('../features/roster/project-person-page.tsx'), 'ProjectPersonPage'),
});

/** Pages for chiefs, owners and administrators. */
export const manageRoutes = [
  manage.addChildren([
    overview,
    settings,
    teams,
    ...manageTaskRoutes,
    kinds,
    owners,
    forms,
    newForm,
    editForm,
    disclosure,
    answers,
    travelMoney,
    payments,
    totals,
    exports,
    chat,
    webhooks,
    serviceAccounts,
    desk,
    hours,
    statistics,
    messages,
    newMessage,
    message,
    projectAudit,
  ]),
  organise.addChildren([team, newTask, editTask, newAnnouncement, editAnnouncement, people, person, now]),
  newProject,
  adminRoutes,
] as const;
