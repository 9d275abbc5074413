import { infiniteQueryOptions } from '@tanstack/react-query';

type Page<T> = { data: T[]; next: string | null };

/** As many as the service gives at once. */
export const pageSize = 200;
const mostPages = 25;

/** The whole of a list that has a natural bound, such as the teams of a project. */
export async function everything<T>(
  load: (query: { limit: number; cursor?: string }) => Promise<Page<T>>,
): Promise<T[]> {
  const found: T[] = [];
  let cursor: string | null = null;
  for (let count = 0; count < mostPages; count += 1) {
    const page: Page<T> = await load({ limit: pageSize, ...(cursor === null ? {} : { cursor }) });
    found.push(...page.data);
    if (page.next === null) break;
    cursor = page.next;
  }
  return found;
}

/** A list that grows with the years, portion by portion. */
export const portions = <T extends Page<unknown>>(
  queryKey: readonly unknown[],
  load: (query: { limit: number; cursor?: string }) => Promise<T>,
  limit = 30,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => load({ limit, ...(pageParam === null ? {} : { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
