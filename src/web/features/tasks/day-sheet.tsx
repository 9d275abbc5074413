import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Project, Task } from '../../../client/client.ts';
import { formatHoursAt } from '../../../locales/format/hours.ts';
import { formatList } from '../../../locales/format/lists.ts';
import { shownName } from '../../../locales/format/names.ts';
import { formatOutOf } from '../../../locales/format/numbers.ts';
import { attendancesQuery } from './queries.ts';
import { teamAndLabel } from './signup/team-and-label.ts';
import styles from './tasks-page.module.css';

type DaySheetProps = { project: Project; day: string; tasks: Task[]; teamOf: (task: Task) => string };

/** The printed plan of a day. People who may not see the attendees get only their number. */
export function DaySheet({ project, day, tasks, teamOf }: DaySheetProps) {
  const { t, i18n } = useTranslation();
  const attendances = useQuery(attendancesQuery(project.pid, day)).data;
  const attendeesOf = ({ id }: Task) => (attendances?.get(id) ?? []).map(({ name }) => shownName(t, name));
  return (
    <div className={styles.printed}>
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
                {teamAndLabel(t, teamOf(task), task.category)}
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
