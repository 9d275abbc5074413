import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Me } from '../../../client/client.ts';
import { formatSpanAt } from '../../../locales/format/dates.ts';
import { PageLink } from '../../ui/links.tsx';
import { ownTasksQuery } from './queries.ts';

/** The next tasks that the person has joined, on the home page. */
export function NextTasks({ me }: { me: Me }) {
  const { t, i18n } = useTranslation();
  const next = useQuery(ownTasksQuery).data;
  const [newest] = me.projects;
  if (next === undefined || (newest === undefined && next.length === 0)) return null;
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby="next-tasks">
      <Title order={2} size="h4" mb="xs" id="next-tasks">
        {t('project.waiting.tasksTitle')}
      </Title>
      {next.length === 0 ? (
        <Text c="dimmed" mb="xs">
          {t('project.waiting.noTasks')}
        </Text>
      ) : null}
      <Stack gap="sm" component="ul" className="muster-plain-list" mb="sm">
        {next.map(({ pid, id, title, project, timezone, starts_at, ends_at }) => (
          <Group key={id} component="li" justify="space-between" gap="0 var(--mantine-spacing-md)">
            <PageLink to="/projects/$pid/tasks/$id" params={{ pid, id }}>
              {title}
            </PageLink>
            <Text size="sm" c="dimmed">
              {`${project} · ${formatSpanAt(starts_at, ends_at, i18n.language, timezone)}`}
            </Text>
          </Group>
        ))}
      </Stack>
      {newest === undefined ? null : (
        <PageLink to="/projects/$pid/tasks" params={{ pid: newest.pid }} search={{ open: true }}>
          {t('project.waiting.findTasks')}
        </PageLink>
      )}
    </Paper>
  );
}
