import { queryOptions } from '@tanstack/react-query';
import type { HelpResult, PendingPlace, PlaceOffer, Project, Task } from '../../../../client/client.ts';
import { call } from '../../../api.ts';
import { exchangeKeys, ownKeys, projectKeys } from '../../../keys.ts';
import type { Change } from '../../../ui/change.ts';
import { maxPageSize } from '../../../../shared/limits.ts';
import { pagedQuery } from '../../../ui/paging.ts';
import { affectedByTask } from '../queries.ts';

/** Passing on a place changes the tasks, the person's own plan and what is offered. */
const affected = (pid: string) => [...affectedByTask(pid), ownKeys.all];

/** The answer is empty if the person has a place now. */
export const waitFor = (pid: string): Change<Task, PendingPlace | undefined> => ({
  run: ({ id }) => call('join_task', { path: { pid, id }, body: { wait: true } }),
  affects: affected(pid),
});

export const stopWaiting = (pid: string): Change<Task, unknown> => ({
  run: ({ id }) => call('leave_task', { path: { pid, id } }),
  affects: affected(pid),
});

export const waitingQuery = (pid: string, id: string) =>
  pagedQuery(exchangeKeys.waiting(pid, id), (query) => call('list_waiting', { path: { pid, id }, query }));

export const removeWaiting = (pid: string, id: string): Change<{ uid: string; name: string }, unknown> => ({
  run: ({ uid }) => call('remove_waiting', { path: { pid, id, uid } }),
  affects: affected(pid),
});

/** Places that the person could take, were it not for their other tasks. */
export const offersQuery = pagedQuery(exchangeKeys.offers, (query) =>
  call('list_offers', { query: { ...query, all: true } }),
);

/** Returns the same for one task. */
export const taskOffersQuery = (pid: string, task: string) =>
  pagedQuery(exchangeKeys.offersOf(pid, task), (query) =>
    call('list_offers', { query: { ...query, task, all: true } }),
  );

/** The person's own offer of a place on this task, with whom it is for. */
export const madeOfferQuery = (pid: string, task: string) =>
  queryOptions({
    queryKey: exchangeKeys.made(pid, task),
    queryFn: async () => (await call('list_offers', { query: { made: true, task, limit: 1 } })).data[0] ?? null,
  });

/** Offers the place to a person, to anyone if `to` is empty, or to everybody on a task in return for their place. */
export type Offering = { to: string } | { for: string };

export const offerPlace = (pid: string, id: string): Change<Offering, unknown> => ({
  run: (offering) =>
    call('offer_place', { path: { pid, id }, body: 'to' in offering && offering.to === '' ? {} : offering }),
  affects: affected(pid),
});

export const withdrawOffer = (pid: string, id: string): Change<void, unknown> => ({
  run: () => call('withdraw_offer', { path: { pid, id } }),
  affects: affected(pid),
});

export const takeOffer = ({ pid, task, from }: PlaceOffer): Change<void, unknown> => ({
  run: () => call('take_offer', { path: { pid, id: task.id, uid: from.uid } }),
  affects: affected(pid),
});

export const declineOffer = ({ pid, task, from }: PlaceOffer): Change<void, unknown> => ({
  run: () => call('decline_offer', { path: { pid, id: task.id, uid: from.uid } }),
  affects: affected(pid),
});

export const answerHelp = (pid: string, id: string): Change<'yes' | 'no', HelpResult> => ({
  run: (answer) => call('answer_help_request', { path: { pid, id }, body: { answer } }),
  affects: affected(pid),
});

export const askForHelp = (pid: string, id: string): Change<number, { asked: number }> => ({
  run: (people) => call('ask_for_help', { path: { pid, id }, body: { people } }),
  affects: affected(pid),
});

export const helpRequestsQuery = (pid: string, id: string) =>
  pagedQuery(exchangeKeys.help(pid, id), (query) => call('list_help_requests', { path: { pid, id }, query }));

/** How many people can be asked now. Under the key of the requests, because each of them changes it. */
export const helpCandidatesQuery = (pid: string, id: string) =>
  queryOptions({
    queryKey: exchangeKeys.helpCandidates(pid, id),
    queryFn: async () => (await call('count_help_candidates', { path: { pid, id } })).count,
  });

export const questionsQuery = queryOptions({
  queryKey: exchangeKeys.questions,
  queryFn: async () => (await call('list_confirmations', { query: { limit: maxPageSize } })).data,
});

export const confirmAttendance = (pid: string): Change<void, unknown> => ({
  run: () => call('confirm_attendance', { path: { pid } }),
  affects: affected(pid),
});

export const unconfirmedQuery = (pid: string) =>
  pagedQuery(exchangeKeys.unconfirmed(pid), (query) => call('list_unconfirmed', { path: { pid }, query }), 20);

/** Places on tasks that the person plans, of people who want to give them up. */
export const givenPlacesQuery = (pid: string) =>
  pagedQuery(exchangeKeys.given(pid), (query) => call('list_given_places', { path: { pid }, query }), 20);

export const changeConfirmDays = (pid: string): Change<Project['confirm_days'], unknown> => ({
  run: (confirm_days) => call('update_project', { path: { pid }, body: { confirm_days } }),
  affects: [projectKeys.all(pid), ownKeys.all],
});
