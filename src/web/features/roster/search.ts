import { isSlug, maxTagLength, tagPattern } from '../../../shared/limits.ts';

const sorts = ['name', '-name', 'teams', '-teams', 'tasks', '-tasks', 'missing', '-missing'] as const;
export type PeopleSort = (typeof sorts)[number];

/** The filters and the order of the people of a project in the URL, so that back and reload show the same people. */
export type PeopleSearch = {
  q?: string | undefined;
  tid?: string | undefined;
  role?: (typeof roles)[number] | undefined;
  form?: string | undefined;
  answered?: boolean | undefined;
  tag?: string | undefined;
  without_tasks?: true | undefined;
  incomplete?: true | undefined;
  day?: string | undefined;
  /** Sorted by name if it is missing. */
  sort?: Exclude<PeopleSort, 'name'> | undefined;
};

const roles = ['owner', 'chief', 'member', 'helper'] as const;

/** A slug of digits alone, such as a year, arrives as a number. */
const text = (value: unknown): string | undefined => {
  const known = typeof value === 'number' ? String(value) : value;
  return typeof known === 'string' && known !== '' && known.length <= 100 ? known : undefined;
};

const slug = (value: unknown): string | undefined => {
  const known = text(value);
  return known !== undefined && isSlug(known) ? known : undefined;
};

const tagShape = new RegExp(tagPattern);
const tagIn = (value: unknown): string | undefined => {
  const known = text(value);
  return known !== undefined && known.length <= maxTagLength && tagShape.test(known) ? known : undefined;
};

export function peopleSearch(search: Record<string, unknown>): PeopleSearch {
  const day = text(search['day']);
  const form = slug(search['form']);
  return {
    q: text(search['q']),
    tid: slug(search['tid']),
    role: roles.find((role) => role === search['role']),
    form,
    answered: form === undefined ? undefined : search['answered'] === true,
    tag: tagIn(search['tag']),
    without_tasks: search['without_tasks'] === true || undefined,
    incomplete: search['incomplete'] === true || undefined,
    day: day !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : undefined,
    sort: sortOf(search['sort']),
  };
}

/** The order as the URL holds it. */
export function sortOf(value: unknown): PeopleSearch['sort'] {
  const known = sorts.find((sort) => sort === value);
  return known === 'name' ? undefined : known;
}

/** The filters that are set, as the API takes them. */
export const filtersOf = ({ q, tid, role, form, answered, tag, without_tasks, incomplete, day }: PeopleSearch) => ({
  ...(q !== undefined && { q }),
  ...(tid !== undefined && { tid }),
  ...(role !== undefined && { role }),
  ...(form !== undefined && { form, answered: answered ?? false }),
  ...(tag !== undefined && { tag }),
  ...(without_tasks !== undefined && { without_tasks }),
  ...(incomplete !== undefined && { incomplete }),
  ...(day !== undefined && { day }),
});
