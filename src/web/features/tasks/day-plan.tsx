import { Stack, Table, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Project, Task } from '../../../client/client.ts';
import { formatTimeAt } from '../../ui/dates.ts';
import { teamsQuery } from '../projects/project-page-query.ts';
import { TaskCard } from './task-card.tsx';

type DayPlanProps = { project: Project; tasks: Task[] };

/** One day, hour by hour on the screen; on paper the same as a table. */
export function DayPlan({ project, tasks }: DayPlanProps) {
  const { t, i18n } = useTranslation();
  const teams = useQuery(teamsQuery(project.pid)).data ?? [];
  const teamOf = ({ tid }: Task) =>
    tid === null ? t('project.tasks.wholeProject') : (teams.find((team) => team.tid === tid)?.name ?? tid);
  const time = (iso: string) => formatTimeAt(iso, i18n.language, project.timezone);
  const hours = [...Map.groupBy(tasks, ({ starts_at }) => time(starts_at))];
  if (tasks.length === 0) return null;
  return (
    <>
      <ol className="muster-plain-list muster-hours muster-no-print">
        {hours.map(([hour, those]) => (
          <li key={hour} className="muster-hour">
            <Title order={2} size="h5">
              {hour}
            </Title>
            <Stack gap="sm" component="ul" className="muster-plain-list">
              {those.map((task) => (
                <TaskCard key={task.id} task={task} project={project} team={teamOf(task)} timeOnly />
              ))}
            </Stack>
          </li>
        ))}
      </ol>
      <div className="muster-print-only">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('project.tasks.time')}</Table.Th>
              <Table.Th>{t('project.tasks.what')}</Table.Th>
              <Table.Th>{t('project.tasks.team')}</Table.Th>
              <Table.Th>{t('project.tasks.people')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {tasks.map((task) => (
              <Table.Tr key={task.id}>
                <Table.Td>{`${time(task.starts_at)} – ${time(task.ends_at)}`}</Table.Td>
                <Table.Td>
                  {task.joined ? <strong>{`${task.title} (${t('project.tasks.joined')})`}</strong> : task.title}
                </Table.Td>
                <Table.Td>{teamOf(task)}</Table.Td>
                <Table.Td>{`${task.attendee_count} / ${task.capacity}`}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </>
  );
}
