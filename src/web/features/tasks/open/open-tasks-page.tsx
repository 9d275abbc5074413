import { Button, EmptyState, Group, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { OpenTask, Project } from '../../../../client/client.ts';
import { ListIcon } from '../../../ui/icons.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { PageHeading, usePageTitle } from '../../../ui/page.tsx';
import { EmptyList, LoadError, LoadingPlaceholder } from '../../../ui/page-state.tsx';
import { projectQuery } from '../../projects/queries.ts';
import { OpenFilters } from './open-filters.tsx';
import { OpenTaskCard } from './open-task-card.tsx';
import { openTasksQuery } from './queries.ts';
import type { OpenSearch } from './search.ts';

/** What the person could help with, most needed first; also for people without a team. */
export function OpenTasksPage() {
  const { pid } = useParams({ from: '/projects/$pid' });
  const { t } = useTranslation();
  const project = useQuery(projectQuery(pid)).data;
  usePageTitle(`${t('helping.title')} · ${project?.name ?? ''}`);
  return project === undefined ? null : <OpenTasks project={project} />;
}

/** No place, and the person does not wait for one. */
const isFull = ({ refusal, requested, waiting }: OpenTask): boolean =>
  refusal === 'task_full' && !requested && waiting === null;

/** The person can do something: take a place, ask or wait for one, or end that. */
const isPossible = ({ rights, requested, waiting }: OpenTask): boolean =>
  rights.join || rights.ask || rights.wait || requested || waiting !== null;

function OpenTasks({ project }: { project: Project }) {
  const { t } = useTranslation();
  const { pid, timezone } = project;
  const search = useSearch({ from: '/projects/$pid/open-tasks' });
  const list = useInfiniteQuery(openTasksQuery(pid, search));
  if (list.isError) return <LoadError error={list.error} onRetry={() => void list.refetch()} />;
  const found = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const possible = found.filter(isPossible);
  const impossible = found.filter((task) => !isPossible(task));
  const shown = search.all === true ? found : possible;
  return (
    <>
      <PageHeading title={t('helping.title')} lead={t('helping.lead')} />
      <Group gap="xs" mb="md">
        <ButtonLink to="/projects/$pid/availability" params={{ pid }} variant="default" size="sm">
          {t('helping.when.title')}
        </ButtonLink>
        <ButtonLink to="/projects/$pid/my-skills" params={{ pid }} variant="default" size="sm">
          {t('catalogue.mySkills')}
        </ButtonLink>
      </Group>
      <OpenFilters project={project} search={search} />
      <Text size="sm" c="dimmed">
        {t('hints.staffing')}
      </Text>
      <Text size="sm" c="dimmed" mb="md">
        {t('project.tasks.zone', { zone: timezone })}
      </Text>
      {list.isPending ? <LoadingPlaceholder /> : null}
      <output className="muster-unseen">
        {list.isSuccess ? t('project.tasks.count', { count: shown.length }) : ''}
      </output>
      {list.isSuccess && shown.length === 0 ? <NoTasks project={project} search={search} /> : null}
      <Stack gap="sm" component="ul" className="muster-plain-list">
        {possible
          .filter((task) => !isFull(task))
          .map((task) => (
            <OpenTaskCard key={task.id} task={task} />
          ))}
      </Stack>
      <FullTasks tasks={possible.filter(isFull)} />
      <Hidden pid={pid} search={search} count={impossible.length} />
      {search.all === true ? (
        <Stack gap="sm" mt="sm" component="ul" className="muster-plain-list">
          {impossible.map((task) => (
            <OpenTaskCard key={task.id} task={task} />
          ))}
        </Stack>
      ) : null}
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

/** After all tasks with a free place, whatever is needed most. */
function FullTasks({ tasks }: { tasks: OpenTask[] }) {
  const { t } = useTranslation();
  if (tasks.length === 0) return null;
  return (
    <section>
      <Title order={2} size="h4" mt="lg" mb="sm">
        {t('helping.full')}
      </Title>
      <Stack gap="sm" component="ul" className="muster-plain-list">
        {tasks.map((task) => (
          <OpenTaskCard key={task.id} task={task} titleOrder={3} />
        ))}
      </Stack>
    </section>
  );
}

/** How many tasks the person cannot take, and a button to see why. */
function Hidden({ pid, search, count }: { pid: string; search: OpenSearch; count: number }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  if (count === 0) return null;
  const isShown = search.all === true;
  const toggle = () =>
    void navigate({
      to: '/projects/$pid/open-tasks',
      params: { pid },
      search: { ...search, all: isShown ? undefined : true },
      resetScroll: false,
    });
  return (
    <Group mt="md" gap="sm">
      {isShown ? null : <Text c="dimmed">{t('helping.hidden', { count })}</Text>}
      <Button variant="subtle" size="sm" onClick={toggle}>
        {isShown ? t('helping.hide') : t('helping.show', { count })}
      </Button>
    </Group>
  );
}

function NoTasks({ project: { pid, rights }, search }: { project: Project; search: OpenSearch }) {
  const { t } = useTranslation();
  const isFiltered = [search.day, search.tid, search.place, search.kind].some((value) => value !== undefined);
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
