import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { currentTime, formatDate } from '../../../../locales/format/dates.ts';

/** Until when somebody has a skill; nothing if it has no end. */
export function Validity({ until }: { until: string | null }) {
  const { t, i18n } = useTranslation();
  if (until === null) return null;
  const date = formatDate(until, i18n.language);
  return (
    <Text size="sm" c="dimmed">
      {until > currentTime() ? t('catalogue.validUntil', { date }) : t('catalogue.expired', { date })}
    </Text>
  );
}
