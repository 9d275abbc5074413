type Dated = { state: string; starts_on: string | null; ends_on: string | null };

/** The public project that is running or comes next; after the last event, the latest one. As the web app's currentOf. */
export function currentOf<T extends Dated>(projects: readonly T[], now: Date): T | undefined {
  // A day longer than in UTC, as it is still today somewhere.
  const yesterday = new Date(now.getTime() - 86_400_000).toISOString().slice(0, 10);
  const shown = projects.filter(({ state }) => state === 'public');
  const endOf = ({ starts_on: from, ends_on: to }: Dated): string => to ?? from ?? '';
  const byEnd = shown.toSorted((one, other) => (endOf(one) < endOf(other) ? -1 : 1));
  return byEnd.find((project) => endOf(project) >= yesterday) ?? shown.find((one) => endOf(one) === '') ?? byEnd.at(-1);
}
