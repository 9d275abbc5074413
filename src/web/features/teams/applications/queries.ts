import { queryOptions } from '@tanstack/react-query';
import type { Application, OwnApplication } from '../../../../client/client.ts';
import { call, ifMatch, read } from '../../../api.ts';
import type { Versioned } from '../../../api.ts';
import {
  affectedByMembership,
  affectedByProfile,
  applicationKeys,
  meKeys,
  projectKeys,
  teamKeys,
} from '../../../keys.ts';
import type { Change } from '../../../ui/change.ts';
import type { Editable } from '../../../ui/editing/editing.ts';
import { isLanguage } from '../../../ui/i18n.ts';
import { loadAll } from '../../../ui/paging.ts';
import { saveName } from '../../profile/queries.ts';

export const teamApplicationsQuery = (pid: string, tid: string) =>
  queryOptions({
    queryKey: applicationKeys.team(pid, tid),
    queryFn: () => loadAll((query) => call('list_applications', { path: { pid, tid }, query })),
  });

export const projectApplicationsQuery = (pid: string) =>
  queryOptions({
    queryKey: applicationKeys.list(pid),
    queryFn: () => loadAll((query) => call('list_project_applications', { path: { pid }, query })),
  });

/** One page holds more applications than one person may have open. */
const listOwn = async () => (await call('list_own_applications', { query: { limit: 200 } })).data;

export const ownApplicationsQuery = queryOptions({ queryKey: applicationKeys.ownList, queryFn: listOwn });

export type OwnVersion = Versioned<OwnApplication>;

/** Looks in the list first: most people have not applied to the team they look at, and a 404 would be logged. */
export const ownApplicationQuery = (pid: string, tid: string) =>
  queryOptions({
    queryKey: applicationKeys.ownDetail(pid, tid),
    queryFn: async (): Promise<OwnVersion | null> =>
      (await listOwn()).some((one) => one.pid === pid && one.tid === tid)
        ? read('get_own_application', { path: { pid, tid } })
        : null,
  });

/** An application changes what the person may do with the team, and waits for chiefs and owners to decide. */
const affectedByOwnApplication = (pid: string) => [
  applicationKeys.own,
  applicationKeys.all(pid),
  teamKeys.all(pid),
  projectKeys.dashboard(pid),
  meKeys.all,
];

/** Somebody who has no name yet gives one with the application. */
type NewApplication = { message: string; name: string | undefined };

export const editOwnApplication = (
  pid: string,
  tid: string,
  language: string,
): Editable<OwnApplication, NewApplication> => ({
  load: () => read('get_own_application', { path: { pid, tid } }),
  save: async ({ message, name }, etag) => {
    if (name !== undefined) await saveName(name);
    const body = { message, ...(isLanguage(language) ? { language } : {}) };
    return read('apply_to_team', { path: { pid, tid }, body, ...ifMatch(etag) });
  },
  affects: [...affectedByOwnApplication(pid), ...affectedByProfile],
});

export const withdrawApplication = (pid: string, tid: string): Change<void, unknown> => ({
  run: () => call('withdraw_application', { path: { pid, tid } }),
  affects: affectedByOwnApplication(pid),
});

export const acceptApplication = (pid: string, tid: string): Change<Application, unknown> => ({
  run: ({ uid }) => call('accept_application', { path: { pid, tid, uid } }),
  affects: affectedByMembership(pid),
});

export const declineApplication = (pid: string, tid: string): Change<Application, unknown> => ({
  run: ({ uid }) => call('decline_application', { path: { pid, tid, uid } }),
  affects: [applicationKeys.all(pid), projectKeys.dashboard(pid), meKeys.all],
});
