export type Search = Record<string, unknown>;
export type AuditSearch = { actor?: string; kind?: string; project?: string; order?: 'oldest' };

/** The valid filters of the log in an address; the API would reject anything else. */
export const auditSearch = ({ actor, kind, project, order }: Search): AuditSearch => ({
  ...(matches(actor, /^[0-9a-z-]{1,64}$/) ? { actor } : {}),
  ...(matches(kind, /^[a-z_]{1,31}\.[a-z_]{1,31}$/) ? { kind } : {}),
  ...(matches(project, /^[a-z0-9][a-z0-9_-]{0,63}$/) ? { project } : {}),
  ...(order === 'oldest' ? { order } : {}),
});

export const matches = (value: unknown, pattern: RegExp): value is string =>
  typeof value === 'string' && pattern.test(value);

/** A slug of digits alone, such as a year, arrives as a number. */
export const slug = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** A page that can be about one team. */
export const teamSearch = ({ tid }: Search): { tid?: string | undefined } => ({ tid: slug(tid) });

/** A page that a form sends people to. */
export const formSearch = ({ pid, form }: Search): { pid?: string; form?: string } => {
  const from = { pid: slug(pid), form: slug(form) };
  return from.pid === undefined || from.form === undefined ? {} : { pid: from.pid, form: from.form };
};
