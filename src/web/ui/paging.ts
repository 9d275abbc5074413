import { maxPageSize } from '../../shared/limits.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';

/** `total`: on the first page of lists that are counted. */
type Page<T> = { data: T[]; next: string | null; total?: number };
/** Longer lists are loaded page by page. */
export const maxWholeList = 50_000;

type PageRequest = { limit: number; cursor?: string };

/**
 * Loads a list to its end, so that pages can count and search it. Only for lists that the server keeps short, and for
 * what has to be shown as a whole: scripts/structure/web.ts lists them with their reasons. A longer list is an error:
 * what a page says about the rows that it has would be wrong.
 */
export async function loadAll<T>(load: (query: PageRequest) => Promise<Page<T>>): Promise<T[]> {
  const found: T[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<T> = await load({ limit: maxPageSize, ...(cursor === null ? {} : { cursor }) });
    found.push(...page.data);
    cursor = page.next;
    if (cursor !== null && found.length >= maxWholeList) throw new Error(`A list has more than ${maxWholeList} rows`);
  } while (cursor !== null);
  return found;
}

/** A list that can grow without limit and is loaded page by page. */
export const pagedQuery = <T extends Page<unknown>>(
  queryKey: readonly unknown[],
  load: (query: PageRequest) => Promise<T>,
  limit = 30,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => load({ limit, ...(pageParam === null ? {} : { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });

type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };

/** What a table needs to load more rows; undefined at the end of the list. */
export const morePages = ({ hasNextPage, isFetchingNextPage, fetchNextPage }: Pages): More | undefined =>
  hasNextPage ? { pending: isFetchingNextPage, onMore: () => void fetchNextPage() } : undefined;

export type More = { pending: boolean; onMore: () => void };

/**
 * The rows of a list that are loaded so far, and how many there are. With `whole`, the rest is loaded as well: for an
 * order or a search that the API does not have.
 */
export function useRows<T>(list: UseInfiniteQueryResult<InfiniteData<Page<T>>>, whole = false) {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const isLoading = whole && hasNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (isLoading && !isFetchingNextPage) void fetchNextPage();
  }, [isLoading, isFetchingNextPage, fetchNextPage]);
  const rows = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const loadRest = async () => {
    for (let rest = hasNextPage; rest;) rest = (await fetchNextPage({ throwOnError: true })).hasNextPage;
  };
  return {
    rows,
    total: data?.pages[0]?.total ?? rows.length,
    isComplete: data !== undefined && !hasNextPage,
    more: morePages(list),
    /** For what needs the whole list at once, such as paper; undefined at its end. */
    loadRest: hasNextPage ? loadRest : undefined,
  };
}
