import { queryOptions } from '@tanstack/react-query';
import { call, read } from '../../api.ts';
import { everything, pageSize, portions } from '../../ui/paging.ts';

export const projectQuery = (pid: string) =>
  queryOptions({ queryKey: ['manage', pid, 'project'], queryFn: () => read('get_project', { path: { pid } }) });

export const teamsQuery = (pid: string) =>
  queryOptions({
    queryKey: ['manage', pid, 'teams'],
    queryFn: () => everything((query) => call('list_teams', { path: { pid }, query })),
  });

export const rosterQuery = (pid: string) =>
  queryOptions({
    queryKey: ['manage', pid, 'roster'],
    queryFn: () => everything((query) => call('list_project_people', { path: { pid }, query })),
  });

export const ownersQuery = (pid: string) =>
  queryOptions({
    queryKey: ['manage', pid, 'owners'],
    queryFn: () => everything((query) => call('list_owners', { path: { pid }, query })),
  });

export const formsQuery = (pid: string) =>
  queryOptions({
    queryKey: ['manage', pid, 'forms'],
    queryFn: () => everything((query) => call('list_forms', { path: { pid }, query })),
  });

export const formQuery = (pid: string, form: string) =>
  queryOptions({
    queryKey: ['manage', pid, 'forms', form],
    queryFn: () => read('get_form', { path: { pid, form } }),
  });

export const totalsQuery = (pid: string, form: string) =>
  queryOptions({
    queryKey: ['manage', pid, 'forms', form, 'totals'],
    queryFn: () => call('get_form_totals', { path: { pid, form } }),
  });

export const teamQuery = (pid: string, tid: string) =>
  queryOptions({
    queryKey: ['manage', pid, 'teams', tid],
    queryFn: () => read('get_team', { path: { pid, tid } }),
  });

export const teamPeopleQuery = (pid: string, tid: string) =>
  queryOptions({
    queryKey: ['manage', pid, 'teams', tid, 'people'],
    queryFn: () => everything((query) => call('list_team_members', { path: { pid, tid }, query })),
  });

export const invitationsQuery = (pid: string, tid: string) =>
  queryOptions({
    queryKey: ['manage', pid, 'teams', tid, 'invitations'],
    queryFn: () => everything((query) => call('list_invitations', { path: { pid, tid }, query })),
  });

export const applicationsQuery = (pid: string, tid: string) =>
  queryOptions({
    queryKey: ['manage', pid, 'teams', tid, 'applications'],
    queryFn: () => everything((query) => call('list_applications', { path: { pid, tid }, query })),
  });

export const projectApplicationsQuery = (pid: string) =>
  queryOptions({
    queryKey: ['manage', pid, 'applications'],
    queryFn: () => everything((query) => call('list_project_applications', { path: { pid }, query })),
  });

/** Whether anybody is invited at all. */
export const anyInvitationQuery = (pid: string) =>
  queryOptions({
    queryKey: ['manage', pid, 'invitations'],
    queryFn: async () =>
      (await call('list_project_invitations', { path: { pid }, query: { limit: 1 } })).data.length > 0,
  });

export const teamTasksQuery = (pid: string, tid: string) =>
  queryOptions({
    queryKey: ['manage', pid, 'teams', tid, 'tasks'],
    queryFn: () => everything((query) => call('list_tasks', { path: { pid }, query: { ...query, tid } })),
  });

export const taskQuery = (pid: string, id: string) =>
  queryOptions({
    queryKey: ['manage', pid, 'tasks', id],
    queryFn: () => read('get_task', { path: { pid, id } }),
  });

export const attendeesQuery = (pid: string, id: string) =>
  queryOptions({
    queryKey: ['manage', pid, 'tasks', id, 'attendees'],
    queryFn: () => everything((query) => call('list_attendees', { path: { pid, id }, query })),
  });

/** The table comes in portions as well; its tag stands for the whole of it. */
export const subsidiesQuery = (pid: string) =>
  queryOptions({
    queryKey: ['manage', pid, 'subsidies'],
    queryFn: async () => {
      const first = await read('list_traffic_subsidies', { path: { pid }, query: { limit: pageSize } });
      const { currency, rights, data } = first.body;
      let { next } = first.body;
      while (next !== null) {
        const page = await call('list_traffic_subsidies', { path: { pid }, query: { limit: pageSize, cursor: next } });
        data.push(...page.data);
        next = page.next;
      }
      return { currency, rights, data, etag: first.etag };
    },
  });

export const projectsQuery = portions(['manage', 'projects'], (query) => call('list_projects', { query }), 50);
