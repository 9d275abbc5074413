import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Me } from '../../../client/client.ts';
import { applicationKeys, projectKeys, taskKeys } from '../../keys.ts';
import { clearPersonCache, meQuery } from './queries.ts';

const person = (name: string): Me => ({
  uid: name,
  email: `${name}@example.org`,
  email_hash: '',
  name,
  listing: 'hidden',
  roles: [],
  projects: [],
  disabled_teams: [],
  missing: [],
  needed: [],
  bank_unconfirmed_since: null,
  missing_forms: [],
  waiting_applications: [],
  unread_notices: 0,
  rights_withheld: false,
  signed_in_at: null,
});

test('nothing that one person has loaded is left for the next one', () => {
  const queryClient = new QueryClient();
  queryClient.setQueryData(meQuery.queryKey, person('ada'));
  queryClient.setQueryData(projectKeys.people('camp'), [{ uid: 'bob', email: 'bob@example.org' }]);
  queryClient.setQueryData(applicationKeys.ownList, []);
  queryClient.setQueryData(taskKeys.own, []);
  clearPersonCache(queryClient);
  expect(queryClient.getQueryData(meQuery.queryKey)).toBeNull();
  expect(
    queryClient
      .getQueryCache()
      .findAll()
      .map(({ queryKey }) => queryKey),
  ).toEqual([meQuery.queryKey]);
  expect(queryClient.getMutationCache().getAll()).toEqual([]);
});

test('the header shows that nobody is signed in', () => {
  const queryClient = new QueryClient();
  queryClient.setQueryData(meQuery.queryKey, person('ada'));
  const header = new QueryObserver(queryClient, meQuery);
  const stop = header.subscribe(() => {});
  clearPersonCache(queryClient);
  expect(header.getCurrentResult().data).toBeNull();
  stop();
});

test('a response that arrives late does not bring the previous person back', async () => {
  const queryClient = new QueryClient();
  let answer: (me: Me) => void = () => {};
  const asked = queryClient.fetchQuery({
    ...meQuery,
    queryFn: () => new Promise<Me | null>((resolve) => (answer = resolve)),
  });
  const tasks = queryClient.fetchQuery({
    queryKey: taskKeys.own,
    queryFn: () => new Promise((resolve) => setTimeout(resolve, 1, ['ada'])),
  });
  clearPersonCache(queryClient);
  answer(person('ada'));
  await Promise.allSettled([asked, tasks]);
  expect(queryClient.getQueryData(meQuery.queryKey)).toBeNull();
  expect(queryClient.getQueryData(taskKeys.own)).toBeUndefined();
});
