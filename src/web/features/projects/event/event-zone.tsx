import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { localTimeZone } from '../../../locales/format/dates.ts';

/** For readers in another time zone than the event: other times that they read are their own. */
export function OtherZone({ timezone }: { timezone: string }) {
  const { t } = useTranslation();
  if (timezone === localTimeZone()) return null;
  return (
    <Text size="sm" c="dimmed" mb="sm">
      {t('project.tasks.zone', { zone: timezone })}
    </Text>
  );
}
