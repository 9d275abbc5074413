import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Task } from '../../../../client/client.ts';
import { availabilityQuery } from '../../availability/queries.ts';

type UnwantedProps = { task: Pick<Task, 'pid' | 'starts_at' | 'ends_at'> };

/** Reminds people that they marked this time as one when they can't help. Loaded once for all tasks of a project. */
export function Unwanted({ task: { pid, starts_at: from, ends_at: to } }: UnwantedProps) {
  const { t } = useTranslation();
  const unavailable = useQuery(availabilityQuery(pid)).data?.unavailable ?? [];
  if (!unavailable.some((period) => period.from < to && period.to > from)) return null;
  return <Text size="sm">{t('helping.unwanted')}</Text>;
}
