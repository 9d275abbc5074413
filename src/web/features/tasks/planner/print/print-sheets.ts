import type { PlanTask } from '../../../../../client/client.ts';
import { dayAt } from '../../../../../locales/format/dates.ts';
import { compareNames } from '../../../../../locales/format/names.ts';
import type { Printing } from '../search.ts';

/** What is printed on pages of its own. */
export type Sheet = { key: string; title: string; tasks: PlanTask[] };

type Naming = {
  timezone: string;
  language: string;
  dayName: (day: string) => string;
  noPlace: string;
  nameOf: (name: string) => string;
};

/** One sheet for each day, place or person. The whole event is a sheet for each of its days. */
export function sheetsOf(
  tasks: readonly PlanTask[],
  what: Printing,
  { timezone, language, dayName, noPlace, nameOf }: Naming,
): Sheet[] {
  if (what === 'all' || what === 'day')
    return sheetsBy(tasks, ({ starts_at }) => {
      const day = dayAt(starts_at, timezone);
      return [{ key: day, title: dayName(day) }];
    });
  const sheets =
    what === 'place'
      ? sheetsBy(tasks, ({ place }) => [
          place === null ? { key: '-', title: noPlace } : { key: place.id, title: place.name },
        ])
      : sheetsBy(tasks, ({ attendees }) => attendees.map(({ uid, name }) => ({ key: uid, title: nameOf(name) })));
  const compare = compareNames(language);
  return sheets.toSorted((one, other) => compare(one.title, other.title));
}

function sheetsBy(
  tasks: readonly PlanTask[],
  sheetsFor: (task: PlanTask) => readonly { key: string; title: string }[],
): Sheet[] {
  const sheets = new Map<string, Sheet>();
  for (const task of tasks) {
    for (const { key, title } of sheetsFor(task)) {
      const sheet = sheets.get(key) ?? { key, title, tasks: [] };
      sheet.tasks.push(task);
      sheets.set(key, sheet);
    }
  }
  return [...sheets.values()];
}
