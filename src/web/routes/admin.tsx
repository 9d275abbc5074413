import { createRoute } from '@tanstack/react-router';
import { page } from '../loading.ts';
import { auditSearch } from '../features/audit/search.ts';
import { searchSort } from '../ui/table/search.ts';
import { signedIn } from './root.tsx';
import { matches, slug } from './search.ts';
import type { Search } from './search.ts';

const admin = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin',
  ssr: false,
  staticData: { wide: true },
  ...page(() => import('../features/administrators/admin-layout.tsx'), 'AdminLayout'),
});

const adminHome = createRoute({
  getParentRoute: () => admin,
  path: '/',
  ...page(() => import('../features/administrators/admin-page.tsx'), 'AdminPage'),
});

const adminProjects = createRoute({
  getParentRoute: () => admin,
  path: '/projects',
  ...page(() => import('../features/projects/admin-projects-page.tsx'), 'AdminProjectsPage'),
});

type AdminPeopleSearch = { q?: string; suspended?: true; uid?: string; sort?: string | undefined };

const adminPeople = createRoute({
  getParentRoute: () => admin,
  path: '/people',
  validateSearch: ({ q, suspended, uid, sort }: Search): AdminPeopleSearch => ({
    ...(slug(q) === undefined ? {} : { q: slug(q) ?? '' }),
    ...(suspended === true ? { suspended } : {}),
    ...(matches(uid, /^[0-9a-z]{1,64}$/) ? { uid } : {}),
    sort: searchSort(sort),
  }),
  ...page(() => import('../features/users/admin-people-page.tsx'), 'AdminPeoplePage'),
});

const adminAudit = createRoute({
  getParentRoute: () => admin,
  path: '/audit',
  validateSearch: auditSearch,
  ...page(() => import('../features/audit/admin-audit-page.tsx'), 'AdminAuditPage'),
});

export const newProject = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/new',
  ssr: false,
  validateSearch: ({ from }: Search): { from?: string } => {
    const pid = slug(from);
    return pid === undefined ? {} : { from: pid };
  },
  ...page(() => import('../features/projects/set-up/new-project-page.tsx'), 'NewProjectPage'),
});

/** Pages for administrators. */
export const adminRoutes = admin.addChildren([adminHome, adminProjects, adminPeople, adminAudit]);
