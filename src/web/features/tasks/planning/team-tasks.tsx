import { EmptyState, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Task, Team } from '../../../../client/client.ts';
import { formatSpanAt } from '../../../../locales/format/dates.ts';
import { ListIcon } from '../../../ui/icons.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Loaded, EmptyList } from '../../../ui/page-state.tsx';
import { ManageAttendees } from './manage-attendees.tsx';
import { teamTasksQuery } from '../queries.ts';

type TeamTasksProps = { pid: string; team: Team; timezone: string };

export function TeamTasks({ pid, team, timezone }: TeamTasksProps) {
  const { t } = useTranslation();
  const { tid, rights } = team;
  const tasks = useQuery(teamTasksQuery(pid, tid));
  const create = rights.edit ? (
    <ButtonLink to="/projects/$pid/tasks/new" params={{ pid }} search={{ tid }}>
      {t('manage.tasks.new')}
    </ButtonLink>
  ) : null;
  return (
    <Loaded query={tasks} embedded>
      {(found) =>
        found.length === 0 ? (
          <EmptyList
            icon={<ListIcon size={28} />}
            title={t('manage.tasks.none')}
            description={t('manage.tasks.noneText')}
          >
            <EmptyState.Actions>{create}</EmptyState.Actions>
          </EmptyList>
        ) : (
          <Stack gap="lg">
            <Group>{create}</Group>
            <Stack gap="md" component="ul" className="muster-plain-list">
              {found.map((task) => (
                <TaskCard key={task.id} pid={pid} task={task} timezone={timezone} />
              ))}
            </Stack>
          </Stack>
        )
      }
    </Loaded>
  );
}

type TaskCardProps = { pid: string; task: Task; timezone: string };

function TaskCard({ pid, task, timezone }: TaskCardProps) {
  const { t, i18n } = useTranslation();
  const { id, title, attendee_count: count, capacity, rights } = task;
  return (
    <Paper className="muster-surface" p="lg" component="li">
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="xs">
          <div>
            <Title order={2} size="h5">
              {title}
            </Title>
            <Text size="sm" c="dimmed">
              {formatSpanAt(task.starts_at, task.ends_at, i18n.language, timezone)}
              {task.category === '' ? '' : ` · ${task.category}`}
            </Text>
          </div>
          {rights.edit ? (
            <Group gap="xs">
              <ButtonLink
                to="/projects/$pid/tasks/$id/edit"
                params={{ pid, id }}
                size="xs"
                variant="default"
                aria-label={t('manage.tasks.editWhat', { title })}
              >
                {t('manage.edit')}
              </ButtonLink>
              <ButtonLink
                to="/projects/$pid/tasks/new"
                params={{ pid }}
                search={{ from: id }}
                size="xs"
                variant="default"
                aria-label={t('manage.tasks.duplicateWhat', { title })}
              >
                {t('manage.tasks.duplicate')}
              </ButtonLink>
            </Group>
          ) : null}
        </Group>
        <Group gap="sm" wrap="nowrap">
          <Progress
            flex={1}
            size="sm"
            value={(count / capacity) * 100}
            aria-label={t('manage.tasks.filled', { title })}
          />
          <Text size="sm" flex="none">
            {t('manage.tasks.coming', { count, capacity })}
          </Text>
        </Group>
        {rights.see_attendees ? <ManageAttendees pid={pid} task={task} /> : null}
      </Stack>
    </Paper>
  );
}
