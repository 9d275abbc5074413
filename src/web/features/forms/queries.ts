import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, read } from '../../api.ts';

export const formsQuery = (pid: string) =>
  infiniteQueryOptions({
    queryKey: ['project', pid, 'forms'],
    queryFn: ({ pageParam }) =>
      call('list_forms', {
        path: { pid },
        query: { limit: 50, ...(pageParam === null ? {} : { cursor: pageParam }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });

export const formQuery = (pid: string, form: string) =>
  queryOptions({
    queryKey: ['project', pid, 'form', form],
    queryFn: () => call('get_form', { path: { pid, form } }),
    refetchOnWindowFocus: false,
  });

/** Read anew whenever the form is opened, and not again while somebody fills it in. */
export const responseQuery = (pid: string, form: string) =>
  queryOptions({
    queryKey: ['project', pid, 'form', form, 'response'],
    queryFn: () => read('get_own_response', { path: { pid, form } }),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
