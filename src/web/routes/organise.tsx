import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { peopleSearch } from '../features/roster/search.ts';
import { inList, plannedSearch } from '../features/tasks/table/search.ts';
import type { PlannedSearch } from '../features/tasks/table/search.ts';
import { teamPageSearch } from '../features/teams/search.ts';
import { signedIn } from './root.tsx';
import { matches, slug, teamSearch } from './search.ts';
import type { Search } from './search.ts';

/** Gives the pages below it the frame of the pages for organisers. */
const organise = createRoute({
  getParentRoute: () => signedIn,
  id: 'organise',
  staticData: { wide: true },
  component: lazyRouteComponent(() => import('../features/projects/manage-layout.tsx'), 'OrganiseLayout'),
});

const team = createRoute({
  getParentRoute: () => organise,
  path: '/projects/$pid/teams/$tid/manage',
  validateSearch: teamPageSearch,
  component: lazyRouteComponent(() => import('../features/teams/manage-team-page.tsx'), 'ManageTeamPage'),
});

const newTask = createRoute({
  getParentRoute: () => organise,
  path: '/projects/$pid/tasks/new',
  validateSearch: ({ tid, from, list }: Search): { tid?: string; from?: string; list?: PlannedSearch } => ({
    ...(slug(tid) === undefined ? {} : { tid: slug(tid) ?? '' }),
    ...(matches(from, /^[0-9a-z]{1,64}$/) ? { from } : {}),
    ...(typeof list === 'object' && list !== null ? inList(plannedSearch({ ...list })) : {}),
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
  validateSearch: teamSearch,
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

/** Pages for organisers whose address is among those of the project. */
export const organiseRoutes = organise.addChildren([
  team,
  newTask,
  editTask,
  newAnnouncement,
  editAnnouncement,
  people,
  person,
  now,
]);
