import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../../client/client.ts';
import { DayChoice } from '../../../ui/editing/day-choice.tsx';
import { plannableDays, projectDays } from './project-days.ts';

type SeriesDaysProps = {
  project: Project;
  value: string[];
  error?: ReactNode;
  onChange: (days: string[]) => void;
};

/** The days of the event, and others for building up and tearing down. */
export function SeriesDays({ project, ...input }: SeriesDaysProps) {
  const { t } = useTranslation();
  return (
    <DayChoice
      {...input}
      label={t('series.fields.days')}
      otherLabel={t('series.fields.otherDay')}
      required
      days={projectDays(project)}
      {...plannableDays(project)}
    />
  );
}
