import { Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Project, Task } from '../../../client/client.ts';
import { formatTimeAt } from '../../../locales/format/dates.ts';
import { useTeamOrProject } from '../teams/team-names.ts';
import styles from './day-plan.module.css';
import { DaySheet } from './day-sheet.tsx';
import { TaskCard } from './task-card.tsx';

type DayPlanProps = { project: Project; day: string; tasks: Task[] };

/** One day: hour by hour on screen, a table with the attendees on paper. */
export function DayPlan({ project, day, tasks }: DayPlanProps) {
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
      <DaySheet project={project} day={day} tasks={tasks} teamOf={teamOf} />
    </>
  );
}
