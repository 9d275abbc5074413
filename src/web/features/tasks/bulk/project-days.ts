import type { Project } from '../../../../client/client.ts';

const dayMs = 86_400_000;
const maxDays = 62;

/** The days of the event, none if they are not known. */
export function projectDays({ starts_on: first, ends_on: last }: Pick<Project, 'starts_on' | 'ends_on'>): string[] {
  if (first === null) return [];
  const [from, to] = [Date.parse(first), Date.parse(last ?? first)];
  const count = Math.min(maxDays, Math.round((to - from) / dayMs) + 1);
  return Array.from({ length: Math.max(0, count) }, (_, index) =>
    new Date(from + index * dayMs).toISOString().slice(0, 10),
  );
}
