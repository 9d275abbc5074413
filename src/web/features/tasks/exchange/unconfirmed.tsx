import { Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatDateTimeAt } from '../../../../locales/format/dates.ts';
import { PageLink } from '../../../ui/links.tsx';
import { shownName } from '../../../../locales/format/names.ts';
import { unconfirmedQuery } from './queries.ts';

/** For owners and chiefs: who was asked whether they come and has not answered. Nothing while nobody is. */
export function Unconfirmed({ pid, timezone }: { pid: string; timezone: string }) {
  const { t, i18n } = useTranslation();
  const people = useQuery(unconfirmedQuery(pid)).data ?? [];
  if (people.length === 0) return null;
  return (
    <section aria-labelledby={`unconfirmed-${pid}`}>
      <Title order={3} size="h5" mb="sm" id={`unconfirmed-${pid}`}>
        {t('exchange.unconfirmed.title')}
      </Title>
      <Stack gap="xs" component="ul" className="muster-plain-list">
        {people.map(({ uid, name, starts_at: from, task_count: count }) => (
          <Group key={uid} component="li" justify="space-between">
            <PageLink to="/people/$uid" params={{ uid }}>
              {shownName(t, name)}
            </PageLink>
            <Text size="sm" c="dimmed">
              {t('exchange.unconfirmed.row', { count, when: formatDateTimeAt(from, i18n.language, timezone) })}
            </Text>
          </Group>
        ))}
      </Stack>
    </section>
  );
}
