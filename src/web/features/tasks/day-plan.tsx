import { Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Project, Task } from '../../../client/client.ts';
import { formatTimeAt } from '../../../locales/format/dates.ts';
import { formatHoursAt } from '../../../locales/format/hours.ts';
import { formatList } from '../../../locales/format/lists.ts';
import { shownName } from '../../../locales/format/names.ts';
import { formatOutOf } from '../../../locales/format/numbers.ts';
import { useTeamOrProject } from '../teams/team-names.ts';
import styles from './day-plan.module.css';
import { attendancesQuery } from './queries.ts';
import { teamAndLabel } from './signup/team-and-label.ts';
import { TaskCard } from './task-card.tsx';
import taskStyles from './tasks-page.module.css';

type DayPlanProps = {
  project: Project;
  day: string;
  tasks: readonly Task[];
  /** Whether these are all: a long day is loaded when it is printed. */
  isComplete: boolean;
};

/** One day: hour by hour on screen, a table with the attendees on paper. */
export function DayPlan({ project, day, tasks, isComplete }: DayPlanProps) {
  const { i18n } = useTranslation();
  const teamName = useTeamOrProject(project.pid);
  const teamOf = ({ tid }: Task) => teamName(tid);
  const time = (iso: string) => formatTimeAt(iso, i18n.language, project.timezone);
  const hours = [...Map.groupBy(tasks, ({ starts_at }) => time(starts_at))];
  if (tasks.length === 0) return null;
  return (
    <>
      <ol className={`muster-plain-list ${styles.hours} muster-no-print`}>
        {hours.map(([hour, those]) => (
          <li key={hour} className={styles.hour}>
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
      <DaySheet {...{ project, day, tasks, isComplete, teamOf }} />
    </>
  );
}

type DaySheetProps = DayPlanProps & { teamOf: (task: Task) => string };

/** The printed plan of a day. People who may not see the attendees get only their number. */
function DaySheet({ project, day, tasks, isComplete, teamOf }: DaySheetProps) {
  const { t, i18n } = useTranslation();
  const attendances = useQuery({ ...attendancesQuery(project.pid, day), enabled: isComplete }).data;
  /** Planners also get those who did not come or have left. */
  const attendeesOf = ({ id }: Task) =>
    (attendances?.get(id) ?? [])
      .filter(({ state }) => state !== 'no_show' && state !== 'left_early')
      .map(({ name }) => shownName(t, name));
  return (
    <div className={taskStyles.printed}>
      <Text mb="sm">{t('project.tasks.zone', { zone: project.timezone })}</Text>
      <Table verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="19%">{t('project.tasks.time')}</Table.Th>
            <Table.Th w="30%">{t('project.tasks.what')}</Table.Th>
            <Table.Th w="10%">{t('project.tasks.people')}</Table.Th>
            <Table.Th>{t('project.tasks.attendees')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tasks.map((task) => (
            <Table.Tr key={task.id}>
              <Table.Td>{formatHoursAt({ t, i18n }, task.starts_at, task.ends_at, project.timezone)}</Table.Td>
              <Table.Td>
                <strong>{task.title}</strong>
                <br />
                {teamAndLabel(t, teamOf(task), task.rights.edit ? task.category : '')}
                {task.joined ? ` · ${t('project.tasks.joined')}` : ''}
              </Table.Td>
              <Table.Td>{formatOutOf(task.attendee_count, task.capacity, i18n.language)}</Table.Td>
              <Table.Td>{formatList(attendeesOf(task), i18n.language)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
