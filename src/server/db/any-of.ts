/** The values of an `in (...)`, which must not be empty in SQL: nothing has an empty identifier. */
export const anyOf = (ids: Iterable<string>): string[] => ['', ...ids];
