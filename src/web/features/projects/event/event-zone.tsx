import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { localTimeZone } from '../../../../locales/format/dates.ts';
import { projectQuery } from '../queries.ts';

/**
 * The zone in which a page shows times: that of the event among its pages, and the reader's own on all others, but not
 * on pages for visitors, which the server renders for readers in any zone. `known`: where the project is not loaded.
 */
export function useShownZone(known?: string): string {
  const { pid } = useParams({ strict: false });
  const project = useQuery({ ...projectQuery(pid ?? ''), enabled: pid !== undefined && known === undefined }).data;
  return known ?? project?.timezone ?? localTimeZone();
}

/** Once on a page with times of the event, for readers in another zone. `timezone`: where the project is not loaded. */
export function OtherZone({ timezone }: { timezone?: string }) {
  const { t } = useTranslation();
  const zone = useShownZone(timezone);
  if (zone === localTimeZone()) return null;
  return (
    <Text size="sm" c="dimmed" mb="sm">
      {t('project.tasks.zone', { zone })}
    </Text>
  );
}
