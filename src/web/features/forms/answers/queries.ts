import { queryOptions } from '@tanstack/react-query';
import type { NewResponse, OwnResponse } from '../../../../client/client.ts';
import { call, ifMatch, read } from '../../../api.ts';
import type { Versioned } from '../../../api.ts';
import {
  answerKeys,
  consentKeys,
  disclosureKeys,
  formKeys,
  meKeys,
  ownKeys,
  paymentKeys,
  projectKeys,
  thanksKeys,
} from '../../../keys.ts';
import { recordedRead } from '../../../query-client.ts';
import type { Change } from '../../../ui/change.ts';
import type { Download } from '../../../ui/download.tsx';
import type { Editable } from '../../../ui/editing/editing.ts';
import { isLanguage } from '../../../ui/i18n.ts';
import { maxPageSize } from '../../../../shared/limits.ts';
import { pagedQuery } from '../../../ui/paging.ts';

export type OwnAnswer = Versioned<OwnResponse>;

const loadOwn = (pid: string, form: string): Promise<OwnAnswer> => read('get_own_response', { path: { pid, form } });

/** Loaded each time the form is opened, and not again while somebody fills it in. */
export const ownAnswerQuery = (pid: string, form: string) =>
  queryOptions({
    queryKey: answerKeys.own(pid, form),
    queryFn: () => loadOwn(pid, form),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const totalsQuery = (pid: string, form: string) =>
  queryOptions({
    queryKey: answerKeys.totals(pid, form),
    queryFn: () => call('get_form_totals', { path: { pid, form }, query: { private: false } }),
  });

/** With private fields. Every read is recorded, so it is made only when somebody asks, and never repeated. */
export const privateTotalsQuery = (pid: string, form: string) =>
  queryOptions({
    queryKey: disclosureKeys.totals(pid, form),
    queryFn: () => call('get_form_totals', { path: { pid, form } }),
    ...recordedRead,
  });

/** Totals of two open questions by each other, such as sizes by cut. */
export const variantTotalsQuery = (pid: string, form: string, { rows, columns }: { rows: string; columns: string }) =>
  queryOptions({
    queryKey: [...answerKeys.totals(pid, form), rows, columns],
    queryFn: () => call('get_form_totals', { path: { pid, form }, query: { private: false, rows, columns } }),
  });

export const exportOrderSheet =
  (pid: string, form: string, language: string): Download =>
  (download) =>
    download('export_order_sheet', {
      path: { pid, form },
      query: { language: isLanguage(language) ? language : 'en' },
    });

type Crossed = { rows: string; columns: string; isPrivate: boolean };

/**
 * Totals with a table by two questions. Every look at private ones is recorded, so nothing is loaded again without the
 * owner asking for it.
 */
export const crossTableQuery = (pid: string, form: string, { rows, columns, isPrivate }: Crossed) =>
  queryOptions({
    queryKey: disclosureKeys.table(pid, form, { rows, columns }),
    queryFn: () => call('get_form_totals', { path: { pid, form }, query: { private: isPrivate, rows, columns } }),
    ...recordedRead,
  });

/** The answers to a form. Reading private ones is recorded, so it is made only when somebody asks, and never repeated. */
export const allAnswersQuery = (pid: string, form: string) => ({
  ...pagedQuery(
    disclosureKeys.answers(pid, form),
    (query) => call('list_responses', { path: { pid, form }, query: { ...query, sort: 'name' } }),
    maxPageSize,
  ),
  ...recordedRead,
});

/** The people who have not answered a form yet. */
export const missingPeopleQuery = (pid: string, form: string) =>
  pagedQuery(
    answerKeys.missing(pid, form),
    (query) => call('list_missing_responses', { path: { pid, form }, query }),
    100,
  );

/**
 * Not the caller's own answer: saving returns its new version. The answer decides what owners may see of the person,
 * what is paid to them, and which forms they still have to answer.
 */
const affectedByOwnAnswer = (pid: string, form: string) => [
  formKeys.all(pid),
  answerKeys.totals(pid, form),
  answerKeys.missing(pid, form),
  consentKeys.own,
  paymentKeys.all(pid, form),
  projectKeys.people(pid),
  projectKeys.dashboard(pid),
  meKeys.all,
  ownKeys.checklist,
  thanksKeys.all(pid),
];

export const editOwnAnswer = (pid: string, form: string): Editable<OwnResponse, NewResponse> => ({
  load: () => loadOwn(pid, form),
  save: (body, etag) => read('save_own_response', { path: { pid, form }, body, ...ifMatch(etag) }),
  affects: affectedByOwnAnswer(pid, form),
});

/** Returns the empty answer that the form now starts from. */
export const removeOwnAnswer = (pid: string, form: string, etag: string | undefined): Change<void, OwnAnswer> => ({
  run: async () => {
    await call('delete_own_response', { path: { pid, form }, ...ifMatch(etag) });
    return loadOwn(pid, form);
  },
  affects: affectedByOwnAnswer(pid, form),
});

export const exportAnswers =
  (pid: string, form: string): Download =>
  (download) =>
    download('export_responses', { path: { pid, form } });
