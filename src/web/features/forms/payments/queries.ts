import { queryOptions } from '@tanstack/react-query';
import type { MadePayments, Payment } from '../../../../client/client.ts';
import { call } from '../../../api.ts';
import { answerKeys, moneyKeys, paymentKeys, projectKeys } from '../../../keys.ts';
import type { Change } from '../../../ui/change.ts';
import { loadAll } from '../../../ui/paging.ts';

export const paymentsQuery = (pid: string, form: string) =>
  queryOptions({
    queryKey: paymentKeys.list(pid, form),
    queryFn: (): Promise<Payment[]> => loadAll((query) => call('list_payments', { path: { pid, form }, query })),
    staleTime: 0,
  });

/** How many people are open and paid, and how much that is. */
export const paymentTotalsQuery = (pid: string, form: string) =>
  queryOptions({
    queryKey: paymentKeys.totals(pid, form),
    queryFn: () => call('get_payment_totals', { path: { pid, form } }),
    staleTime: 0,
  });

/** The same for all forms, also those that were deleted. */
export const travelPaymentsQuery = (pid: string) =>
  queryOptions({
    queryKey: moneyKeys.travel(pid),
    queryFn: async () => (await call('get_travel_payments', { path: { pid } })).data,
    staleTime: 0,
  });

export type Due = { uid: string; amount: number; currency: string };

const batchSize = 200;

/** Owners see how many payments are left, and people when they were paid. */
const affectedByPayment = (pid: string, form: string) => [
  paymentKeys.all(pid, form),
  moneyKeys.travel(pid),
  answerKeys.own(pid, form),
  projectKeys.dashboard(pid),
];

/** The service takes 200 people at a time. A batch that was sent before an error stays paid, and is not paid again. */
export const makePayments = (
  pid: string,
  form: string,
): Change<{ batch: string; people: readonly Due[] }, MadePayments['data']> => ({
  run: async ({ batch, people }) => {
    const outcomes: MadePayments['data'] = [];
    for (let first = 0; first < people.length; first += batchSize) {
      const some = people.slice(first, first + batchSize);
      const { data } = await call('make_payments', { path: { pid, form }, body: { batch, people: [...some] } });
      outcomes.push(...data);
    }
    return outcomes;
  },
  affects: affectedByPayment(pid, form),
});

export const undoPayment = (pid: string, form: string): Change<{ uid: string; name: string }, unknown> => ({
  run: ({ uid }) => call('undo_payment', { path: { pid, form, uid } }),
  affects: affectedByPayment(pid, form),
});
