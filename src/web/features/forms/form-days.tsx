import { useTranslation } from 'react-i18next';
import type { Project } from '../../../client/client.ts';
import { DayChoice } from '../../ui/editing/day-choice.tsx';
import type { Editing } from '../../ui/editing/editing.ts';
import { laterDay, projectDays } from '../tasks/bulk/project-days.ts';
import { daysOf } from './form-values.ts';
import type { FormValues } from './form-values.ts';
import type { FormKind, KindSettings } from './kinds.ts';

type Dates = Pick<Project, 'starts_on' | 'ends_on'>;

/** The days of the event. Of beds, the nights by the day on which they begin, from the evening before. */
export function usualDays(kind: FormKind, project: Dates): string[] {
  const days = projectDays(project);
  const [first] = days;
  return kind === 'accommodation' && first !== undefined ? [laterDay(first, -1), ...days] : days;
}

/** Meals and parking always ask for days. Beds do as soon as the event has dates. */
export const needsDays = (kind: FormKind, { days }: KindSettings, project: Dates): boolean =>
  days && (kind !== 'accommodation' || usualDays(kind, project).length > 0);

/** The days or nights that people choose from. */
export function FormDays({ project, editing: { form } }: { project: Dates; editing: Editing<FormValues> }) {
  const { t } = useTranslation();
  const { kind, days } = form.values;
  const isNights = kind === 'accommodation';
  return (
    <DayChoice
      label={isNights ? t('manage.forms.nights') : t('manage.forms.days')}
      {...(isNights && { description: t('manage.forms.nightsHint') })}
      otherLabel={t('manage.forms.otherDay')}
      error={form.getInputProps('days').error}
      days={usualDays(kind, project)}
      min="2000-01-01"
      max="2999-12-31"
      value={daysOf(days)}
      onChange={(chosen) => form.setFieldValue('days', chosen.toSorted().join('\n'))}
    />
  );
}
