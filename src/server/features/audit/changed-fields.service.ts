import { isDeepStrictEqual } from 'node:util';

/** The names of those fields of a change whose value differs, for the audit log; separated by spaces. */
export function changedFields(names: readonly string[], before: object, after: object): string {
  const old = new Map<string, unknown>(Object.entries(before));
  const fresh = new Map<string, unknown>(Object.entries(after));
  return names
    .filter((name) => !isDeepStrictEqual(old.get(name), fresh.get(name)))
    .toSorted()
    .join(' ');
}
