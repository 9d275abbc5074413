import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Me } from '../../../client/client.ts';
import { PageLink } from '../../ui/links.tsx';

/** Applications that wait for the person's decision, by team, on the home page. */
export function WaitingApplications({ me }: { me: Me }) {
  const { t } = useTranslation();
  if (me.waiting_applications.length === 0) return null;
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby="waiting-applications">
      <Title order={2} size="h4" mb={4} id="waiting-applications">
        {t('apply.waiting.title')}
      </Title>
      <Text c="dimmed" mb="xs">
        {t('apply.waiting.lead')}
      </Text>
      <Stack gap="sm" component="ul" className="muster-plain-list">
        {me.waiting_applications.map(({ pid, project, tid, team, count }) => (
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
    </Paper>
  );
}
