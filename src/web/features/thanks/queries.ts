import { queryOptions } from '@tanstack/react-query';
import type { OwnThanks, ThanksPageInput } from '../../../client/client.ts';
import type { Versioned } from '../../api.ts';
import { call, ifMatch, read } from '../../api.ts';
import type { ThanksPage } from '../../../client/client.ts';
import { thanksKeys } from '../../keys.ts';
import type { Change } from '../../ui/change.ts';
import type { Editable } from '../../ui/editing/editing.ts';
import { pagedQuery } from '../../ui/paging.ts';

export const thanksVersionQuery = (pid: string) =>
  queryOptions({
    queryKey: thanksKeys.page(pid),
    queryFn: (): Promise<Versioned<ThanksPage>> => read('get_thanks_page', { path: { pid } }),
  });

export const thanksNamesQuery = (pid: string) =>
  pagedQuery(thanksKeys.names(pid), (query) => call('list_thanks_names', { path: { pid }, query }), 100);

export const ownThanksQuery = (pid: string) =>
  queryOptions({ queryKey: thanksKeys.own(pid), queryFn: () => call('get_own_thanks', { path: { pid } }) });

export const editThanks = (pid: string): Editable<ThanksPage, ThanksPageInput> => ({
  load: () => read('get_thanks_page', { path: { pid } }),
  save: (body, etag) => read('set_thanks_page', { path: { pid }, body, ...ifMatch(etag) }),
  affects: [thanksKeys.all(pid)],
});

export const publishThanks = (pid: string): Change<ThanksPageInput & { etag: string | undefined }, unknown> => ({
  run: ({ etag, ...body }) => read('set_thanks_page', { path: { pid }, body, ...ifMatch(etag) }),
  affects: [thanksKeys.all(pid)],
});

export const hideThanksName = (pid: string): Change<{ uid: string; hidden: boolean }, unknown> => ({
  run: ({ uid, hidden }) => call('change_thanks_name', { path: { pid, uid }, body: { hidden } }),
  affects: [thanksKeys.all(pid)],
});

export const addOwnThanks = (pid: string): Change<string, OwnThanks> => ({
  run: (name) => call('set_own_thanks', { path: { pid }, body: { name } }),
  affects: [thanksKeys.all(pid)],
});

export const removeOwnThanks = (pid: string): Change<void, unknown> => ({
  run: () => call('delete_own_thanks', { path: { pid } }),
  affects: [thanksKeys.all(pid)],
});
