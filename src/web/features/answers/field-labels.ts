import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Field, Form } from '../../../client/client.ts';
import { formatDay } from '../../ui/format/dates.ts';
import { habitLabel, habitsQuery } from '../profile/dietary-habits.ts';

type Option = { value: string; label: string };

/** The built-in forms speak the reader's language; what owners wrote is shown as they wrote it. */
export function useFieldWords(form: Pick<Form, 'kind'>) {
  const { i18n } = useTranslation();
  const habits = useQuery({ ...habitsQuery, enabled: form.kind === 'meals' }).data?.data ?? [];
  const ours = (path: string): string | undefined => {
    if (form.kind === 'custom') return undefined;
    const word: unknown = i18n.getResource(i18n.language, 'translation', `project.kinds.${form.kind}.${path}`);
    return typeof word === 'string' ? word : undefined;
  };
  const optionLabel = ({ value, label }: Option): string => {
    const habit = habits.find(({ code }) => code === value);
    if (habit !== undefined) return habitLabel(habit, i18n.language);
    if (form.kind !== 'custom' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDay(value, i18n.language, 'long');
    return ours(`options.${value}`) ?? label;
  };
  return {
    label: (field: Pick<Field, 'key' | 'label'>): string => ours(field.key) ?? field.label,
    /** What a private answer is needed for. */
    purpose: (field: Pick<Field, 'key' | 'purpose'>): string => ours(`purposes.${field.key}`) ?? field.purpose ?? '',
    option: optionLabel,
    options: (field: Pick<Field, 'options'>): Option[] =>
      (field.options ?? []).map((option) => ({ value: option.value, label: optionLabel(option) })),
  };
}
