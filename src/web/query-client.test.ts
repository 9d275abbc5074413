import { QueryObserver } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiProblem } from './api.ts';
import { allAnswersQuery, crossTableQuery, privateTotalsQuery, totalsQuery } from './features/forms/answers/queries.ts';
import { disclosureQuery } from './features/forms/disclosure/queries.ts';
import { createQueryClient, reloadShown } from './query-client.ts';

afterEach(() => vi.unstubAllGlobals());

const crossed = { rows: 'diet', columns: 'shirt', isPrivate: true };
const onChange = () => {};

test.each([
  [
    'totals without private answers',
    (client: QueryClient) => new QueryObserver(client, totalsQuery('camp', 'travel')).subscribe(onChange),
    2,
  ],
  [
    'totals with private answers',
    (client: QueryClient) => new QueryObserver(client, privateTotalsQuery('camp', 'travel')).subscribe(onChange),
    1,
  ],
  [
    'a table of private answers',
    (client: QueryClient) => new QueryObserver(client, crossTableQuery('camp', 'travel', crossed)).subscribe(onChange),
    1,
  ],
  [
    'all answers',
    (client: QueryClient) => new QueryObserver(client, allAnswersQuery('camp', 'travel')).subscribe(onChange),
    1,
  ],
  [
    'private data of people who agreed',
    (client: QueryClient) => new QueryObserver(client, disclosureQuery('camp', 'travel', 'bank')).subscribe(onChange),
    1,
  ],
])('reads when the connection is back: %s', async (_name, show, expected) => {
  let reads = 0;
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  vi.stubGlobal('fetch', () => {
    reads += 1;
    return Promise.resolve(Response.json({ data: [], next: null }));
  });
  const queryClient = createQueryClient(false);
  const leave = show(queryClient);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  await reloadShown(queryClient);
  expect(reads).toBe(expected);
  leave();
});

const problem = (status: number) =>
  new ApiProblem({ type: '', title: '', detail: '', status, code: 'any', request_id: '' });

test.each([
  ['the connection is lost', problem(0), 3],
  ['the server is busy', problem(503), 3],
  ['the server fails', problem(500), 1],
  ['the request is wrong', problem(404), 1],
  ['the page has an error', new Error('of the page'), 1],
])('a read is tried again twice at most, and only where that may help: %s', async (_name, error, expected) => {
  const queryFn = vi.fn<() => Promise<never>>().mockRejectedValue(error);
  const read = createQueryClient().fetchQuery({ queryKey: ['any'], queryFn, retryDelay: 0 });
  await expect(read).rejects.toBe(error);
  expect(queryFn).toHaveBeenCalledTimes(expected);
});
