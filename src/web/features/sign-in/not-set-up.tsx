import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AlertIcon } from '../../ui/icons.tsx';
import { signInWaysQuery } from './queries.ts';

/** Shown on a new installation, where nobody can sign in yet. */
export function NotSetUp() {
  const { t } = useTranslation();
  if (useQuery(signInWaysQuery).data?.set_up !== false) return null;
  return (
    <Alert variant="outline" color="yellow" icon={<AlertIcon />} title={t('setUp.missingTitle')}>
      <Text size="sm">{t('setUp.missingText')}</Text>
    </Alert>
  );
}
