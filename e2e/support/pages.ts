import type { Year } from './year.ts';

type Places = Pick<Year, 'pid' | 'task' | 'chief' | 'volunteer'>;

const inProject =
  ({ pid }: Places) =>
  (path: string): string =>
    `/projects/${pid}${path}`;

export const ownSections = [
  'profile',
  'contact',
  'resume',
  'real-profile',
  'address',
  'bank',
  'dietary-habits',
  'history',
  'calendar',
  'notices',
  'notice-settings',
  'security',
  'sessions',
];

/** Every page of the application, with each state in its URL, by role. */
export const visitorPages = (year: Places): string[] => [
  '/',
  '/projects',
  ...['', '/staff', '/teams', '/teams/venue', '/announcements'].map(inProject(year)),
  '/sign-in',
  '/help',
  '/verify',
  '/verify/0000-0000',
  '/help/desk',
  '/help/chiefs',
  '/help/owners',
];

export const memberPages = (year: Places): string[] => [
  '/',
  '/projects',
  '/invitations',
  ...[
    '',
    '/staff',
    '/teams',
    '/teams/venue',
    '/teams/press',
    '/tasks',
    '/tasks?open=true&mine=true',
    '/my-skills',
    '/my-day',
    '/work',
    '/my-hours',
    '/open-tasks',
    '/open-tasks?tid=venue&all=true',
    '/availability',
    '/tasks?tid=venue',
    '/announcements',
    '/announcements?tid=venue',
  ].map(inProject(year)),
  ...[`/tasks?view=day&day=${year.pid}-08-08`, `/tasks/${year.task}`, '/forms', '/forms/travel', '/forms/shirts'].map(
    inProject(year),
  ),
  ...ownSections.map((part) => `/me/${part}`),
  '/me/privacy',
  '/me/privacy?erase=true',
  `/people/${year.chief.uid}`,
  '/api-access',
];

export const chiefPages = (year: Places): string[] => [
  ...[
    '',
    '?add=paste',
    '?add=invite',
    '?add=last-year',
    '?tab=applications',
    '?tab=tasks',
    '?tab=announcements',
    '?tab=texts',
    '?tab=chat',
  ].map((tab) => inProject(year)(`/teams/venue/manage${tab}`)),
  ...['/now', '/people', '/people?tid=venue&without_tasks=true', `/people/${year.chief.uid}`].map(inProject(year)),
  ...[
    '/announcements/new',
    '/announcements/new?tid=venue',
    '/tasks/new',
    '/tasks/new?tid=venue',
    `/tasks/new?from=${year.task}`,
    `/tasks/${year.task}/edit`,
  ].map(inProject(year)),
];

const ownerParts =
  ' /settings /teams /teams?create=true /teams?edit=venue /teams?chiefs=venue /owners /travel-money /totals ' +
  '/totals?view=tables /exports /chat /webhooks /service-accounts /desk /hours /statistics /audit /audit?kind=team.created /forms /forms/new /forms/new?kind=custom ' +
  '/forms/new?kind=meals /forms/travel /forms/travel/passed-on /forms/shirts/passed-on ' +
  '/forms/shirts/answers /travel-money/travel /messages /messages/new /messages/new?everyone=true /tasks /tasks/new-series /tasks/series /tasks/paste /tasks?past=true&sort=-people ' +
  '/announcements /work /tasks/planner /tasks/drafts /tasks/planner?days=3&by=place /tasks/print /tasks/print?what=person /kinds';

export const ownerPages = (year: Places): string[] =>
  [
    '/now',
    '/people',
    '/people?role=chief',
    `/people/${year.chief.uid}`,
    `/manage/tasks/${year.task}`,
    ...ownerParts.split(' ').map((part) => `/manage${part}`),
    `/manage/hours/${year.chief.uid}`,
  ].map(inProject(year));

export const adminPages = (year: Places): string[] => [
  '/admin',
  '/admin/projects',
  '/admin/people',
  '/admin/people?q=vera',
  '/admin/people?suspended=true',
  `/admin/people?uid=${year.volunteer.uid}`,
  '/admin/audit',
  '/admin/audit?kind=person.suspended',
  '/projects/new',
  `/projects/new?from="${year.pid}"`,
];
