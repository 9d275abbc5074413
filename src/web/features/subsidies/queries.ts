import { maxPageSize } from '../../../shared/limits.ts';
import { queryOptions } from '@tanstack/react-query';
import type { NewTrafficSubsidyTable, TrafficSubsidy } from '../../../client/client.ts';
import { call, ifMatch, read } from '../../api.ts';
import type { Versioned } from '../../api.ts';
import { answerKeys, formKeys, subsidyKeys } from '../../keys.ts';
import type { Editable } from '../../ui/editing/editing.ts';

export type SubsidyTable = { currency: string | null; data: TrafficSubsidy[] };

/** The ETag of the first page is that of the whole table. */
async function loadTable(pid: string): Promise<Versioned<SubsidyTable>> {
  const first = await read('list_traffic_subsidies', { path: { pid }, query: { limit: maxPageSize } });
  const { currency } = first.body;
  const data = [...first.body.data];
  let { next } = first.body;
  while (next !== null) {
    const page = await call('list_traffic_subsidies', { path: { pid }, query: { limit: maxPageSize, cursor: next } });
    data.push(...page.data);
    next = page.next;
  }
  return { body: { currency, data }, etag: first.etag };
}

export const subsidiesQuery = (pid: string) =>
  queryOptions({ queryKey: subsidyKeys.all(pid), queryFn: () => loadTable(pid) });

/** The travel form offers these places, and its saved answers carry the amounts. */
export const editSubsidies = (pid: string): Editable<SubsidyTable, NewTrafficSubsidyTable> => ({
  load: () => loadTable(pid),
  save: async (body, etag) => {
    await call('replace_traffic_subsidies', { path: { pid }, body, ...ifMatch(etag) });
    return loadTable(pid);
  },
  affects: [subsidyKeys.all(pid), formKeys.all(pid), answerKeys.all(pid)],
});
