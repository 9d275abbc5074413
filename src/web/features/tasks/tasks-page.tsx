import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project, Task } from '../../../client/client.ts';
import { currentTime, dayAt, formatDay } from '../../../locales/format/dates.ts';
import { ListIcon } from '../../ui/icons.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { EmptyList, LoadError, LoadingPlaceholder } from '../../ui/page-state.tsx';
import { PrintButton } from '../../ui/print-button.tsx';
import { ConfirmQuestions } from './exchange/confirmation.tsx';
import { OpenOffers } from './exchange/open-offers.tsx';
import { AwaitedTasks } from './open/awaited-tasks.tsx';
import { projectQuery } from '../projects/queries.ts';
import { useTeamOrProject } from '../teams/team-names.ts';
import { DayPlan } from './day-plan.tsx';
import { firstDay } from './first-day.ts';
import { TaskCard } from './task-card.tsx';
import { TaskFilters } from './task-filters.tsx';
import { TaskLinks } from './task-links.tsx';
import { tasksQuery } from './queries.ts';
import styles from './tasks-page.module.css';

/** Only planners load it. */
const CoverageByHour = lazy(async () => ({ default: (await import('./coverage/coverage-card.tsx')).CoverageByHour }));

export function TasksPage() {
  const { pid } = useParams({ from: '/projects/$pid' });
  const { t } = useTranslation();
  const project = useQuery(projectQuery(pid)).data;
  usePageTitle(`${t('project.tasks.title')} · ${project?.name ?? ''}`);
  return project === undefined ? null : <Tasks project={project} />;
}

/** After the event its tasks are all in the past. */
const isOver = ({ ends_on: to, starts_on: from, timezone }: Project): boolean => {
  const last = to ?? from;
  return last !== null && last < dayAt(currentTime(), timezone);
};

function Tasks({ project }: { project: Project }) {
  const { t, i18n } = useTranslation();
  const search = useSearch({ from: '/projects/$pid/tasks' });
  const day = search.view === 'day' ? (search.day ?? firstDay(project)) : undefined;
  const past = search.past ?? isOver(project);
  const [coverage, setCoverage] = useState(false);
  const list = useInfiniteQuery(tasksQuery(project.pid, { ...search, day, past }));
  const tasks = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const title = day === undefined ? t('project.tasks.title') : formatDay(day, i18n.language, 'long');
  if (list.isError) return <LoadError error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <>
      <PageHeading title={title} lead={day === undefined ? t('project.tasks.lead') : undefined} />
      <Stack gap="md" className={styles.above}>
        <ConfirmQuestions pid={project.pid} />
        <OpenOffers pid={project.pid} />
        {search.mine === true ? <AwaitedTasks pid={project.pid} /> : null}
      </Stack>
      <TaskFilters project={project} search={search} today={firstDay(project)} past={past} />
      <Text size="sm" c="dimmed" mb="xs" className="muster-no-print">
        {t('project.tasks.zone', { zone: project.timezone })}
      </Text>
      <TaskLinks project={project} coverage={{ opened: coverage, onToggle: () => setCoverage(!coverage) }}>
        {day !== undefined && tasks.length > 0 ? <PrintButton size="xs" /> : null}
      </TaskLinks>
      {coverage ? (
        <Suspense fallback={null}>
          <CoverageByHour project={project} {...(day !== undefined && { day })} />
        </Suspense>
      ) : null}
      {list.isPending ? <LoadingPlaceholder /> : null}
      <output className="muster-unseen">
        {list.isSuccess ? t('project.tasks.count', { count: tasks.length }) : ''}
      </output>
      {list.isSuccess && tasks.length === 0 ? (
        <NoTasks found={Object.values({ ...search, view: undefined, past: undefined })} />
      ) : null}
      {day === undefined ? (
        <TaskList project={project} tasks={tasks} />
      ) : (
        <DayPlan project={project} day={day} tasks={tasks} />
      )}
      {list.hasNextPage ? (
        <Group justify="center" mt="lg">
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('ui.more')}
          </Button>
        </Group>
      ) : null}
    </>
  );
}

function TaskList({ project, tasks }: { project: Project; tasks: Task[] }) {
  const { i18n } = useTranslation();
  const teamName = useTeamOrProject(project.pid);
  const teamOf = ({ tid }: Task) => teamName(tid);
  const days = [...Map.groupBy(tasks, ({ starts_at }) => dayAt(starts_at, project.timezone))];
  return (
    <Stack gap="xl">
      {days.map(([day, those]) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <Title order={2} size="h4" mb="sm" id={`day-${day}`}>
            {formatDay(day, i18n.language, 'long')}
          </Title>
          <Stack gap="sm" component="ul" className="muster-plain-list">
            {those.map((task) => (
              <TaskCard key={task.id} task={task} project={project} team={teamOf(task)} timeOnly />
            ))}
          </Stack>
        </section>
      ))}
    </Stack>
  );
}

function NoTasks({ found }: { found: unknown[] }) {
  const { t } = useTranslation();
  const filtered = found.some((value) => value !== undefined);
  return (
    <EmptyList
      icon={<ListIcon size={28} />}
      title={filtered ? t('project.tasks.noneFound') : t('project.tasks.none')}
      description={filtered ? t('project.tasks.noneFoundText') : t('project.tasks.noneText')}
    />
  );
}
