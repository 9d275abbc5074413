/** The names of those fields of a change whose value differs, for the audit log; separated by spaces. */
export function changedFields(names: readonly string[], before: object, after: object): string {
  const [old, fresh] = [
    new Map<string, unknown>(Object.entries(before)),
    new Map<string, unknown>(Object.entries(after)),
  ];
  return names
    .filter((name) => JSON.stringify(old.get(name)) !== JSON.stringify(fresh.get(name)))
    .toSorted()
    .join(' ');
}
