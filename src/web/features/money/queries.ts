import { queryOptions } from '@tanstack/react-query';
import type {
  BudgetValues,
  Claim,
  ClaimChanges,
  ClaimDecision,
  ClaimFile,
  ClaimSubmission,
  MoneySettings,
  NewBudgets,
  NewClaim,
  NewPayout,
  Payout,
  RemindedPeople,
  SharedClaim,
} from '../../../client/client.ts';
import { bodyOf, call, ifMatch, read, readFile, sendFile } from '../../api.ts';
import type { Sending } from '../../api.ts';
import { consentKeys, moneyKeys, ownKeys } from '../../keys.ts';
import type { Change } from '../../ui/change.ts';
import type { Download } from '../../ui/download.tsx';
import { loadAll, pagedQuery } from '../../ui/paging.ts';
import type { Values } from './claim-draft.ts';

export const ownClaimsQuery = (pid: string) =>
  queryOptions({ queryKey: moneyKeys.own(pid), queryFn: () => call('list_own_claims', { path: { pid } }) });

export const budgetsQuery = (pid: string) =>
  queryOptions({ queryKey: moneyKeys.budgets(pid), queryFn: () => call('list_budgets', { path: { pid } }) });

/** The claim with its ETag, which a decision sends back. */
export const claimVersionQuery = (pid: string, id: string) =>
  queryOptions({
    queryKey: moneyKeys.claim(pid, id),
    queryFn: () => read('get_claim', { path: { pid, id } }),
    staleTime: 0,
  });

export const claimQuery = (pid: string, id: string) =>
  queryOptions({ ...claimVersionQuery(pid, id), select: bodyOf<Claim> });

const affectedByOwn = (pid: string) => [moneyKeys.all(pid)];

export const createClaim = (pid: string): Change<NewClaim, Claim> => ({
  run: (body) => call('create_claim', { path: { pid }, body }),
  affects: [moneyKeys.own(pid)],
});

/** `values`: what was typed, which may be more than can be saved. */
export const changeClaim = (pid: string, id: string): Change<{ values: Values; changes: ClaimChanges }, Claim> => ({
  run: ({ changes }) => call('change_claim', { path: { pid, id }, body: changes }),
  affects: affectedByOwn(pid),
});

/** What was entered is saved first, so that nothing else is sent than what is on screen. */
export const sendClaim = (
  pid: string,
  id: string,
): Change<{ changes: ClaimChanges; submission: ClaimSubmission }, Claim> => ({
  run: async ({ changes, submission }) => {
    await call('change_claim', { path: { pid, id }, body: changes });
    return call('send_claim', { path: { pid, id }, body: submission });
  },
  affects: affectedByOwn(pid),
});

export const withdrawClaim = (pid: string, id: string): Change<void, unknown> => ({
  run: () => call('withdraw_claim', { path: { pid, id } }),
  affects: [moneyKeys.own(pid), moneyKeys.budgets(pid)],
});

/** Claims for which others can see the bank account of the person now. */
export const ownClaimConsentsQuery = queryOptions({
  queryKey: consentKeys.claims,
  queryFn: (): Promise<SharedClaim[]> => loadAll((query) => call('list_own_claim_consents', { query })),
  staleTime: 0,
});

export const unshareBank = (pid: string, id: string): Change<void, unknown> => ({
  run: () => call('unshare_bank_for_claim', { path: { pid, id } }),
  affects: [moneyKeys.all(pid), ownKeys.all],
});

export const shareBank = (pid: string, id: string): Change<boolean, unknown> => ({
  run: (isShared) => call(isShared ? 'share_bank_for_claim' : 'unshare_bank_for_claim', { path: { pid, id } }),
  affects: [moneyKeys.all(pid), ownKeys.all],
});

const filesOf = (pid: string, id: string): string => `/api/projects/${pid}/claims/${id}/files`;

/** Sends a receipt and says how much has arrived. The same file again is not added again. */
export const addReceipt = (pid: string, id: string, sending: Sending): Promise<ClaimFile> =>
  sendFile<ClaimFile>(filesOf(pid, id), sending);

export const removeReceipt = (pid: string, id: string): Change<string, unknown> => ({
  run: (receipt) => call('delete_claim_file', { path: { pid, id, receipt } }),
  affects: [moneyKeys.all(pid)],
});

/** The pages allow pictures of their own origin and in the page, and no other addresses. */
const dataUrlOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')));
    reader.readAsDataURL(blob);
  });

/** A receipt as a file. It does not change, and goes from memory with the page that shows it. */
export const receiptQuery = (pid: string, id: string, receipt: string) =>
  queryOptions({
    queryKey: moneyKeys.receipt(pid, id, receipt),
    queryFn: async () => dataUrlOf(await readFile(`${filesOf(pid, id)}/${receipt}`)),
    staleTime: Infinity,
    gcTime: 60_000,
    // Each read of somebody else's is recorded.
    refetchOnWindowFocus: false,
    retry: false,
  });

export type ClaimFilter = { state?: Exclude<Claim['state'], 'draft'>; budget?: string; q?: string };

/** Claims that wait are worked through in the order in which they came; all others begin with the newest. */
export const claimsQuery = (pid: string, filter: ClaimFilter) =>
  pagedQuery(moneyKeys.claims(pid, filter), (query) =>
    call('list_claims', {
      path: { pid },
      query: { ...query, ...filter, order: filter.state === 'sent' ? 'oldest' : 'newest' },
    }),
  );

export const claimTotalsQuery = (pid: string) =>
  queryOptions({
    queryKey: moneyKeys.totals(pid),
    queryFn: async () => (await call('get_claim_totals', { path: { pid } })).data,
  });

export type Deciding = { id: string; etag: string | undefined; decision: ClaimDecision };

export const decideClaim = (pid: string): Change<Deciding, Claim> => ({
  run: ({ id, etag, decision }) => call('decide_claim', { path: { pid, id }, body: decision, ...ifMatch(etag) }),
  affects: [moneyKeys.all(pid)],
});

export const putBudgets = (pid: string): Change<NewBudgets, unknown> => ({
  run: (body) => call('put_budgets', { path: { pid }, body }),
  affects: [moneyKeys.all(pid)],
});

export const changeBudget = (pid: string, code: string): Change<BudgetValues, unknown> => ({
  run: async (body) => {
    const { etag } = await read('get_budget', { path: { pid, code } });
    return call('change_budget', { path: { pid, code }, body, ...ifMatch(etag) });
  },
  affects: [moneyKeys.all(pid)],
});

export const deleteBudget = (pid: string): Change<string, unknown> => ({
  run: (code) => call('delete_budget', { path: { pid, code } }),
  affects: [moneyKeys.budgets(pid)],
});

export const duePaymentsQuery = (pid: string) =>
  queryOptions({
    queryKey: moneyKeys.due(pid),
    queryFn: () => call('list_due_payments', { path: { pid } }),
    staleTime: 0,
  });

/** Reaches exactly those who cannot be paid by transfer. */
export const remindOfAccounts = (pid: string): Change<string, RemindedPeople> => ({
  run: (note) => call('remind_of_accounts', { path: { pid }, body: { note } }),
  affects: [],
});

export const exportClaims =
  (pid: string): Download =>
  (load) =>
    load('export_claims', { path: { pid } });

export const payoutsQuery = (pid: string) =>
  pagedQuery(moneyKeys.payouts(pid), (query) => call('list_payouts', { path: { pid }, query }));

export const payoutVersionQuery = (pid: string, id: string) =>
  queryOptions({
    queryKey: moneyKeys.payout(pid, id),
    queryFn: () => read('get_payout', { path: { pid, id } }),
    staleTime: 0,
  });

export const createPayout = (pid: string): Change<NewPayout, Payout> => ({
  run: (body) => call('create_payout', { path: { pid }, body }),
  affects: [moneyKeys.all(pid)],
});

export const setPaid = (pid: string, id: string): Change<{ isPaid: boolean; etag: string | undefined }, unknown> => ({
  run: ({ isPaid, etag }) =>
    call(isPaid ? 'mark_payout_paid' : 'unmark_payout_paid', { path: { pid, id }, ...ifMatch(etag) }),
  affects: [moneyKeys.all(pid)],
});

/** Not the payout itself, which is still on screen. */
export const deletePayout = (pid: string, id: string): Change<string | undefined, unknown> => ({
  run: (etag) => call('delete_payout', { path: { pid, id }, ...ifMatch(etag) }),
  affects: [moneyKeys.due(pid), moneyKeys.payouts(pid), moneyKeys.lists(pid)],
});

export const exportPayout =
  (pid: string, id: string, format: 'csv' | 'pain001', columns: readonly string[]): Download =>
  (load) =>
    load('export_payout', {
      path: { pid, id },
      query: { format, ...(format === 'csv' ? { columns: columns.join(',') } : {}) },
    });

export const settingsVersionQuery = (pid: string) =>
  queryOptions({
    queryKey: moneyKeys.settings(pid),
    queryFn: () => read('get_money_settings', { path: { pid } }),
  });

export const changeSettings = (pid: string): Change<{ values: MoneySettings; etag: string | undefined }, unknown> => ({
  run: ({ values, etag }) => call('change_money_settings', { path: { pid }, body: values, ...ifMatch(etag) }),
  // Claims for travel begin or end with it.
  affects: [moneyKeys.all(pid)],
});
