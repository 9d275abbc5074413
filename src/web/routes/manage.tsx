import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { formsSearch } from '../features/forms/search.ts';
import { newMessageSearch } from '../features/messages/audience.ts';
import { searchSort, sortSearch, tableSearch } from '../ui/table/search.ts';
import { adminRoutes, newProject } from './admin.tsx';
import { manage } from './manage-root.tsx';
import { manageTaskRoutes } from './manage-tasks.tsx';
import { organiseRoutes } from './organise.tsx';
import { auditSearch, matches, slug, teamSearch } from './search.ts';
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
  validateSearch: formsSearch,
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
  validateSearch: ({ kind, sort }: Search): { kind?: string; sort?: string | undefined } => ({
    ...(matches(kind, /^[a-z_]{1,40}$/) ? { kind } : {}),
    sort: searchSort(sort),
  }),
  component: lazyRouteComponent(() => import('../features/forms/disclosure/disclosure-page.tsx'), 'DisclosurePage'),
});

const answers = createRoute({
  getParentRoute: () => manage,
  path: '/forms/$form/answers',
  validateSearch: tableSearch,
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
  validateSearch: tableSearch,
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
  validateSearch: tableSearch,
  component: lazyRouteComponent(() => import('../features/hours/manage-hours-page.tsx'), 'ManageHoursPage'),
});

const personHours = createRoute({
  getParentRoute: () => manage,
  path: '/hours/$uid',
  component: lazyRouteComponent(() => import('../features/hours/person-hours-page.tsx'), 'PersonHoursPage'),
});

const statistics = createRoute({
  getParentRoute: () => manage,
  path: '/statistics',
  component: lazyRouteComponent(() => import('../features/hours/statistics-page.tsx'), 'StatisticsPage'),
});

const messages = createRoute({
  getParentRoute: () => manage,
  path: '/messages',
  validateSearch: sortSearch,
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

const announcements = createRoute({
  getParentRoute: () => manage,
  path: '/announcements',
  validateSearch: teamSearch,
  component: lazyRouteComponent(
    () => import('../features/announcements/announcements-page.tsx'),
    'ManagedAnnouncementsPage',
  ),
});

const work = createRoute({
  getParentRoute: () => manage,
  path: '/work',
  component: lazyRouteComponent(() => import('../features/event-day/work/work-page.tsx'), 'WorkPage'),
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
    personHours,
    statistics,
    messages,
    newMessage,
    message,
    announcements,
    work,
    projectAudit,
  ]),
  organiseRoutes,
  newProject,
  adminRoutes,
] as const;
