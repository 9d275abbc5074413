import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project, Task } from '../../../client/client.ts';
import { currentTime, dayAt, formatDay } from '../../../locales/format/dates.ts';
import { ListIcon } from '../../ui/icons.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { EmptyList, LoadError, LoadingPlaceholder } from '../../ui/page-state.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { useRows } from '../../ui/paging.ts';
import { PrintButton } from '../../ui/print-button.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { ConfirmQuestions } from './exchange/confirmation.tsx';
import { OpenOffers } from './exchange/open-offers.tsx';
import { AwaitedTasks } from './open/awaited-tasks.tsx';
import { projectQuery } from '../projects/queries.ts';
import { useTeamOrProject } from '../teams/team-names.ts';
import { DayPlan } from './day-plan.tsx';
import { firstDay } from './first-day.ts';
import { TaskCard } from './task-card.tsx';
import { TaskFilters } from './task-filters.tsx';
import { attendancesQuery, categoriesQuery, ownTasksQuery, tasksQuery } from './queries.ts';
import styles from './tasks-page.module.css';
import type { Loading } from '../../loading.ts';
import { taskSearch } from './search.ts';
import type { TaskSearch } from './search.ts';
import { availabilityQuery } from '../availability/queries.ts';
import { teamsQuery } from '../teams/queries.ts';
import { kindsQuery, placesQuery } from './signup/queries.ts';
import { offersQuery, questionsQuery } from './exchange/queries.ts';
import { awaitedTasksQuery } from './open/queries.ts';

/** Only planners load it. */

export async function loadTasksPage({ load, loadPages, params: { pid }, search }: Loading<'pid'>) {
  const chosen = taskSearch(search);
  const loadTasks = async () => {
    const project = await load(projectQuery(pid));
    const shown = shownTasks(project, chosen);
    const loadList = async () => {
      const { pages } = await loadPages(tasksQuery(pid, shown));
      const tasks = pages.flatMap(({ data }) => data);
      await Promise.all([
        tasks.some(({ rights }) => rights.join || rights.wait) && load(availabilityQuery(pid)),
        // A long day is loaded when it is printed.
        shown.day !== undefined &&
          tasks.length > 0 &&
          pages.at(-1)?.next === null &&
          load(attendancesQuery(pid, shown.day)),
      ]);
    };
    await Promise.all([loadList(), project.rights.plan_tasks && load(categoriesQuery(pid))]);
  };
  await Promise.all([
    loadTasks(),
    load(questionsQuery),
    loadPages(offersQuery),
    load(ownTasksQuery),
    chosen.mine && load(awaitedTasksQuery),
    load(teamsQuery(pid)),
    load(kindsQuery(pid)),
    load(placesQuery(pid)),
  ]);
}

export function TasksPage() {
  const { pid } = useParams({ from: '/projects/$pid' });
  const { t } = useTranslation();
  const project = useQuery(projectQuery(pid)).data;
  const { mine } = useSearch({ from: '/projects/$pid/tasks' });
  usePageTitle(`${t(titleOf(mine))} · ${project?.name ?? ''}`);
  return project === undefined ? null : <Tasks project={project} />;
}

const titleOf = (mine: TaskSearch['mine']) => (mine === true ? 'homes.day.title' : 'project.tasks.title');

/** After the event its tasks are all in the past. */
const isOver = ({ ends_on: to, starts_on: from, timezone }: Project): boolean => {
  const last = to ?? from;
  return last !== null && last < dayAt(currentTime(), timezone);
};

/** The tasks that the page shows for what the address says. */
const shownTasks = (project: Project, search: TaskSearch) => ({
  ...search,
  day: search.view === 'day' ? (search.day ?? firstDay(project)) : undefined,
  past: search.past ?? isOver(project),
});

function Tasks({ project }: { project: Project }) {
  const { t, i18n } = useTranslation();
  const search = useSearch({ from: '/projects/$pid/tasks' });
  const shown = shownTasks(project, search);
  const { day, past } = shown;
  const list = useInfiniteQuery(tasksQuery(project.pid, shown));
  const { rows: tasks, total, more, loadRest, isComplete } = useRows(list);
  const queryClient = useQueryClient();
  const prepare = async () => {
    await loadRest?.();
    if (day !== undefined) await queryClient.ensureQueryData(attendancesQuery(project.pid, day));
  };
  const title = day === undefined ? t(titleOf(search.mine)) : formatDay(day, i18n.language, 'long');
  const isOwn = search.mine === true;
  if (list.isError) return <LoadError error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <>
      <PageHeading title={title} />
      <Stack gap="md" className={styles.above}>
        <ConfirmQuestions pid={project.pid} />
        {isOwn ? null : <OpenOffers pid={project.pid} />}
      </Stack>
      <TaskFilters project={project} search={search} today={firstDay(project)} past={past} />
      <Text size="sm" c="dimmed" mb="xs" className="muster-no-print">
        {t('project.tasks.zone', { zone: project.timezone })}
      </Text>
      <TaskLinks project={project}>
        {day !== undefined && tasks.length > 0 ? (
          <PrintButton size="xs" prepare={isComplete ? undefined : prepare} />
        ) : null}
      </TaskLinks>
      {list.isPending ? <LoadingPlaceholder /> : null}
      <output className="muster-unseen">{list.isSuccess ? t('project.tasks.count', { count: total }) : ''}</output>
      {list.isSuccess && tasks.length === 0 ? (
        <NoTasks found={Object.values({ ...search, view: undefined, past: undefined })} />
      ) : null}
      {day === undefined ? (
        <TaskList project={project} tasks={tasks} />
      ) : (
        <DayPlan {...{ project, day, tasks, isComplete }} />
      )}
      <Group justify="center" mt="lg">
        <MoreButton more={more} />
      </Group>
      {isOwn ? (
        <Stack gap="md" mt="lg" className="muster-no-print">
          <AwaitedTasks pid={project.pid} />
          <OpenOffers pid={project.pid} />
        </Stack>
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

type TaskLinksProps = {
  project: Project;
  children: ReactNode;
};

/** The pages around tasks. Phones first show only the most important ones, so that the tasks are not far below. */
function TaskLinks({ project: { pid, rights }, children }: TaskLinksProps) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const look = { size: 'xs', variant: 'default' } as const;
  const other = { ...look, ...(!all && { visibleFrom: 'sm' }) };
  const params = { pid };
  return (
    <Group gap="xs" mb="md" className="muster-no-print">
      {rights.plan_tasks ? (
        <ButtonLink to="/projects/$pid/tasks/new" params={params} size="xs">
          {t('manage.tasks.new')}
        </ButtonLink>
      ) : null}
      <ButtonLink to="/projects/$pid/open-tasks" params={params} {...look}>
        {t('helping.title')}
      </ButtonLink>
      {children}
      {rights.plan_tasks ? (
        <>
          <ButtonLink to="/projects/$pid/manage/tasks/coverage" params={params} {...other}>
            {t('coverage.title')}
          </ButtonLink>
          <ButtonLink to="/projects/$pid/now" params={params} {...other}>
            {t('homes.whoIsHere')}
          </ButtonLink>
          <ButtonLink to="/projects/$pid/manage/tasks" params={params} {...other}>
            {t('hints.planTasks')}
          </ButtonLink>
        </>
      ) : null}
      <ButtonLink to="/projects/$pid/availability" params={params} {...other}>
        {t('helping.when.title')}
      </ButtonLink>
      <ButtonLink to="/projects/$pid/my-hours" params={params} {...other}>
        {t('hours.mine')}
      </ButtonLink>
      <ButtonLink to="/me/calendar" {...other}>
        {t('calendar.add')}
      </ButtonLink>
      <ButtonLink to="/projects/$pid/my-skills" params={params} {...other}>
        {t('catalogue.mySkills')}
      </ButtonLink>
      {all ? null : (
        <Button {...look} hiddenFrom="sm" onClick={() => setAll(true)}>
          {t('homes.forms.more')}
        </Button>
      )}
    </Group>
  );
}
