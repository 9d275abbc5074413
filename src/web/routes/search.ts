export type Search = Record<string, unknown>;

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
