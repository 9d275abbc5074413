import { TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { searchSort, searchText } from './search.ts';

/** Below this number the rows are easier to read than to search. */
const searchFrom = 20;

/** The search and the order of a table, kept in the URL. On pages with two tables one of them has a prefix. */
export function useTableSearch(prefix = '') {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const set = (key: string, value: string | undefined) =>
    void navigate({
      to: '.',
      search: (all: Record<string, unknown>) => ({ ...all, [`${prefix}${key}`]: value }),
      replace: true,
      resetScroll: false,
    });
  return {
    q: searchText(search[`${prefix}q`]) ?? '',
    onSearch: (text: string) => set('q', text === '' ? undefined : text),
    sort: searchSort(search[`${prefix}sort`]),
    onSort: (sort: string) => set('sort', sort),
  };
}

type SearchInputProps = { label: string; rows: number; q: string; onSearch: (text: string) => void };

/** `rows`: how many there are without the search. */
export function SearchInput({ label, rows, q, onSearch }: SearchInputProps) {
  if (rows < searchFrom && q === '') return null;
  return (
    <TextInput
      type="search"
      size="xs"
      className="muster-no-print"
      w={{ base: '100%', xs: 'auto' }}
      label={label}
      value={q}
      onChange={(event) => onSearch(event.currentTarget.value)}
    />
  );
}
