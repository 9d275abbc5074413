/** The columns of a table of tasks that is pasted, in the order of the template. */
export const importColumns = [
  'title',
  'team',
  'category',
  'kind',
  'place',
  'day',
  'start',
  'end',
  'minimum',
  'capacity',
  'description',
] as const;
export type ImportColumn = (typeof importColumns)[number];
