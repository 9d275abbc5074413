import { Alert, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../locales/format/dates.ts';
import { formatNumber, toHours } from '../../../locales/format/numbers.ts';
import { PageLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { verifyQuery } from './queries.ts';
import type { Loading } from '../../loading.ts';

export const loadVerifyPage = ({ load, params: { number } }: Loading<'number'>) => load(verifyQuery(number));

/** People open it to check a certificate. */
export function VerifyPage() {
  const { t, i18n } = useTranslation();
  const { number } = useParams({ from: '/verify/$number' });
  usePageTitle(t('hours.verify.title'));
  const found = useQuery(verifyQuery(number));
  return (
    <>
      <PageHeading title={t('hours.verify.title')} />
      <Loaded query={found}>
        {({ state, project, name, minutes, issued_at: issued, timezone }) => (
          <Stack gap="sm">
            <Alert color={state === 'valid' ? 'green' : 'red'}>{t(`hours.verify.${state}`)}</Alert>
            {name === null || minutes === null ? null : (
              <>
                <Text size="xl" fw={600}>
                  {name}
                </Text>
                <Text>{t('hours.total', { hours: formatNumber(toHours(minutes), i18n.language) })}</Text>
              </>
            )}
            {project === null ? null : <Text>{project}</Text>}
            {issued === null ? null : (
              <Text c="dimmed">
                {t('hours.verify.issued', { day: formatDate(issued, i18n.language, timezone ?? 'UTC') })}
              </Text>
            )}
          </Stack>
        )}
      </Loaded>
      <PageLink to="/verify" mt="lg" display="inline-block">
        {t('hours.verify.another')}
      </PageLink>
    </>
  );
}
