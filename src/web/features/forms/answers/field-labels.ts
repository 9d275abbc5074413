import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { definesFields } from '../kinds.ts';
import type { Field, Form } from '../../../../client/client.ts';
import { formatDay, formatDays } from '../../../../locales/format/dates.ts';
import { habitLabel } from '../../profile/dietary-habits.ts';
import { dietaryHabitsQuery } from '../../profile/queries.ts';
import { dayAndMeal } from '../form-values.ts';

type Option = { value: string; label: string };

/** A night ends on the day after it began. */
function dayAfter(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}

/** The texts of questions: built-in kinds are translated, what owners wrote is shown as it is. */
export function useFieldLabels(form: Pick<Form, 'kind'>) {
  const { t, i18n } = useTranslation();
  const habits = useQuery({ ...dietaryHabitsQuery, enabled: form.kind === 'meals' }).data?.data ?? [];
  const translated = (path: string): string | undefined => {
    if (definesFields(form.kind)) return undefined;
    const text: unknown = i18n.getResource(i18n.language, 'translation', `project.kinds.${form.kind}.${path}`);
    return typeof text === 'string' ? text : undefined;
  };
  const optionLabel = ({ value, label }: Option): string => {
    const habit = habits.find(({ code }) => code === value);
    if (habit !== undefined) return habitLabel(habit, i18n.language);
    const { day, meal } = dayAndMeal(value);
    if (form.kind === 'meals' && meal !== undefined)
      return t('project.kinds.meals.mealOn', {
        day: formatDay(day, i18n.language, 'long'),
        meal: t(`project.kinds.meals.names.${meal}`),
      });
    if (!definesFields(form.kind) && /^\d{4}-\d{2}-\d{2}$/.test(value))
      return form.kind === 'accommodation'
        ? formatDays(value, dayAfter(value), i18n.language)
        : formatDay(value, i18n.language, 'long');
    return translated(`options.${value}`) ?? label;
  };
  return {
    label: (field: Pick<Field, 'key' | 'label'>): string => translated(field.key) ?? field.label,
    /** Why a private question is asked. */
    purpose: (field: Pick<Field, 'key' | 'purpose'>): string =>
      translated(`purposes.${field.key}`) ?? field.purpose ?? '',
    option: optionLabel,
    options: (field: Pick<Field, 'options'>): Option[] =>
      (field.options ?? []).map((option) => ({ value: option.value, label: optionLabel(option) })),
  };
}
