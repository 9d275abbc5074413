import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AlertIcon } from '../../ui/icons.tsx';
import { waysQuery } from './queries.ts';

/** Whoever has just installed it comes here first, and has nothing to sign in with yet. */
export function NotSetUp() {
  const { t } = useTranslation();
  if (useQuery(waysQuery).data?.set_up !== false) return null;
  return (
    <Alert variant="outline" color="yellow" icon={<AlertIcon />} title={t('setUp.missingTitle')}>
      <Text size="sm">{t('setUp.missingText')}</Text>
    </Alert>
  );
}
