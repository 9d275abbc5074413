import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { localTimeZone } from '../../../../locales/format/dates.ts';
import { projectQuery } from '../queries.ts';

/** The zone in which a page shows times: that of the event among its pages, and the reader's own on all others. */
export function useShownZone(): string {
  const { pid } = useParams({ strict: false });
  const project = useQuery({ ...projectQuery(pid ?? ''), enabled: pid !== undefined }).data;
  return project?.timezone ?? localTimeZone();
}

/** Once on a page with times of the event, for readers in another zone. `timezone`: where the project is not loaded. */
export function OtherZone({ timezone }: { timezone?: string }) {
  const { t } = useTranslation();
  const shown = useShownZone();
  const zone = timezone ?? shown;
  if (zone === localTimeZone()) return null;
  return (
    <Text size="sm" c="dimmed" mb="sm">
      {t('project.tasks.zone', { zone })}
    </Text>
  );
}
