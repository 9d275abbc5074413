import { Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatSpanAt } from '../../../../locales/format/dates.ts';
import { shownName } from '../../../../locales/format/names.ts';
import { PageLink } from '../../../ui/links.tsx';
import { givenPlacesQuery } from './queries.ts';

/** For owners and chiefs: who wants to give up a place, and nobody has taken it. Nothing while nobody does. */
export function GivenPlaces({ pid, timezone }: { pid: string; timezone: string }) {
  const { t, i18n } = useTranslation();
  const places = useQuery(givenPlacesQuery(pid)).data ?? [];
  if (places.length === 0) return null;
  return (
    <section aria-labelledby={`given-${pid}`}>
      <Title order={3} size="h5" mb="sm" id={`given-${pid}`}>
        {t('exchange.given.title')}
      </Title>
      <Stack gap="xs" component="ul" className="muster-plain-list">
        {places.map(({ task, from }) => (
          <Group key={`${task.id} ${from.uid}`} component="li" justify="space-between">
            <div>
              <PageLink to="/projects/$pid/manage/tasks/$id" params={{ pid, id: task.id }}>
                {task.title}
              </PageLink>
              <Text size="sm" c="dimmed">
                {formatSpanAt(task.starts_at, task.ends_at, i18n.language, timezone)}
              </Text>
            </div>
            <Text>{shownName(t, from.name)}</Text>
          </Group>
        ))}
      </Stack>
    </section>
  );
}
