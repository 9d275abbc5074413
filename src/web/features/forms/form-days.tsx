import { useTranslation } from 'react-i18next';
import type { Project } from '../../../client/client.ts';
import { currentTime } from '../../../locales/format/dates.ts';
import { toZonedInput } from '../../../locales/format/zoned-time.ts';
import { DayChoice } from '../../ui/editing/day-choice.tsx';
import type { Editing } from '../../ui/editing/editing.ts';
import { laterDay, projectDays } from '../tasks/bulk/project-days.ts';
import { daysOf } from './form-values.ts';
import type { FormValues } from './form-values.ts';
import type { FormKind, KindSettings } from './kinds.ts';

type Dates = Pick<Project, 'starts_on' | 'ends_on'>;

/** The server has the same limit, for building up and tearing down. */
const stayMargin = [3, 2, 1];

/**
 * The days of the event. Of beds, the nights by the day on which they begin, from the evening before; of stays, some days
 * before and after.
 */
export function usualDays(kind: FormKind, project: Dates): string[] {
  const days = projectDays(project);
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return days;
  if (kind === 'accommodation') return [laterDay(first, -1), ...days];
  if (kind !== 'stay') return days;
  const after = stayMargin.toReversed().map((count) => laterDay(last, count));
  return [...stayMargin.map((count) => laterDay(first, -count)), ...days, ...after];
}

/** Meals and parking always ask for days. Beds do as soon as the event has dates. */
export const needsDays = (kind: FormKind, { days }: KindSettings, project: Dates): boolean =>
  days && (kind !== 'accommodation' || usualDays(kind, project).length > 0);

/** The last minute of the last day, as the API has it, if it is ahead. Empty otherwise. */
export function usualClosing(days: readonly string[], timezone: string): string {
  const last = days.toSorted().at(-1);
  const closing = `${last}T23:59`;
  return last === undefined || closing <= toZonedInput(currentTime(), timezone) ? '' : closing;
}

type FormDaysProps = { project: Dates & Pick<Project, 'timezone'>; editing: Editing<FormValues> };

/** The days or nights that people choose from. The form closes with the last one, unless owners say otherwise. */
export function FormDays({ project, editing: { form } }: FormDaysProps) {
  const { t } = useTranslation();
  const { kind, days, closes_at: closes } = form.values;
  const choose = (chosen: string[]) => {
    const [before, after] = [daysOf(days), chosen].map((some) => usualClosing(some, project.timezone));
    form.setFieldValue('days', chosen.toSorted().join('\n'));
    if (closes === before && after !== undefined) form.setFieldValue('closes_at', after);
  };
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
      onChange={choose}
    />
  );
}
