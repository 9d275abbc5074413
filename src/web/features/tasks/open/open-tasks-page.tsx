import { EmptyState, Group, NativeSelect, Stack, Switch, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenTask, Project } from '../../../../client/client.ts';
import { dayAt, formatDay, formatWeekday } from '../../../../locales/format/dates.ts';
import { ListIcon } from '../../../ui/icons.tsx';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { MoreButton } from '../../../ui/more-button.tsx';
import { PageHeading, usePageTitle } from '../../../ui/page.tsx';
import { EmptyList, LoadError, LoadingPlaceholder } from '../../../ui/page-state.tsx';
import { useRows } from '../../../ui/paging.ts';
import { projectQuery } from '../../projects/queries.ts';
import { teamsQuery } from '../../teams/queries.ts';
import { projectDays } from '../bulk/project-days.ts';
import { kindsQuery, placesQuery } from '../signup/queries.ts';
import { RefusalText } from '../signup/refusal.tsx';
import { OpenTaskRow } from './open-task-row.tsx';
import { openTasksQuery, rowsAtOnce } from './queries.ts';
import type { OpenSearch } from './search.ts';
import type { Loading } from '../../../loading.ts';
import { availabilityQuery } from '../../availability/queries.ts';
import { openSearch } from './search.ts';
import { taskLengths } from '../../../../shared/task-length.ts';

export const loadOpenTasksPage = ({ load, loadPages, params: { pid }, search }: Loading<'pid'>) =>
  Promise.all([
    loadPages(openTasksQuery(pid, openSearch(search), false)),
    loadPages(openTasksQuery(pid, openSearch(search), true)),
    load(availabilityQuery(pid)),
    load(teamsQuery(pid)),
    load(placesQuery(pid)),
    load(kindsQuery(pid)),
  ]);

/** What the person could help with, by day; also for people without a team. */
export function OpenTasksPage() {
  const { pid } = useParams({ from: '/projects/$pid' });
  const { t } = useTranslation();
  const project = useQuery(projectQuery(pid)).data;
  usePageTitle(`${t('helping.title')} · ${project?.name ?? ''}`);
  return project === undefined ? null : <OpenTasks project={project} />;
}

/** The person can do something: take a place, ask or wait for one, or end that. */
const isPossible = ({ rights, requested, waiting }: OpenTask): boolean =>
  rights.join || rights.ask || rights.wait || requested || waiting !== null;

/** What the person can do about a task, before they take any place in the project. */
const preparations: ReadonlySet<string> = new Set(['birthday_unknown', 'guardian_missing', 'document_missing']);

const needsOnlyPreparation = ({ refusals }: OpenTask): boolean =>
  refusals.length > 0 && refusals.every((refusal) => preparations.has(refusal));

/** Without a press, so many pages at most are read in search of tasks that the person can take. */
const pagesAtOnce = 10;

/** The tasks that are loaded so far, those that the person can take if nothing else is asked for. */
function useOpenTasks(pid: string, search: OpenSearch, full: boolean, enabled = true) {
  const list = useInfiniteQuery({ ...openTasksQuery(pid, search, full), enabled });
  const { rows, more } = useRows(list);
  const shown = search.all === true ? rows : rows.filter(isPossible);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const isLoading =
    hasNextPage &&
    !isFetchNextPageError &&
    shown.length < rowsAtOnce / 2 &&
    (list.data?.pages.length ?? 0) < pagesAtOnce;
  useEffect(() => {
    if (isLoading && !isFetchingNextPage) void fetchNextPage();
  }, [isLoading, isFetchingNextPage, fetchNextPage]);
  return { list, rows, shown, more };
}

function OpenTasks({ project }: { project: Project }) {
  const { t } = useTranslation();
  const { pid, timezone } = project;
  const search = useSearch({ from: '/projects/$pid/open-tasks' });
  const free = useOpenTasks(pid, search, false);
  const isFreeComplete = free.list.isSuccess && free.more === undefined;
  const full = useOpenTasks(pid, search, true, isFreeComplete);
  const failed = [free.list, full.list].find(({ isError }) => isError);
  if (failed !== undefined) return <LoadError error={failed.error} onRetry={() => void failed.refetch()} />;
  const isComplete = full.list.isSuccess && full.more === undefined;
  const count = free.shown.length + full.shown.length;
  const unprepared = free.rows.find((task) => !isPossible(task) && needsOnlyPreparation(task));
  return (
    <>
      <PageHeading title={t('helping.title')} lead={t('helping.lead')} />
      <Group gap="xs" mb="md">
        <ButtonLink to="/projects/$pid/availability" params={{ pid }} variant="default" size="xs">
          {t('helping.when.title')}
        </ButtonLink>
        <ButtonLink to="/projects/$pid/my-skills" params={{ pid }} variant="default" size="xs">
          {t('catalogue.mySkills')}
        </ButtonLink>
      </Group>
      <OpenFilters project={project} search={search} />
      <Text size="sm" c="dimmed" mb="md">
        {t('hints.staffing')} {t('project.tasks.zone', { zone: timezone })}
      </Text>
      <ImpossibleToo pid={pid} search={search} />
      {free.list.isPending ? <LoadingPlaceholder /> : null}
      <output className="muster-unseen">{isComplete ? t('project.tasks.count', { count }) : ''}</output>
      {unprepared === undefined ? null : (
        <Stack className="muster-notice" gap={4} align="flex-start">
          <RefusalText task={unprepared} timezone={timezone} />
        </Stack>
      )}
      {isComplete && count === 0 && unprepared === undefined ? <NoTasks project={project} search={search} /> : null}
      <TasksByDay tasks={free.shown} />
      <MoreButton more={free.more} />
      {full.shown.length === 0 && full.more === undefined ? null : (
        <section>
          <Title order={2} size="h4" mt="lg" mb="sm">
            {t('helping.full')}
          </Title>
          <TasksByDay tasks={full.shown} order={3} />
          <MoreButton more={full.more} />
        </section>
      )}
    </>
  );
}

/** A title says the day once; a row has the time only. */
function TasksByDay({ tasks, order = 2 }: { tasks: readonly OpenTask[]; order?: 2 | 3 }) {
  const { i18n } = useTranslation();
  const days = [...Map.groupBy(tasks, ({ starts_at: at, timezone }) => dayAt(at, timezone))];
  return days.map(([day, ofDay]) => (
    <div key={day}>
      <Title order={order} size="h5" mt="md">
        {formatDay(day, i18n.language, 'long')}
      </Title>
      <ul className="muster-plain-list">
        {ofDay.map((task) => (
          <OpenTaskRow key={task.id} task={task} />
        ))}
      </ul>
    </div>
  ));
}

/** Shows those that the person cannot take as well, with the reason. */
function ImpossibleToo({ pid, search }: { pid: string; search: OpenSearch }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Switch
      mb="md"
      label={t('helping.impossible')}
      checked={search.all === true}
      onChange={({ currentTarget: { checked } }) =>
        void navigate({
          to: '/projects/$pid/open-tasks',
          params: { pid },
          search: { ...search, all: checked || undefined },
          resetScroll: false,
        })
      }
    />
  );
}

function NoTasks({ project: { pid, rights }, search }: { project: Project; search: OpenSearch }) {
  const { t } = useTranslation();
  const isFiltered = [search.day, search.tid, search.place, search.kind, search.length].some(
    (value) => value !== undefined,
  );
  const isStranger = !rights.see_tasks && !isFiltered;
  return (
    <EmptyList
      icon={<ListIcon size={28} />}
      title={isFiltered ? t('project.tasks.noneFound') : t('helping.none')}
      description={
        isFiltered ? t('project.tasks.noneFoundText') : t(isStranger ? 'helping.noneTeam' : 'helping.noneText')
      }
    >
      {isStranger ? (
        <EmptyState.Actions>
          <ButtonLink to="/projects/$pid/teams" params={{ pid }} variant="default">
            {t('helping.teams')}
          </ButtonLink>
        </EmptyState.Actions>
      ) : null}
    </EmptyList>
  );
}

type Option = { value: string; label: string };

function OpenFilters({ project, search }: { project: Project; search: OpenSearch }) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const { pid } = project;
  const named = (rows: readonly { id: string; name: string }[] = []): Option[] =>
    rows.map(({ id, name }) => ({ value: id, label: name }));
  const teams = (useQuery(teamsQuery(pid)).data ?? []).filter(({ disabled }) => !disabled);
  const choices = {
    day: projectDays(project).map((day) => ({ value: day, label: formatWeekday(day, i18n.language) })),
    tid: teams.map(({ tid, name }) => ({ value: tid, label: name })),
    place: named(useQuery(placesQuery(pid)).data),
    kind: named(useQuery(kindsQuery(pid)).data),
    length: taskLengths.map((value) => ({ value, label: t(`helping.length.${value}`) })),
  };
  const go = (next: OpenSearch) =>
    void navigate({ to: '/projects/$pid/open-tasks', params: { pid }, search: next, resetScroll: false });
  const filters = ['day', 'tid', 'length', 'place', 'kind'] as const;
  return (
    <FilterBar
      filtered={filters.some((filter) => search[filter] !== undefined)}
      onClear={() => go({ all: search.all })}
    >
      {filters.map((filter) =>
        choices[filter].length === 0 && search[filter] === undefined ? null : (
          <NativeSelect
            key={filter}
            label={t(`helping.filter.${filter}`)}
            value={search[filter] ?? ''}
            onChange={(event) => go(openSearch({ ...search, [filter]: event.currentTarget.value || undefined }))}
            data={[{ value: '', label: t(`helping.any.${filter}`) }, ...withChosen(choices[filter], search[filter])]}
          />
        ),
      )}
    </FilterBar>
  );
}

/** A choice from an old address stays visible, so that it can be cleared. */
const withChosen = (options: Option[], chosen: string | undefined): Option[] =>
  chosen === undefined || options.some(({ value }) => value === chosen)
    ? options
    : [{ value: chosen, label: chosen }, ...options];
