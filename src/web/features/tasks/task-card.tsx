import { Group, Paper, Progress, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project, Task } from '../../../client/client.ts';
import { formatSpanAt } from '../../../locales/format/dates.ts';
import { formatHoursAt } from '../../../locales/format/hours.ts';
import { PageLink } from '../../ui/links.tsx';
import { WaitingButton, WaitingState } from './exchange/waiting-button.tsx';
import { AttendanceButton, TaskState } from './attendance-button.tsx';
import { placesQuery } from './signup/queries.ts';
import { teamAndLabel } from './signup/team-and-label.ts';
import styles from './task.module.css';

type TaskCardProps = { task: Task; project: Project; team: string; timeOnly?: boolean };

/** It is not rendered again when its list is loaded again and says the same of it. */
export const TaskCard = memo(function TaskCard({ task, project, team, timeOnly = false }: TaskCardProps) {
  const { t, i18n } = useTranslation();
  const { starts_at: from, ends_at: to } = task;
  const places = useQuery({ ...placesQuery(task.pid), enabled: task.place !== null }).data ?? [];
  // Those who come have to know where, also if the shift has no location of its own.
  const venue = task.joined ? project.place : '';
  const place = places.find(({ id }) => id === task.place)?.name ?? venue;
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
            {teamAndLabel(t, team, task.rights.edit ? task.category : '')}
          </Text>
          {place === '' ? null : <Text size="sm">{place}</Text>}
          <Places task={task} />
          <TaskState task={task} timezone={project.timezone} />
          <WaitingState task={task} timezone={project.timezone} />
          {task.offering ? <Text size="sm">{t('exchange.offer.offering')}</Text> : null}
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
        className={styles.places}
        aria-label={text}
      />
      <Text size="sm" c="dimmed">
        {text}
      </Text>
    </div>
  );
}
