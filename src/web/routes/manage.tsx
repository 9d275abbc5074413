import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { page } from '../loading.ts';
import { auditSearch } from '../features/audit/search.ts';
import type { AuditSearch } from '../features/audit/search.ts';
import { formsSearch } from '../features/forms/search.ts';
import { applicationsSearch } from '../features/teams/applications/search.ts';
import { askAgainSearch } from '../features/ask-again/search.ts';
import { invitationsSearch } from '../features/teams/invitations/search.ts';
import { claimsSearch } from '../features/money/search.ts';
import { newMessageSearch } from '../features/messages/search.ts';
import { settingsSearch } from '../features/projects/settings-sections.ts';
import { searchSort, sortSearch, tableSearch } from '../ui/table/search.ts';
import { adminRoutes, newProject } from './admin.tsx';
import { manage } from './manage-root.tsx';
import { manageTaskRoutes } from './manage-tasks.tsx';
import { organiseRoutes } from './organise.tsx';
import { matches, slug, teamSearch } from './search.ts';
import type { Search } from './search.ts';

const overview = createRoute({
  getParentRoute: () => manage,
  path: '/',
  ...page(() => import('../features/projects/overview-page.tsx'), 'ManageOverviewPage'),
});

const settings = createRoute({
  getParentRoute: () => manage,
  path: '/settings',
  validateSearch: settingsSearch,
  ...page(() => import('../features/projects/settings-page.tsx'), 'SettingsPage'),
});

const teams = createRoute({
  getParentRoute: () => manage,
  path: '/teams',
  validateSearch: ({ create, edit, chiefs }: Search): { create?: true; edit?: string; chiefs?: string } => ({
    ...(create === true ? { create } : {}),
    ...(slug(edit) === undefined ? {} : { edit: slug(edit) ?? '' }),
    ...(slug(chiefs) === undefined ? {} : { chiefs: slug(chiefs) ?? '' }),
  }),
  ...page(() => import('../features/teams/manage-teams-page.tsx'), 'ManageTeamsPage'),
});

const invitations = createRoute({
  getParentRoute: () => manage,
  path: '/invitations',
  validateSearch: invitationsSearch,
  ...page(() => import('../features/teams/invitations/all-invitations-page.tsx'), 'AllInvitationsPage'),
});

const askAgain = createRoute({
  getParentRoute: () => manage,
  path: '/ask-again',
  validateSearch: askAgainSearch,
  ...page(() => import('../features/ask-again/ask-again-page.tsx'), 'AskAgainPage'),
});

const offers = createRoute({
  getParentRoute: () => manage,
  path: '/offers',
  validateSearch: tableSearch,
  ...page(() => import('../features/offers/offers-page.tsx'), 'OffersPage'),
});

const importPeople = createRoute({
  getParentRoute: () => manage,
  path: '/invitations/import',
  ...page(() => import('../features/imports/import-people-page.tsx'), 'ImportPeoplePage'),
});

const importAnswers = createRoute({
  getParentRoute: () => manage,
  path: '/forms/$form/import',
  ...page(() => import('../features/imports/import-answers-page.tsx'), 'ImportAnswersPage'),
});

const applications = createRoute({
  getParentRoute: () => manage,
  path: '/applications',
  validateSearch: applicationsSearch,
  ...page(() => import('../features/teams/applications/applications-page.tsx'), 'ApplicationsPage'),
});

const publish = createRoute({
  getParentRoute: () => manage,
  path: '/applications/publish',
  component: lazyRouteComponent(() => import('../features/teams/applications/publish-page.tsx'), 'PublishPage'),
});

const owners = createRoute({
  getParentRoute: () => manage,
  path: '/owners',
  ...page(() => import('../features/projects/owners-page.tsx'), 'OwnersPage'),
});

const forms = createRoute({
  getParentRoute: () => manage,
  path: '/forms',
  validateSearch: formsSearch,
  ...page(() => import('../features/forms/manage-forms-page.tsx'), 'ManageFormsPage'),
});

const newForm = createRoute({
  getParentRoute: () => manage,
  path: '/forms/new',
  validateSearch: ({ kind }: Search): { kind?: string } => (matches(kind, /^[a-z_]{1,40}$/) ? { kind } : {}),
  ...page(() => import('../features/forms/new-form-page.tsx'), 'NewFormPage'),
});

const editForm = createRoute({
  getParentRoute: () => manage,
  path: '/forms/$form',
  ...page(() => import('../features/forms/edit-form-page.tsx'), 'EditFormPage'),
});

const disclosure = createRoute({
  getParentRoute: () => manage,
  path: '/forms/$form/passed-on',
  validateSearch: ({ kind, sort }: Search): { kind?: string; sort?: string | undefined } => ({
    ...(matches(kind, /^[a-z_]{1,40}$/) ? { kind } : {}),
    sort: searchSort(sort),
  }),
  ...page(() => import('../features/forms/disclosure/disclosure-page.tsx'), 'DisclosurePage'),
});

const answers = createRoute({
  getParentRoute: () => manage,
  path: '/forms/$form/answers',
  validateSearch: tableSearch,
  ...page(() => import('../features/forms/answers/all-answers-page.tsx'), 'AllAnswersPage'),
});

const kinds = createRoute({
  getParentRoute: () => manage,
  path: '/kinds',
  ...page(() => import('../features/tasks/catalogue/catalogue-page.tsx'), 'CataloguePage'),
});

const travelMoney = createRoute({
  getParentRoute: () => manage,
  path: '/travel-money',
  ...page(() => import('../features/subsidies/subsidies-page.tsx'), 'SubsidiesPage'),
});

const payments = createRoute({
  getParentRoute: () => manage,
  path: '/travel-money/$form',
  validateSearch: tableSearch,
  ...page(() => import('../features/forms/payments/payments-page.tsx'), 'PaymentsPage'),
});

const accounts = createRoute({
  getParentRoute: () => manage,
  path: '/travel-money/$form/accounts',
  validateSearch: ({ sort }: Search): { sort?: string | undefined } => ({ sort: searchSort(sort) }),
  ...page(() => import('../features/forms/disclosure/accounts-page.tsx'), 'AccountsPage'),
});

const totals = createRoute({
  getParentRoute: () => manage,
  path: '/totals',
  validateSearch: ({ view }: Search): { view?: 'tables' } => (view === 'tables' ? { view } : {}),
  ...page(() => import('../features/forms/answers/totals-page.tsx'), 'TotalsPage'),
});

const exports = createRoute({
  getParentRoute: () => manage,
  path: '/exports',
  ...page(() => import('../features/projects/exports-page.tsx'), 'ExportsPage'),
});

const translations = createRoute({
  getParentRoute: () => manage,
  path: '/translations',
  ...page(() => import('../features/translations/translations-page.tsx'), 'TranslationsPage'),
});

const chat = createRoute({
  getParentRoute: () => manage,
  path: '/chat',
  ...page(() => import('../features/chat/chat-page.tsx'), 'ChatPage'),
});

const webhooks = createRoute({
  getParentRoute: () => manage,
  path: '/webhooks',
  validateSearch: ({ log }: Search): { log?: string } => (matches(log, /^[0-9a-z]{1,64}$/) ? { log } : {}),
  ...page(() => import('../features/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});

const groupSync = createRoute({
  getParentRoute: () => manage,
  path: '/group-sync',
  ...page(() => import('../features/group-sync/group-sync-page.tsx'), 'GroupSyncPage'),
});

const serviceAccounts = createRoute({
  getParentRoute: () => manage,
  path: '/service-accounts',
  ...page(() => import('../features/service-accounts/service-accounts-page.tsx'), 'ServiceAccountsPage'),
});

const desk = createRoute({
  getParentRoute: () => manage,
  path: '/desk',
  ...page(() => import('../features/event-day/manage/manage-desk-page.tsx'), 'ManageDeskPage'),
});

const rollCall = createRoute({
  getParentRoute: () => manage,
  path: '/roll-call',
  ...page(() => import('../features/event-day/roll-call/roll-call-page.tsx'), 'RollCallPage'),
});

const rooms = createRoute({
  getParentRoute: () => manage,
  path: '/rooms',
  ...page(() => import('../features/rooms/rooms-page.tsx'), 'RoomsPage'),
});

const handOuts = createRoute({
  getParentRoute: () => manage,
  path: '/hand-outs',
  ...page(() => import('../features/event-day/hand-outs/hand-outs-page.tsx'), 'HandOutsPage'),
});

const handOut = createRoute({
  getParentRoute: () => manage,
  path: '/hand-outs/$id',
  ...page(() => import('../features/event-day/hand-outs/hand-out-page.tsx'), 'HandOutPage'),
});

const hours = createRoute({
  getParentRoute: () => manage,
  path: '/hours',
  validateSearch: tableSearch,
  ...page(() => import('../features/hours/manage-hours-page.tsx'), 'ManageHoursPage'),
});

const personHours = createRoute({
  getParentRoute: () => manage,
  path: '/hours/$uid',
  ...page(() => import('../features/hours/person-hours-page.tsx'), 'PersonHoursPage'),
});

const thanks = createRoute({
  getParentRoute: () => manage,
  path: '/thanks',
  ...page(() => import('../features/thanks/manage-thanks-page.tsx'), 'ManageThanksPage'),
});

const statistics = createRoute({
  getParentRoute: () => manage,
  path: '/statistics',
  validateSearch: ({ year }: Search): { year?: string | undefined } => ({ year: slug(year) }),
  ...page(() => import('../features/hours/statistics-page.tsx'), 'StatisticsPage'),
});

const messages = createRoute({
  getParentRoute: () => manage,
  path: '/messages',
  validateSearch: sortSearch,
  ...page(() => import('../features/messages/messages-page.tsx'), 'MessagesPage'),
});

const newMessage = createRoute({
  getParentRoute: () => manage,
  path: '/messages/new',
  validateSearch: newMessageSearch,
  ...page(() => import('../features/messages/new-message-page.tsx'), 'NewMessagePage'),
});

const message = createRoute({
  getParentRoute: () => manage,
  path: '/messages/$id',
  ...page(() => import('../features/messages/message-page.tsx'), 'MessagePage'),
});

const announcements = createRoute({
  getParentRoute: () => manage,
  path: '/announcements',
  validateSearch: teamSearch,
  ...page(() => import('../features/announcements/announcements-page.tsx'), 'ManagedAnnouncementsPage'),
});

const documents = createRoute({
  getParentRoute: () => manage,
  path: '/documents',
  ...page(() => import('../features/documents/manage-documents-page.tsx'), 'ManageDocumentsPage'),
});

const newDocument = createRoute({
  getParentRoute: () => manage,
  path: '/documents/new',
  ...page(() => import('../features/documents/new-document-page.tsx'), 'NewDocumentPage'),
});

const editDocument = createRoute({
  getParentRoute: () => manage,
  path: '/documents/$id',
  ...page(() => import('../features/documents/edit-document-page.tsx'), 'EditDocumentPage'),
});

const claims = createRoute({
  getParentRoute: () => manage,
  path: '/claims',
  validateSearch: claimsSearch,
  ...page(() => import('../features/money/manage-claims-page.tsx'), 'ManageClaimsPage'),
});

const budgets = createRoute({
  getParentRoute: () => manage,
  path: '/budgets',
  ...page(() => import('../features/money/budgets-page.tsx'), 'BudgetsPage'),
});

const payouts = createRoute({
  getParentRoute: () => manage,
  path: '/payouts',
  ...page(() => import('../features/money/payouts-page.tsx'), 'PayoutsPage'),
});

const payout = createRoute({
  getParentRoute: () => manage,
  path: '/payouts/$id',
  ...page(() => import('../features/money/payout-page.tsx'), 'PayoutPage'),
});

const work = createRoute({
  getParentRoute: () => manage,
  path: '/work',
  validateSearch: teamSearch,
  ...page(() => import('../features/event-day/work/work-page.tsx'), 'WorkPage'),
});

const projectAudit = createRoute({
  getParentRoute: () => manage,
  path: '/audit',
  validateSearch: (search: Search): Omit<AuditSearch, 'project'> => {
    const { project: _, ...filter } = auditSearch(search);
    return filter;
  },
  ...page(() => import('../features/audit/project-audit-page.tsx'), 'ProjectAuditPage'),
});

/** Pages for chiefs, owners and administrators. */
export const manageRoutes = [
  manage.addChildren([
    overview,
    settings,
    teams,
    ...manageTaskRoutes,
    kinds,
    invitations,
    askAgain,
    offers,
    importPeople,
    importAnswers,
    applications,
    publish,
    owners,
    forms,
    newForm,
    editForm,
    disclosure,
    answers,
    claims,
    budgets,
    payouts,
    payout,
    travelMoney,
    payments,
    accounts,
    totals,
    translations,
    exports,
    chat,
    webhooks,
    groupSync,
    serviceAccounts,
    desk,
    rollCall,
    rooms,
    handOuts,
    handOut,
    hours,
    personHours,
    statistics,
    thanks,
    messages,
    newMessage,
    message,
    announcements,
    documents,
    newDocument,
    editDocument,
    work,
    projectAudit,
  ]),
  organiseRoutes,
  newProject,
  adminRoutes,
] as const;
