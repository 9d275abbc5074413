import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { loadAll, maxWholeList, pagedQuery } from './paging.ts';

const numbers = Array.from({ length: 8123 }, (_, index) => index);

/** Pages of a list of numbers, as the API returns them: the cursor is the last number of the page before. */
async function load({ limit, cursor }: { limit: number; cursor?: string }) {
  const start = cursor === undefined ? 0 : Number(cursor) + 1;
  const data = numbers.slice(start, start + limit);
  return { data, next: start + limit < numbers.length ? String(data.at(-1)) : null };
}

test('a list is loaded to its end; one that is too long is an error, never a part of it', async () => {
  expect(await loadAll(load)).toEqual(numbers);
  const row = async ({ limit }: { limit: number }) => ({ data: Array.from({ length: limit }, () => 0), next: 'more' });
  await expect(loadAll(row)).rejects.toThrow(`A list has more than ${maxWholeList} rows`);
});

test('a list is loaded page by page: the first without a cursor, the next with that of the one before, up to the end', async () => {
  const asked: object[] = [];
  const options = pagedQuery(
    ['numbers'],
    (query) => {
      asked.push(query);
      return load(query);
    },
    4000,
  );
  const { pages } = await new QueryClient().fetchInfiniteQuery({ ...options, pages: 9 });
  expect(asked).toEqual([{ limit: 4000 }, { limit: 4000, cursor: '3999' }, { limit: 4000, cursor: '7999' }]);
  expect(pages.flatMap(({ data }) => data)).toEqual(numbers);
});
