import { queryOptions } from '@tanstack/react-query';
import type { Form, FormChanges, FormEntry, NewForm } from '../../../client/client.ts';
import { bodyOf, call, ifMatch, read } from '../../api.ts';
import { applicationKeys, answerKeys, consentKeys, formKeys, meKeys, ownKeys, projectKeys } from '../../keys.ts';
import type { Change } from '../../ui/change.ts';
import type { Editable } from '../../ui/editing/editing.ts';
import { loadAll } from '../../ui/paging.ts';

export const formsQuery = (pid: string) =>
  queryOptions({
    queryKey: formKeys.list(pid),
    queryFn: () => loadAll((query) => call('list_forms', { path: { pid }, query })),
  });

/** Those of which the person may see totals. */
export const formsWithTotalsQuery = (pid: string) =>
  queryOptions({
    queryKey: formKeys.withTotals(pid),
    queryFn: () => loadAll((query) => call('list_forms', { path: { pid }, query: { ...query, totals: true } })),
  });

/** It is the same for everybody until the next release. */
export const formKindsQuery = queryOptions({
  queryKey: formKeys.kinds,
  queryFn: () => loadAll((query) => call('list_form_kinds', { query })),
  staleTime: Infinity,
});

/** The form with its ETag, for editing. */
export const formVersionQuery = (pid: string, form: string) =>
  queryOptions({
    queryKey: formKeys.detail(pid, form),
    queryFn: () => read('get_form', { path: { pid, form } }),
    refetchOnWindowFocus: false,
  });

export const formQuery = (pid: string, form: string) =>
  queryOptions({ ...formVersionQuery(pid, form), select: bodyOf<Form> });

/** What a form asks decides which answers are missing, and how answers are counted. A new purpose ends consent. */
const affectedByForm = (pid: string) => [
  formKeys.all(pid),
  applicationKeys.call(pid),
  answerKeys.all(pid),
  consentKeys.own,
  projectKeys.people(pid),
  projectKeys.dashboard(pid),
  meKeys.all,
  ownKeys.checklist,
];

export const createForm = (pid: string): Change<NewForm, Form> => ({
  run: (body) => call('create_form', { path: { pid }, body }),
  affects: affectedByForm(pid),
});

export const editForm = (pid: string, form: string): Editable<Form, FormChanges> => ({
  load: () => read('get_form', { path: { pid, form } }),
  save: (body, etag) => read('change_form', { path: { pid, form }, body, ...ifMatch(etag) }),
  affects: affectedByForm(pid),
});

export const setFormEnabled = (pid: string, form: string): Change<boolean, Form> => ({
  run: (enabled) => call('change_form', { path: { pid, form }, body: { enabled } }),
  affects: affectedByForm(pid),
});

/** Also says whether there is anybody to notify, except the caller. Asked first, so that an error means no change. */
export const switchForm = (pid: string, form: string, uid: string): Change<boolean, Form & { notifies: boolean }> => ({
  run: async (enabled) => {
    const path = { pid, form };
    const asked = enabled ? (await call('list_missing_responses', { path, query: { limit: 2 } })).data : [];
    return { ...(await setFormEnabled(pid, form).run(enabled)), notifies: asked.some((one) => one.uid !== uid) };
  },
  affects: affectedByForm(pid),
});

/** Several forms, one after another. */
export const setFormsEnabled = (pid: string, enabled: boolean): Change<FormEntry, Form> => ({
  run: ({ form }) => setFormEnabled(pid, form).run(enabled),
  affects: affectedByForm(pid),
});

export const deleteForm = ({ pid, form, response_count: count }: Form): Change<void, unknown> => ({
  run: () => call('delete_form', { path: { pid, form }, query: (count ?? 0) > 0 ? { force: true } : {} }),
  affects: affectedByForm(pid),
});
