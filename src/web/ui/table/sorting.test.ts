import { expect, test } from 'vitest';
import { directionOf, nextSort, sortRows } from './sorting.ts';

const rows = [
  { name: 'Helper 10', tasks: 2 },
  { name: 'Ådne', tasks: 0 },
  { name: 'Helper 9', tasks: 2 },
  { name: 'bob', tasks: 11 },
];
const columns = [
  { key: 'name', sortBy: (row: (typeof rows)[number]) => row.name },
  { key: 'tasks', sortBy: (row: (typeof rows)[number]) => row.tasks },
  { key: 'contact' },
];
const namesBy = (sort: string | undefined, language = 'en') =>
  sortRows(rows, columns, sort, language).map(({ name }) => name);

test('text is sorted as people of the language expect, with numbers by value', () => {
  expect(namesBy('name')).toEqual(['Ådne', 'bob', 'Helper 9', 'Helper 10']);
  expect(namesBy('name', 'nb')).toEqual(['bob', 'Helper 9', 'Helper 10', 'Ådne']);
  expect(namesBy('-name')).toEqual(['Helper 10', 'Helper 9', 'bob', 'Ådne']);
});

test('numbers are sorted by value, and equal rows keep their order in both directions', () => {
  expect(namesBy('tasks')).toEqual(['Ådne', 'Helper 10', 'Helper 9', 'bob']);
  expect(namesBy('-tasks')).toEqual(['bob', 'Helper 10', 'Helper 9', 'Ådne']);
});

test('without a sortable column the rows stay as the API returned them', () => {
  const given = rows.map(({ name }) => name);
  expect(namesBy(undefined)).toEqual(given);
  expect(namesBy('contact')).toEqual(given);
  expect(namesBy('nothing')).toEqual(given);
});

test('pressing a header sorts ascending first, then turns the order around', () => {
  expect(nextSort(undefined, 'name')).toBe('name');
  expect(nextSort('tasks', 'name')).toBe('name');
  expect(nextSort('name', 'name')).toBe('-name');
  expect(nextSort('-name', 'name')).toBe('name');
  expect(directionOf('-name', 'name')).toBe('descending');
  expect(directionOf('name', 'name')).toBe('ascending');
  expect(directionOf('name', 'tasks')).toBeUndefined();
});
