import { taskLengths } from '../../../../shared/task-length.ts';
import type { TaskLength } from '../../../../shared/task-length.ts';

/** The filters of the tasks that somebody can take, as the address holds them. */
export type OpenSearch = {
  day?: string | undefined;
  tid?: string | undefined;
  place?: string | undefined;
  kind?: string | undefined;
  length?: TaskLength | undefined;
  /** Shows those that the person cannot take, too. */
  all?: true | undefined;
};

const text = (value: unknown, pattern: RegExp): string | undefined => {
  const known = typeof value === 'number' ? String(value) : value;
  return typeof known === 'string' && pattern.test(known) ? known : undefined;
};

export function openSearch({ day, tid, place, kind, length, all }: Record<string, unknown>): OpenSearch {
  return {
    day: text(day, /^\d{4}-\d{2}-\d{2}$/),
    tid: text(tid, /^[a-z0-9][a-z0-9_-]{0,63}$/),
    place: text(place, /^[0-9a-z]{1,64}$/),
    kind: text(kind, /^[0-9a-z]{1,64}$/),
    length: taskLengths.find((one) => one === length),
    all: all === true || undefined,
  };
}
