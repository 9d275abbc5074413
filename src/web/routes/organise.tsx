import { createRoute } from '@tanstack/react-router';
import { page } from '../loading.ts';
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
  ssr: false,
  staticData: { wide: true },
  ...page(() => import('../features/projects/manage/manage-layout.tsx'), 'OrganiseLayout'),
});

const team = createRoute({
  getParentRoute: () => organise,
  path: '/projects/$pid/teams/$tid/manage',
  validateSearch: teamPageSearch,
  ...page(() => import('../features/teams/manage-team-page.tsx'), 'ManageTeamPage'),
});

const newTask = createRoute({
  getParentRoute: () => organise,
  path: '/projects/$pid/tasks/new',
  validateSearch: ({ tid, from, list }: Search): { tid?: string; from?: string; list?: PlannedSearch } => ({
    ...(slug(tid) === undefined ? {} : { tid: slug(tid) ?? '' }),
    ...(matches(from, /^[0-9a-z]{1,64}$/) ? { from } : {}),
    ...(typeof list === 'object' && list !== null ? inList(plannedSearch({ ...list })) : {}),
  }),
  ...page(() => import('../features/tasks/planning/new-task-page.tsx'), 'NewTaskPage'),
});

const editTask = createRoute({
  getParentRoute: () => organise,
  path: '/projects/$pid/tasks/$id/edit',
  ...page(() => import('../features/tasks/planning/edit-task-page.tsx'), 'EditTaskPage'),
});

const newAnnouncement = createRoute({
  getParentRoute: () => organise,
  path: '/projects/$pid/announcements/new',
  validateSearch: teamSearch,
  ...page(() => import('../features/announcements/new-announcement-page.tsx'), 'NewAnnouncementPage'),
});

const editAnnouncement = createRoute({
  getParentRoute: () => organise,
  path: '/projects/$pid/announcements/$id/edit',
  ...page(() => import('../features/announcements/edit-announcement-page.tsx'), 'EditAnnouncementPage'),
});

const people = createRoute({
  getParentRoute: () => organise,
  path: '/projects/$pid/people',
  validateSearch: peopleSearch,
  ...page(() => import('../features/roster/people-page.tsx'), 'PeoplePage'),
});

const now = createRoute({
  getParentRoute: () => organise,
  path: '/projects/$pid/now',
  ...page(() => import('../features/event-day/now/now-page.tsx'), 'NowPage'),
});

const person = createRoute({
  getParentRoute: () => organise,
  path: '/projects/$pid/people/$uid',
  ...page(() => import('../features/roster/project-person-page.tsx'), 'ProjectPersonPage'),
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
