import { List, Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatSpanAt } from '../../../locales/format/dates.ts';
import { UntilSlow } from '../../ui/page-state.tsx';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { releasedPlacesQuery } from './queries.ts';
import type { Departure } from './queries.ts';

/** The tasks in which somebody would lose a place, for the dialog that asks before it happens. */
export function ReleasedPlaces({ departure }: { departure: Departure }) {
  const { t, i18n } = useTranslation();
  const places = useQuery(releasedPlacesQuery(departure));
  if (places.isError) return <ProblemAlert error={places.error} onRetry={() => void places.refetch()} />;
  if (places.data === undefined)
    return (
      <UntilSlow>
        <Loader size="sm" />
      </UntilSlow>
    );
  const { data, next } = places.data;
  if (data.length === 0) return null;
  return (
    <Stack gap="xs">
      <Text>{t(`project.released.${departure.of === 'members' ? 'team' : departure.of}`)}</Text>
      <List size="sm" mah="14rem" style={{ overflowY: 'auto' }}>
        {data.map(({ id, title, starts_at, ends_at, timezone, people }) => (
          <List.Item key={id}>
            {`${title} · ${formatSpanAt(starts_at, ends_at, i18n.language, timezone)}`}
            {people > 1 ? ` · ${t('project.released.people', { count: people })}` : ''}
          </List.Item>
        ))}
        {next === null ? null : <List.Item>{t('project.released.more')}</List.Item>}
      </List>
    </Stack>
  );
}
