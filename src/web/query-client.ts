import { QueryClient } from '@tanstack/react-query';
import type { Query, RefetchOptions } from '@tanstack/react-query';
import { ApiProblem } from './api.ts';

/** Retrying helps offline or when the server is busy, not after an error in the request. */
const shouldRetry = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof ApiProblem && (error.status === 0 || error.status === 503);

/** How long data is shown without loading it again. */
export const freshMs = 10_000;

/** A page shows an error that its loader has just met, instead of asking again. */
const retryOnMount = ({ state }: Query): boolean => Date.now() - state.errorUpdatedAt > freshMs;

export const createQueryClient = (retry: false | typeof shouldRetry = shouldRetry): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // Without a connection a call fails with an error; a paused one would look like a page that hangs.
      queries: { staleTime: freshMs, retry, retryOnMount, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });

/**
 * For reads that the audit log records: made only when somebody asks, and never repeated. `static` also holds against
 * `reloadShown`, which ignores a `staleTime` of any length.
 */
export const recordedRead = { gcTime: 0, staleTime: 'static', retry: false } as const;

/** Loads again whatever is on screen, such as after the connection was lost. */
export const reloadShown = (queryClient: QueryClient, options: RefetchOptions = {}): Promise<void> =>
  queryClient.refetchQueries({ type: 'active' }, options);
