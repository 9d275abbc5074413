import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './api.ts';

/** Retrying helps offline or when the server is busy, not after an error in the request. */
const shouldRetry = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof ApiProblem && (error.status === 0 || error.status === 503);

export const createQueryClient = (retry: false | typeof shouldRetry = shouldRetry): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // Without a connection a call fails with an error; a paused one would look like a page that hangs.
      queries: { staleTime: 10_000, retry, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
