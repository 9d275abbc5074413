import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../../client/client.ts';
import { currentTime, formatDay } from '../../../../locales/format/dates.ts';
import { joinSentences } from '../../../../locales/format/sentences.ts';
import { hasEnded } from '../current.ts';

/** Warns in a dialog about what usually waits for the end of the event, with what follows from doing it earlier. */
export function NotOver({ project, effect = '' }: { project: Project; effect?: string }) {
  const { t, i18n } = useTranslation();
  const last = project.ends_on ?? project.starts_on;
  if (last === null || hasEnded(project, currentTime())) return null;
  const warning = t('manage.states.notOver', { day: formatDay(last, i18n.language, 'long') });
  return <Text>{joinSentences([warning, effect], i18n.language)}</Text>;
}
