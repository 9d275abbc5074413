import { queryOptions } from '@tanstack/react-query';
import type {
  Application,
  Call,
  Decisions,
  DecisionResults,
  MyApplication,
  NewPublication,
  OwnApplication,
  Publication,
} from '../../../../client/client.ts';
import { call, ifMatch, read } from '../../../api.ts';
import type { Versioned } from '../../../api.ts';
import {
  affectedByMembership,
  affectedByProfile,
  applicationKeys,
  memberKeys,
  meKeys,
  projectKeys,
  teamKeys,
} from '../../../keys.ts';
import type { Change } from '../../../ui/change.ts';
import type { Download } from '../../../ui/download.tsx';
import type { Editable } from '../../../ui/editing/editing.ts';
import { isLanguage } from '../../../ui/i18n.ts';
import { maxPageSize } from '../../../../shared/limits.ts';
import { pagedQuery } from '../../../ui/paging.ts';
import { saveName } from '../../profile/queries.ts';
import type { ListedState } from './search.ts';

export const teamApplicationsQuery = (pid: string, tid: string) =>
  pagedQuery(
    applicationKeys.team(pid, tid),
    (query) => call('list_applications', { path: { pid, tid }, query }),
    maxPageSize,
  );

export const applicationCountQuery = (pid: string, tid: string) =>
  queryOptions({
    queryKey: applicationKeys.count(pid, tid),
    queryFn: async () => (await call('list_applications', { path: { pid, tid }, query: { limit: 1 } })).total ?? 0,
  });

/** The server accepts at most 20 open applications of a person. */
const listOwn = async () => (await call('list_own_applications', { query: { limit: maxPageSize } })).data;

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

export const callQuery = (pid: string) =>
  queryOptions({ queryKey: applicationKeys.call(pid), queryFn: () => call('get_call', { path: { pid } }) });

/** Whether people apply on a page of its own: there is a call, or there are questions. */
export const isCalling = ({ opens_at, closes_at, forms }: Call): boolean =>
  opens_at !== null || closes_at !== null || forms.length > 0;

export const myApplicationQuery = (pid: string) =>
  queryOptions({ queryKey: applicationKeys.mine(pid), queryFn: () => read('get_my_application', { path: { pid } }) });

type NewMyApplication = {
  wishes: string[];
  message: string;
  answers: Record<string, Record<string, unknown>>;
  name: string | undefined;
};

export const editMyApplication = (pid: string, language: string): Editable<MyApplication, NewMyApplication> => ({
  load: () => read('get_my_application', { path: { pid } }),
  save: async ({ name, ...application }, etag) => {
    if (name !== undefined) await saveName(name);
    const body = { ...application, ...(isLanguage(language) ? { language } : {}) };
    return read('save_my_application', { path: { pid }, body, ...ifMatch(etag) });
  },
  affects: [...affectedByOwnApplication(pid), ...affectedByProfile, memberKeys.own],
});

export const withdrawMyApplication = (pid: string): Change<void, unknown> => ({
  run: () => call('withdraw_my_application', { path: { pid } }),
  affects: affectedByOwnApplication(pid),
});

type Filter = { state: ListedState; tid: string | undefined; q: string | undefined };

export const projectApplicationsQuery = (pid: string, { state, tid, q }: Filter) => {
  const filter = { state, ...(tid === undefined ? {} : { tid }), ...(q === undefined ? {} : { q }) };
  return pagedQuery(
    applicationKeys.list(pid, filter),
    (query) => call('list_project_applications', { path: { pid }, query: { ...query, ...filter } }),
    maxPageSize,
  );
};

export const earlierApplicationsQuery = (pid: string, uid: string) =>
  queryOptions({
    queryKey: applicationKeys.earlier(pid, uid),
    queryFn: async () => (await call('get_earlier_applications', { path: { pid, uid } })).data,
  });

/** How many the server decides at once. */
const maxDecisions = 200;

export const decideApplications = (pid: string): Change<Decisions['decisions'], DecisionResults> => ({
  run: async (decisions) => {
    const results = [];
    for (let from = 0; from < decisions.length; from += maxDecisions) {
      const body = { decisions: decisions.slice(from, from + maxDecisions) };
      results.push(...(await call('decide_applications', { path: { pid }, body })).results);
    }
    return { results };
  },
  affects: affectedByMembership(pid),
});

type Texts = NonNullable<NewPublication['texts']>;

export const previewPublication = (pid: string): Change<Texts, Publication> => ({
  run: (texts) => call('publish_decisions', { path: { pid }, body: { texts, dry_run: true } }),
  affects: [],
});

export const publishDecisions = (pid: string): Change<Texts, Publication> => ({
  run: (texts) => call('publish_decisions', { path: { pid }, body: { texts } }),
  affects: affectedByMembership(pid),
});

export const exportApplications =
  (pid: string): Download =>
  (download) =>
    download('export_applications', { path: { pid } });
