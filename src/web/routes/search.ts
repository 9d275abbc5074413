import { idPattern } from '../../shared/limits.ts';

export type Search = Record<string, unknown>;

export const matches = (value: unknown, pattern: RegExp): value is string =>
  typeof value === 'string' && pattern.test(value);

/** A slug of digits alone, such as a year, arrives as a number. */
export const slug = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** A page that can be about one team. */
export const teamSearch = ({ tid }: Search): { tid?: string | undefined } => ({ tid: slug(tid) });

const id = new RegExp(`^${idPattern}$`);

/** A page that a form or a claim sends people to. */
export const formSearch = ({ pid, form, claim }: Search): { pid?: string; form?: string; claim?: string } => {
  const from = { pid: slug(pid), form: slug(form) };
  if (from.pid === undefined) return {};
  if (matches(claim, id)) return { pid: from.pid, claim };
  return from.form === undefined ? {} : { pid: from.pid, form: from.form };
};
