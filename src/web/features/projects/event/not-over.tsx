import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../../client/client.ts';
import { currentTime, formatDay } from '../../../../locales/format/dates.ts';
import { joinSentences } from '../../../../locales/format/sentences.ts';
import { hasEnded } from '../current.ts';

const lastDay = ({ starts_on, ends_on }: Project): string | null => ends_on ?? starts_on;

/** Whether the event has dates, and has not ended. */
export const isBeforeEnd = (project: Project): boolean =>
  lastDay(project) !== null && !hasEnded(project, currentTime());

/** Warns in a dialog about what usually waits for the end of the event, with what follows from doing it earlier. */
export function NotOver({ project, effect = '' }: { project: Project; effect?: string }) {
  const { t, i18n } = useTranslation();
  const last = lastDay(project);
  if (last === null || !isBeforeEnd(project)) return null;
  const warning = t('manage.states.notOver', { day: formatDay(last, i18n.language, 'long') });
  return <Text>{joinSentences([warning, effect], i18n.language)}</Text>;
}
