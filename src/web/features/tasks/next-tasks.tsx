import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me } from '../../../client/client.ts';
import { formatDateTime } from '../../ui/dates.ts';
import { PageLink } from '../../ui/links.tsx';
import { ownTasksQuery } from './task-queries.ts';

/** Only the newest projects have tasks that lie ahead. */
const recentProjects = 2;
const mostShown = 5;

/** What the person has promised to do next, on the home page. */
export function NextTasks({ me }: { me: Me }) {
  const { t, i18n } = useTranslation();
  const [nowMs] = useState(Date.now);
  const recent = me.projects.slice(0, recentProjects);
  const lists = useQueries({ queries: recent.map(({ pid }) => ownTasksQuery(pid)) });
  const first = recent[0];
  if (first === undefined || lists.some(({ isPending }) => isPending)) return null;
  const ahead = lists
    .flatMap(({ data }) => data ?? [])
    .filter(({ ends_at }) => Date.parse(ends_at) > nowMs)
    .toSorted((one, other) => one.starts_at.localeCompare(other.starts_at))
    .slice(0, mostShown);
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby="next-tasks">
      <Title order={2} size="h4" mb="xs" id="next-tasks">
        {t('project.waiting.tasksTitle')}
      </Title>
      {ahead.length === 0 ? (
        <Text c="dimmed" mb="xs">
          {t('project.waiting.noTasks')}
        </Text>
      ) : null}
      <Stack gap="sm" component="ul" className="muster-plain-list" mb="sm">
        {ahead.map(({ pid, id, title, starts_at }) => (
          <Group key={id} component="li" justify="space-between" gap="0 md">
            <PageLink to="/projects/$pid/tasks/$id" params={{ pid, id }}>
              {title}
            </PageLink>
            <Text size="sm" c="dimmed">
              {formatDateTime(starts_at, i18n.language)}
            </Text>
          </Group>
        ))}
      </Stack>
      <PageLink to="/projects/$pid/tasks" params={{ pid: first.pid }} search={{ open: true }}>
        {t('project.waiting.findTasks')}
      </PageLink>
    </Paper>
  );
}
