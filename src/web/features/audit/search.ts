/** The filters of the log in an address, and its order if it is not the usual one. */
export type AuditSearch = { actor?: string; kind?: string; project?: string; order?: 'oldest' };

const matching = (value: unknown, pattern: RegExp): string | undefined => {
  // An identifier of digits alone, such as a year, arrives as a number.
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && pattern.test(text) ? text : undefined;
};

/** Leaves out what the API would reject. */
export const auditSearch = (search: Record<string, unknown>): AuditSearch => {
  const actor = matching(search['actor'], /^[0-9a-z-]{1,64}$/);
  const kind = matching(search['kind'], /^[a-z_]{1,31}\.[a-z_]{1,31}$/);
  const project = matching(search['project'], /^[a-z0-9][a-z0-9_-]{0,63}$/);
  return {
    ...(actor !== undefined && { actor }),
    ...(kind !== undefined && { kind }),
    ...(project !== undefined && { project }),
    ...(search['order'] === 'oldest' && { order: search['order'] }),
  };
};
