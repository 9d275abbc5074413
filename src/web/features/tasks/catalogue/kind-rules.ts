import type { TFunction } from 'i18next';
import type { TaskKind } from '../../../../client/client.ts';
import { formatList } from '../../../../locales/format/lists.ts';

type Language = { t: TFunction; language: string };

/** The rules of a kind in one line. */
export function rulesText(
  { t, language }: Language,
  { requires, min_age, rest_minutes, max_consecutive_minutes, leave_until_hours, weight }: TaskKind,
  skills: readonly { id: string; name: string }[],
): string {
  const names = skills.filter(({ id }) => requires.includes(id)).map(({ name }) => name);
  const rules = [
    ...(names.length > 0 ? [t('catalogue.rules.skills', { skills: formatList(names, language) })] : []),
    ...(min_age === null ? [] : [t('catalogue.rules.age', { age: min_age })]),
    ...(rest_minutes === 0 ? [] : [t('catalogue.rules.rest', { minutes: rest_minutes })]),
    ...(max_consecutive_minutes === null ? [] : [t('catalogue.rules.break', { minutes: max_consecutive_minutes })]),
    ...(leave_until_hours === 0 ? [] : [t('catalogue.rules.leave', { hours: leave_until_hours })]),
    ...(weight === 1 ? [] : [t('catalogue.rules.credit', { credit: weight })]),
  ];
  return rules.length === 0 ? t('catalogue.rules.none') : rules.join(' · ');
}
