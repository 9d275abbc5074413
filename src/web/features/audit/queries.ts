import { call } from '../../api.ts';
import { auditKeys } from '../../keys.ts';
import type { Download } from '../../ui/download.tsx';
import { pagedQuery } from '../../ui/paging.ts';

export type AuditFilter = { actor?: string; kind?: string; project?: string };
export type AuditOrder = 'newest' | 'oldest';

/** Only what has just been loaded is shown as it is: every change anywhere adds an entry. */
export const auditQuery = (filter: AuditFilter, order: AuditOrder) => ({
  ...pagedQuery(
    auditKeys.list({ ...filter, order }),
    (query) => call('list_audit', { query: { ...query, ...filter, order } }),
    50,
  ),
  staleTime: 1000,
});

/** Who read which private data of the person, newest first. */
export const privateReadsQuery = {
  ...pagedQuery(auditKeys.privateReads, (query) => call('list_private_reads', { query }), 10),
  staleTime: 0,
};

export const exportAudit =
  (filter: AuditFilter): Download =>
  (download) =>
    download('export_audit', { query: filter });
