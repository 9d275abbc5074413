import type { CertificateSettings, HeldCertificate, HoursRow } from '../../../client/client.ts';
import { call } from '../../api.ts';
import { hoursKeys } from '../../keys.ts';
import type { Change } from '../../ui/change.ts';
import { loadAll } from '../../ui/paging.ts';

export const statementQuery = (pid: string, uid: string) => ({
  queryKey: hoursKeys.statement(pid, uid),
  queryFn: () => call('get_hours', { path: { pid, uid } }),
});

export const everyonesHoursQuery = (pid: string) => ({
  queryKey: hoursKeys.list(pid),
  queryFn: () => loadAll((query) => call('list_hours', { path: { pid }, query })),
});

export const teamHoursQuery = (pid: string, tid: string) => ({
  queryKey: hoursKeys.team(pid, tid),
  queryFn: () => loadAll((query) => call('list_team_hours', { path: { pid, tid }, query })),
});

export const batchQuery = (pid: string) => ({
  queryKey: hoursKeys.batch(pid),
  queryFn: async () => (await call('get_certificate_batch', { path: { pid } })).batch,
});

export const settingsQuery = (pid: string) => ({
  queryKey: hoursKeys.settings(pid),
  queryFn: () => call('get_certificate_settings', { path: { pid } }),
});

export const statisticsQuery = (pid: string) => ({
  queryKey: hoursKeys.statistics(pid),
  queryFn: async () => (await call('get_statistics', { path: { pid } })).projects,
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

/** The same for several people, one after another. */
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
