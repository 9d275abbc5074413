/**
 * The pages of organisers, by entry of the menu and tab. A tab opens the first of its pages, and needs the right of the
 * project that it names; its other pages belong to it. To add a page, add it here.
 */
export const manageEntries = [
  { entry: 'overview', tabs: [{ tab: 'overview', right: 'see_overview', pages: ['/projects/$pid/manage'] }] },
  {
    entry: 'people',
    tabs: [
      { tab: 'people', right: 'list_people', pages: ['/projects/$pid/people', '/projects/$pid/people/$uid'] },
      {
        tab: 'teams',
        right: 'create_teams',
        pages: ['/projects/$pid/manage/teams', '/projects/$pid/teams/$tid/manage'],
      },
      {
        tab: 'invitations',
        right: 'recruit',
        pages: ['/projects/$pid/manage/invitations', '/projects/$pid/manage/invitations/import'],
      },
      { tab: 'offers', right: 'recruit', pages: ['/projects/$pid/manage/offers'] },
      { tab: 'askAgain', right: 'recruit_all', pages: ['/projects/$pid/manage/ask-again'] },
      {
        tab: 'applications',
        right: 'recruit',
        pages: ['/projects/$pid/manage/applications', '/projects/$pid/manage/applications/publish'],
      },
      {
        tab: 'documents',
        right: 'see_plan',
        pages: [
          '/projects/$pid/manage/documents',
          '/projects/$pid/manage/documents/new',
          '/projects/$pid/manage/documents/$id',
        ],
      },
      { tab: 'owners', right: 'see_grants', pages: ['/projects/$pid/manage/owners'] },
    ],
  },
  {
    entry: 'tasks',
    tabs: [
      {
        tab: 'planner',
        right: 'see_plan',
        pages: ['/projects/$pid/manage/tasks/planner', '/projects/$pid/manage/tasks/print'],
      },
      {
        tab: 'list',
        right: 'see_plan',
        pages: [
          '/projects/$pid/manage/tasks',
          '/projects/$pid/manage/tasks/$id',
          '/projects/$pid/tasks/new',
          '/projects/$pid/tasks/$id/edit',
          '/projects/$pid/manage/tasks/new-series',
          '/projects/$pid/manage/tasks/series',
          '/projects/$pid/manage/tasks/series/$id',
          '/projects/$pid/manage/tasks/paste',
        ],
      },
      { tab: 'coverage', right: 'see_plan', pages: ['/projects/$pid/manage/tasks/coverage'] },
      {
        tab: 'drafts',
        right: 'plan_tasks',
        pages: ['/projects/$pid/manage/tasks/drafts', '/projects/$pid/manage/tasks/drafts/$id'],
      },
      { tab: 'kinds', right: 'edit', pages: ['/projects/$pid/manage/kinds'] },
    ],
  },
  {
    entry: 'forms',
    tabs: [
      {
        tab: 'forms',
        right: 'create_forms',
        pages: [
          '/projects/$pid/manage/forms',
          '/projects/$pid/manage/forms/new',
          '/projects/$pid/manage/forms/$form',
          '/projects/$pid/manage/forms/$form/passed-on',
          '/projects/$pid/manage/forms/$form/answers',
          '/projects/$pid/manage/forms/$form/import',
        ],
      },
      { tab: 'totals', right: 'see_totals', pages: ['/projects/$pid/manage/totals'] },
    ],
  },
  {
    entry: 'messages',
    tabs: [
      {
        tab: 'messages',
        right: 'send_messages',
        pages: [
          '/projects/$pid/manage/messages',
          '/projects/$pid/manage/messages/new',
          '/projects/$pid/manage/messages/$id',
        ],
      },
      {
        tab: 'announcements',
        right: 'announce',
        pages: [
          '/projects/$pid/manage/announcements',
          '/projects/$pid/announcements/new',
          '/projects/$pid/announcements/$id/edit',
        ],
      },
    ],
  },
  {
    entry: 'eventDay',
    tabs: [
      { tab: 'now', right: 'see_now', pages: ['/projects/$pid/now'] },
      { tab: 'desk', right: 'run_desk', pages: ['/projects/$pid/manage/desk'] },
      {
        tab: 'handOuts',
        right: 'run_desk',
        pages: ['/projects/$pid/manage/hand-outs', '/projects/$pid/manage/hand-outs/$id'],
      },
      { tab: 'rollCall', right: 'see_safety', pages: ['/projects/$pid/manage/roll-call'] },
      { tab: 'rooms', right: 'edit', pages: ['/projects/$pid/manage/rooms'] },
      { tab: 'work', right: 'plan_tasks', pages: ['/projects/$pid/manage/work'] },
    ],
  },
  {
    entry: 'money',
    tabs: [
      { tab: 'claims', right: 'edit_subsidies', pages: ['/projects/$pid/manage/claims'] },
      { tab: 'budgets', right: 'edit_subsidies', pages: ['/projects/$pid/manage/budgets'] },
      {
        tab: 'payouts',
        right: 'edit_subsidies',
        pages: ['/projects/$pid/manage/payouts', '/projects/$pid/manage/payouts/$id'],
      },
      {
        tab: 'travel',
        right: 'edit_subsidies',
        pages: [
          '/projects/$pid/manage/travel-money',
          '/projects/$pid/manage/travel-money/$form',
          '/projects/$pid/manage/travel-money/$form/accounts',
        ],
      },
    ],
  },
  {
    entry: 'results',
    tabs: [
      {
        tab: 'hours',
        right: 'see_hours',
        pages: ['/projects/$pid/manage/hours', '/projects/$pid/manage/hours/$uid'],
      },
      { tab: 'statistics', right: 'see_statistics', pages: ['/projects/$pid/manage/statistics'] },
      { tab: 'thanks', right: 'edit', pages: ['/projects/$pid/manage/thanks'] },
    ],
  },
  {
    entry: 'connections',
    tabs: [
      { tab: 'chat', right: 'edit', pages: ['/projects/$pid/manage/chat'] },
      { tab: 'webhooks', right: 'edit', pages: ['/projects/$pid/manage/webhooks'] },
      { tab: 'groupSync', right: 'edit', pages: ['/projects/$pid/manage/group-sync'] },
      { tab: 'accounts', right: 'edit', pages: ['/projects/$pid/manage/service-accounts'] },
    ],
  },
  {
    entry: 'settings',
    tabs: [
      { tab: 'event', right: 'edit', pages: ['/projects/$pid/manage/settings'] },
      { tab: 'translations', right: 'edit', pages: ['/projects/$pid/manage/translations'] },
      { tab: 'exports', right: 'see_people', pages: ['/projects/$pid/manage/exports'] },
      { tab: 'audit', right: 'read_audit', pages: ['/projects/$pid/manage/audit'] },
    ],
  },
] as const;

export type ManageEntry = (typeof manageEntries)[number];
export type ManageTab = ManageEntry['tabs'][number];

export const manageTabs: readonly ManageTab[] = manageEntries.flatMap(({ tabs }): readonly ManageTab[] => tabs);
