import { useInfiniteQuery } from '@tanstack/react-query';
import { lazyPart } from '../../../lazy-part.tsx';
import { useRows } from '../../../ui/paging.ts';
import { allRequestsQuery } from './queries.ts';

const RequestList = lazyPart('request-list', async () => (await import('./request-list.tsx')).RequestList);

/** "Decisions waiting" links here. */
export const requestsId = (pid: string): string => `requests-${pid}`;

/** For owners and chiefs: who asks for a place on a task, to decide here. Nothing while nobody does. */
export function RequestsToDecide({ pid, timezone }: { pid: string; timezone: string }) {
  const { rows: requests, more } = useRows(useInfiniteQuery(allRequestsQuery(pid)));
  return requests.length === 0 ? null : <RequestList id={requestsId(pid)} {...{ pid, timezone, requests, more }} />;
}
