import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Free places go to the next person who can take them. */
export function Skipped({ conflicts }: { conflicts: readonly { title: string }[] }) {
  const { t } = useTranslation();
  const names = [...new Set(conflicts.map(({ title }) => title))];
  return names.length === 0 ? null : <Text size="sm">{t('exchange.skipped', { names })}</Text>;
}
