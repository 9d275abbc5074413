import { useTranslation } from 'react-i18next';
import type { Project } from '../../../client/client.ts';
import { formatDay, formatDays } from '../../../locales/format/dates.ts';

/** The dates of the event, as far as they are set. */
export function ProjectDates({ project }: { project: Pick<Project, 'starts_on' | 'ends_on'> }) {
  const { t, i18n } = useTranslation();
  const { starts_on: from, ends_on: to } = project;
  if (from !== null && to !== null && from !== to) return formatDays(from, to, i18n.language);
  const day = from ?? to;
  return day === null ? t('project.datesOpen') : formatDay(day, i18n.language, 'long');
}
