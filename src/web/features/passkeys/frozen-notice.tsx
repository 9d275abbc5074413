import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../locales/format/dates.ts';
import { AlertIcon } from '../../ui/icons.tsx';
import { ownSignInQuery } from './queries.ts';

/** Shown where changes are refused for a day, because somebody reported a change of this account. */
export function FrozenNotice() {
  const { t, i18n } = useTranslation();
  const until = useQuery(ownSignInQuery).data?.frozen_until ?? null;
  if (until === null) return null;
  return (
    <section aria-label={t('security.frozen.title')}>
      <Alert color="yellow" variant="outline" icon={<AlertIcon />} title={t('security.frozen.title')}>
        <Text size="sm">{t('security.frozen.text', { date: formatDateTime(until, i18n.language) })}</Text>
      </Alert>
    </section>
  );
}
