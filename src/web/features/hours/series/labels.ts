import type { SeriesStatistics } from '../../../../client/client.ts';

export type Year = SeriesStatistics['years'][number];

/** What a year is called in charts and tables: its number, or its identifier if there are two of one year. */
export function labelsOf(years: readonly Pick<Year, 'pid' | 'year'>[]): (pid: string) => string {
  const count = (year: number) => years.filter((one) => one.year === year).length;
  const labels = new Map(years.map(({ pid, year }) => [pid, count(year) > 1 ? pid : String(year)]));
  return (pid) => labels.get(pid) ?? pid;
}

export const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
