/** What a pasted table of people can have in its columns, in the order in which people choose. */
export const importPeopleColumns = [
  'email',
  'name',
  'given',
  'family',
  'phone',
  'team',
  'role',
  'language',
  'tags',
] as const;
export type ImportPeopleColumn = (typeof importPeopleColumns)[number];

/** How many lines a table can have below its header. */
export const maxImportLines = 20_000;
/** Characters of the whole table. */
export const maxImportText = 4_000_000;
