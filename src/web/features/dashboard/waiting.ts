import type { Loads } from '../../loading.ts';
import { givenPlacesQuery, unconfirmedQuery } from '../tasks/exchange/queries.ts';
import { allRequestsQuery } from '../tasks/signup/queries.ts';

/** Requests to decide, places that people want to give up, and who has not said whether they come. */
export const loadWaiting = ({ loadPages }: Pick<Loads, 'loadPages'>, pid: string) =>
  Promise.all([loadPages(allRequestsQuery(pid)), loadPages(givenPlacesQuery(pid)), loadPages(unconfirmedQuery(pid))]);
