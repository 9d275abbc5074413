import { Group, Paper, Progress, Text, Title } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project, Task } from '../../../client/client.ts';
import { formatSpanAt } from '../../../locales/format/dates.ts';
import { formatHoursAt } from '../../../locales/format/hours.ts';
import { PageLink } from '../../ui/links.tsx';
import { WaitingButton, WaitingState } from './exchange/waiting-button.tsx';
import { AttendanceButton, TaskState } from './attendance-button.tsx';
import { teamAndLabel } from './signup/team-and-label.ts';
import styles from './task.module.css';

type TaskCardProps = { task: Task; project: Project; team: string; timeOnly?: boolean };

/** It is not rendered again when its list is loaded again and says the same of it. */
export const TaskCard = memo(function TaskCard({ task, project, team, timeOnly = false }: TaskCardProps) {
  const { t, i18n } = useTranslation();
  const { starts_at: from, ends_at: to } = task;
  const when = timeOnly
    ? formatHoursAt({ t, i18n }, from, to, project.timezone)
    : formatSpanAt(from, to, i18n.language, project.timezone);
  return (
    <Paper className="muster-surface" p="md" component="li">
      <Group justify="space-between" align="flex-start" gap="md">
        <div className={styles.summary}>
          <Text size="sm" fw={600}>
            {when}
          </Text>
          <Title order={3} size="h5">
            <PageLink to="/projects/$pid/tasks/$id" params={{ pid: task.pid, id: task.id }} inherit>
              {task.title}
            </PageLink>
          </Title>
          <Text size="sm" c="dimmed">
            {teamAndLabel(t, team, task.category)}
          </Text>
          <Places task={task} />
          <TaskState task={task} timezone={project.timezone} />
          <WaitingState task={task} timezone={project.timezone} />
        </div>
        <div className="muster-no-print">
          <AttendanceButton task={task} />
          <WaitingButton task={task} timezone={project.timezone} />
        </div>
      </Group>
    </Paper>
  );
});

export function Places({ task }: { task: Pick<Task, 'attendee_count' | 'capacity'> }) {
  const { t } = useTranslation();
  const text = t('project.tasks.places', { taken: task.attendee_count, capacity: task.capacity });
  return (
    <div>
      <Progress
        value={Math.min(100, (100 * task.attendee_count) / task.capacity)}
        size="sm"
        my={6}
        maw="14rem"
        aria-label={text}
      />
      <Text size="sm" c="dimmed">
        {text}
      </Text>
    </div>
  );
}
