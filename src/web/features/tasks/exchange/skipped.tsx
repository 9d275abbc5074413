import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type SkippedProps = { conflicts: readonly { title: string }[]; requested?: boolean };

/** Free places go to the next person who can take them; organisers can't approve the request of somebody who can't. */
export function Skipped({ conflicts, requested = false }: SkippedProps) {
  const { t } = useTranslation();
  const names = [...new Set(conflicts.map(({ title }) => title))];
  if (names.length === 0) return null;
  return <Text size="sm">{t(requested ? 'signup.requestBlocked' : 'exchange.skipped', { names })}</Text>;
}
