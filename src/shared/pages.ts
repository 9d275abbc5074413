/**
 * The only list of pages, by the part of the build that has their scripts (vite.config.ts). The server, the router and the
 * browser tests are checked against it. CONTRIBUTING.md explains how to add a page.
 */
import { slugPattern } from './limits.ts';
import { manageTabs } from './manage-pages.ts';
import type { ManageTab } from './manage-pages.ts';

const pages = {
  dashboard: ['/'],
  'sign-in': ['/sign-in'],
  'event-day': ['/desk', '/show/$token', '/check-in/$pid/$place'],
  person: [
    '/me',
    '/me/profile',
    '/me/contact',
    '/me/resume',
    '/me/offer',
    '/me/real-profile',
    '/me/address',
    '/me/bank',
    '/me/dietary-habits',
    '/me/emergency',
    '/me/history',
    '/me/calendar',
    '/me/notices',
    '/me/notice-settings',
    '/me/security',
    '/me/sessions',
    '/me/privacy',
    '/people/$uid',
    '/invitations',
    '/messages/$id',
  ],
  project: [
    '/projects',
    '/projects/$pid',
    '/projects/$pid/staff',
    '/projects/$pid/teams',
    '/projects/$pid/teams/$tid',
    '/projects/$pid/apply',
    '/projects/$pid/tasks',
    '/projects/$pid/tasks/$id',
    '/projects/$pid/open-tasks',
    '/projects/$pid/availability',
    '/projects/$pid/my-skills',
    '/projects/$pid/my-hours',
    '/projects/$pid/my-day',
    '/projects/$pid/work',
    '/projects/$pid/announcements',
    '/projects/$pid/announcements/$id',
    '/projects/$pid/forms',
    '/projects/$pid/forms/$form',
    '/projects/$pid/claims',
    '/projects/$pid/claims/$id',
    '/projects/$pid/documents',
    '/projects/$pid/documents/$id',
    '/projects/$pid/guardian',
    '/projects/$pid/thanks',
    '/projects/$pid/my-groups',
  ],
  manage: [
    ...manageTabs.flatMap((tab): readonly ManageTab['pages'][number][] => tab.pages),
    '/projects/new',
    '/admin',
    '/admin/projects',
    '/admin/people',
    '/admin/audit',
  ],
  /** Pages with scripts of their own. */
  none: [
    '/help',
    '/help/$guide',
    '/verify',
    '/verify/$number',
    '/email',
    '/email-revert',
    '/not-me',
    '/unsubscribe',
    '/guardian',
    '/api-access',
  ],
} as const;

export type PageArea = keyof typeof pages;
/** A page, with the names of its parameters. */
export type PagePath = (typeof pages)[PageArea][number];
type ParameterOf<Path extends string> = Path extends `${string}$${infer Name}/${infer Rest}`
  ? Name | ParameterOf<`/${Rest}`>
  : Path extends `${string}$${infer Name}`
    ? Name
    : never;

const idPattern = '[0-9A-Za-z_-]{1,64}';

/** The values that a parameter can have. */
export const parameterPatterns: Record<ParameterOf<PagePath>, string> = {
  pid: slugPattern,
  tid: slugPattern,
  form: slugPattern,
  id: idPattern,
  uid: idPattern,
  place: idPattern,
  number: idPattern,
  token: 'mss_[0-9a-z]{52}_[0-9a-f]{8}',
  guide: 'volunteers|desk|chiefs|owners',
};

export const allPages = Object.entries(pages).flatMap(([area, paths]) => paths.map((path) => ({ path, area })));

/** Visitors may read these, so the server sends them with their content. */
export const publicPages: ReadonlySet<PagePath> = new Set([
  '/',
  '/help',
  '/help/$guide',
  '/verify',
  '/verify/$number',
  '/projects',
  '/projects/$pid',
  '/projects/$pid/staff',
  '/projects/$pid/teams',
  '/projects/$pid/teams/$tid',
  '/projects/$pid/announcements',
  '/projects/$pid/announcements/$id',
  '/projects/$pid/thanks',
]);

/** These have no content of the server's, and work without a session. All other pages ask visitors to sign in. */
export const openPages: ReadonlySet<PagePath> = new Set([
  '/sign-in',
  '/email',
  '/email-revert',
  '/not-me',
  '/unsubscribe',
  '/guardian',
  '/desk',
  '/show/$token',
]);

/** Where people fill in what is missing of their data. */
export const profilePages = {
  name: '/me/profile',
  birthday: '/me/real-profile',
  real_profile: '/me/real-profile',
  address: '/me/address',
  bank: '/me/bank',
} as const satisfies Record<string, PagePath>;

/** The address of a page, such as for a link in a mail. */
export function pagePath<Path extends PagePath>(
  path: Path,
  ...[parameters]: ParameterOf<Path> extends never ? [] : [Record<ParameterOf<Path>, string>]
): string {
  const values: Partial<Record<string, string>> = parameters ?? {};
  return path.replaceAll(/\$(\w+)/g, (_, name: string) => values[name] ?? '');
}
