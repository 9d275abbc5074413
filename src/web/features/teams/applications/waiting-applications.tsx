import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Me } from '../../../../client/client.ts';
import { PageLink } from '../../../ui/links.tsx';
import { TitledCard } from '../../../ui/cards/titled-card.tsx';

/** The number of applications that the person has to decide, by team, on the home page. */
export function WaitingApplications({ waiting }: { waiting: Me['waiting_applications'] }) {
  const { t } = useTranslation();
  if (waiting.length === 0) return null;
  return (
    <TitledCard id="waiting-applications" title={t('apply.waiting.title')} lead={t('apply.waiting.lead')}>
      <Stack gap="sm" component="ul" className="muster-plain-list">
        {waiting.map(({ pid, project, tid, team, count }) => (
          <Group key={`${pid}/${tid}`} component="li" justify="space-between" gap="0 var(--mantine-spacing-md)">
            <PageLink
              to="/projects/$pid/teams/$tid/manage"
              params={{ pid, tid }}
              search={{ tab: 'applications' }}
              aria-label={t('apply.waiting.of', { team, count })}
            >
              {team}
            </PageLink>
            <Text size="sm" c="dimmed">
              {`${project} · ${t('apply.manage.count', { count })}`}
            </Text>
          </Group>
        ))}
      </Stack>
    </TitledCard>
  );
}
