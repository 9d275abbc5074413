import { infiniteQueryOptions } from '@tanstack/react-query';

type Page<T> = { data: T[]; next: string | null };
type PageRequest = { limit: number; cursor?: string };

/** The largest page that the API returns. */
export const maxPageSize = 200;
const maxPages = 25;

/** All pages of a list that stays small, such as the teams of a project. */
export async function loadAll<T>(load: (query: PageRequest) => Promise<Page<T>>): Promise<T[]> {
  const found: T[] = [];
  let cursor: string | null = null;
  for (let count = 0; count < maxPages; count += 1) {
    const page: Page<T> = await load({ limit: maxPageSize, ...(cursor === null ? {} : { cursor }) });
    found.push(...page.data);
    if (page.next === null) break;
    cursor = page.next;
  }
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
