import type { CertificateSettings, HeldCertificate, HoursRow, Operations } from '../../../client/client.ts';
import { call } from '../../api.ts';
import { hoursKeys } from '../../keys.ts';
import type { Change } from '../../ui/change.ts';
import type { Download } from '../../ui/download.tsx';
import { isLanguage } from '../../ui/i18n.ts';
import { isOutdated } from './outdated.ts';
import { maxPageSize } from '../../../shared/limits.ts';
import { loadAll, pagedQuery } from '../../ui/paging.ts';

export const statementQuery = (pid: string, uid: string) => ({
  queryKey: hoursKeys.statement(pid, uid),
  queryFn: () => call('get_hours', { path: { pid, uid } }),
});

/** In large pages for an order that the API doesn't have, because it needs everybody. */
const pageSize = (isSorted: boolean): number => (isSorted ? maxPageSize : 50);

export const everyonesHoursQuery = (pid: string, isSorted: boolean) =>
  pagedQuery(
    hoursKeys.list(pid, pageSize(isSorted)),
    (query) => call('list_hours', { path: { pid }, query }),
    pageSize(isSorted),
  );

/** How many people have hours, and how many of them have which certificate. */
export const hoursSummaryQuery = (pid: string) => ({
  queryKey: hoursKeys.summary(pid),
  queryFn: () => call('get_hours_summary', { path: { pid } }),
});

export const teamHoursQuery = (pid: string, tid: string, isSorted: boolean) =>
  pagedQuery(
    hoursKeys.team(pid, tid, pageSize(isSorted)),
    (query) => call('list_team_hours', { path: { pid, tid }, query }),
    pageSize(isSorted),
  );

export const batchQuery = (pid: string) => ({
  queryKey: hoursKeys.batch(pid),
  queryFn: async () => (await call('get_certificate_batch', { path: { pid } })).batch,
});

export const settingsQuery = (pid: string) => ({
  queryKey: hoursKeys.settings(pid),
  queryFn: () => call('get_certificate_settings', { path: { pid } }),
});

/** The years of the event until this project, with what the charts show. */
export const seriesQuery = (pid: string) => ({
  queryKey: hoursKeys.series(pid),
  queryFn: () => call('get_series_statistics', { path: { pid } }),
});

export type SeriesTable = NonNullable<NonNullable<Operations['export_series_statistics']['input']['query']>['table']>;

export const exportSeries =
  (pid: string, table: SeriesTable, language: string): Download =>
  (download) =>
    download('export_series_statistics', {
      path: { pid },
      query: { table, language: isLanguage(language) ? language : 'en' },
    });

export const verifyQuery = (number: string) => ({
  queryKey: hoursKeys.verified(number),
  queryFn: () => call('verify_certificate', { path: { number } }),
  retry: false,
});

export const issueAll = (pid: string): Change<void, unknown> => ({
  run: () => call('issue_all_certificates', { path: { pid } }),
  affects: [hoursKeys.all(pid)],
});

export const issueOne = (pid: string): Change<{ uid: string; replace: boolean }, HeldCertificate> => ({
  run: ({ uid, replace }) => call('issue_certificate', { path: { pid, uid }, body: { replace } }),
  affects: [hoursKeys.all(pid)],
});

/**
 * Finds everybody whose certificate is about to be replaced by one that says other hours. Nothing could be printed for
 * those who have no hours left: their certificates can be revoked.
 */
export const collectRenewable = (pid: string): Change<void, HoursRow[]> => ({
  run: async () => {
    const settings = await call('get_certificate_settings', { path: { pid } });
    const rows = await loadAll((query) => call('list_hours', { path: { pid }, query }));
    return rows.filter((row) => row.minutes > 0 && row.wants_certificate && isOutdated(row, settings));
  },
  affects: [],
});

/** Does the same for several people, one after another. */
export const replaceEach = (pid: string): Change<HoursRow, HeldCertificate> => ({
  run: ({ uid }) => issueOne(pid).run({ uid, replace: true }),
  affects: [hoursKeys.all(pid)],
});

export const revokeOne = (pid: string): Change<{ number: string; reason: string }, unknown> => ({
  run: ({ number, reason }) => call('revoke_certificate', { path: { pid, number }, body: { reason } }),
  affects: [hoursKeys.all(pid)],
});

export const saveSettings = (pid: string): Change<CertificateSettings, CertificateSettings> => ({
  run: (body) => call('set_certificate_settings', { path: { pid }, body }),
  affects: [hoursKeys.settings(pid)],
});
