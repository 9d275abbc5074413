type Page<T> = { data: readonly T[]; next: string | null };

/**
 * Every item of a list, page by page:
 * `for await (const team of allOf((page) => client.call('list_teams', { path: { pid }, query: page }))) ...`
 */
export async function* allOf<T>(
  load: (page: { limit: number; cursor?: string }) => Promise<Page<T>>,
  limit = 200,
): AsyncGenerator<T, void, undefined> {
  for (let cursor: string | undefined; ;) {
    const { data, next } = await load(cursor === undefined ? { limit } : { limit, cursor });
    yield* data;
    if (next === null) return;
    cursor = next;
  }
}
