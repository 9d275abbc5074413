import { Button, Checkbox, EmptyState, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project, Task } from '../../../../client/client.ts';
import { formatDateTimeAt } from '../../../../locales/format/dates.ts';
import { ListIcon } from '../../../ui/icons.tsx';
import { EmptyList, Loaded, LoadingPlaceholder } from '../../../ui/page-state.tsx';
import { useRows } from '../../../ui/paging.ts';
import type { More } from '../../../ui/paging.ts';
import { dashboardQuery } from '../../dashboard/queries.ts';
import { teamsQuery } from '../../teams/queries.ts';
import { CatalogueFilters } from '../catalogue-filters.tsx';
import { ChosenTasks } from '../bulk/chosen/chosen-tasks.tsx';
import { anyTaskQuery, plannedTasksQuery } from '../queries.ts';
import { kindsQuery, placesQuery } from '../signup/queries.ts';
import { isByTime } from './search.ts';
import type { PlannedSearch } from './search.ts';
import { TaskTable } from './task-table.tsx';
import type { Loads } from '../../../loading.ts';

const typingMs = 200;

type PlannedTasksProps = {
  project: Project;
  /** Limits the tasks to those of this team. */
  team?: string;
  search: PlannedSearch;
  onSearch: (search: PlannedSearch) => void;
  /** The link to a new task, unless the page has it in its head. */
  create?: ReactNode;
};

export const loadPlannedTasks = ({ load, loadPages }: Loads, pid: string, search: PlannedSearch) =>
  Promise.all([
    loadPages(plannedTasksQuery(pid, search, isByTime(search))),
    load(anyTaskQuery(pid)),
    load(kindsQuery(pid)),
    load(placesQuery(pid)),
    load(teamsQuery(pid)),
  ]);

/** Every upcoming task that still needs people; those that need none may be left out. */
export const showsAll = ({ q, tid, kind, hour, place, past }: PlannedSearch): boolean =>
  [q, tid, kind, hour, place, past].every((value) => value === undefined);

/** The tasks as planners compare them; past ones only if asked for. */
export function PlannedTasks({ project, team, search, onSearch, create }: PlannedTasksProps) {
  const { t } = useTranslation();
  const { pid } = project;
  const [q] = useDebouncedValue(search.q?.trim(), typingMs);
  const list = useInfiniteQuery({
    ...plannedTasksQuery(pid, { ...search, q, tid: team ?? search.tid }, isByTime(search)),
    placeholderData: keepPreviousData,
  });
  const { rows, total, more } = useRows(list, !isByTime(search));
  const any = useQuery(anyTaskQuery(pid));
  const hasTasks = any.data === true;
  const others = [any, useQuery(kindsQuery(pid)), useQuery(placesQuery(pid)), useQuery(teamsQuery(pid))];
  // Buttons and filters that appear later would push the list down.
  const isWaiting = !list.isError && others.some(({ isPending }) => isPending);
  const isFiltered = [search.q, search.tid, search.kind, search.hour, search.place, search.open, search.past].some(
    (value) => value !== undefined,
  );
  const found = (
    <Loaded query={list} embedded>
      {() =>
        total === 0 && !isFiltered ? (
          <EmptyList
            icon={<ListIcon size={28} />}
            title={t('manage.tasks.none')}
            description={t('manage.tasks.noneText')}
          >
            <EmptyState.Actions>
              {create}
              {hasTasks ? <PastTasks search={search} onSearch={onSearch} /> : null}
            </EmptyState.Actions>
          </EmptyList>
        ) : (
          <>
            <Filters {...{ project, search, onSearch, create }} withTeam={team === undefined} />
            <Found {...{ project, search, onSearch, total, more }} tasks={rows} withTeam={team === undefined} />
          </>
        )
      }
    </Loaded>
  );
  return isWaiting ? <LoadingPlaceholder /> : found;
}

type FiltersProps = Pick<PlannedTasksProps, 'project' | 'search' | 'onSearch' | 'create'> & { withTeam: boolean };

function Filters({ project: { pid, timezone }, search, onSearch, create, withTeam }: FiltersProps) {
  const { t, i18n } = useTranslation();
  const { hour } = search;
  const teams = useQuery({ ...teamsQuery(pid), enabled: withTeam }).data ?? [];
  const change = (part: PlannedSearch) => onSearch({ ...search, ...part });
  return (
    <Group gap="md" mb="sm" align="flex-end" className="muster-filters">
      <TextInput
        type="search"
        size="sm"
        label={t('homes.tasks.search')}
        value={search.q ?? ''}
        onChange={(event) => change({ q: event.currentTarget.value || undefined })}
      />
      {withTeam ? (
        <NativeSelect
          size="sm"
          label={t('homes.tasks.team')}
          value={search.tid ?? ''}
          onChange={(event) => change({ tid: event.currentTarget.value || undefined })}
          data={[
            { value: '', label: t('project.tasks.allTeams') },
            ...teams.map(({ tid, name }) => ({ value: tid, label: name })),
          ]}
        />
      ) : null}
      <CatalogueFilters pid={pid} kind={search.kind} place={search.place} onChange={change} />
      <Checkbox
        mb={8}
        label={t('homes.tasks.open')}
        checked={search.open ?? false}
        onChange={(event) => change({ open: event.currentTarget.checked || undefined })}
      />
      {hour === undefined ? (
        <PastTasks search={search} onSearch={onSearch} />
      ) : (
        <Button
          variant="light"
          aria-label={t('homes.tasks.allHours', { hour: formatDateTimeAt(hour, i18n.language, timezone) })}
          rightSection={<span aria-hidden>×</span>}
          onClick={() => change({ hour: undefined })}
        >
          {formatDateTimeAt(hour, i18n.language, timezone)}
        </Button>
      )}
      {create === undefined ? null : <Group ms={{ base: 0, sm: 'auto' }}>{create}</Group>}
    </Group>
  );
}

function PastTasks({ search, onSearch }: Pick<PlannedTasksProps, 'search' | 'onSearch'>) {
  const { t } = useTranslation();
  return (
    <Checkbox
      mb={8}
      label={t('homes.tasks.past')}
      checked={search.past ?? false}
      onChange={(event) => onSearch({ ...search, past: event.currentTarget.checked || undefined })}
    />
  );
}

type FoundProps = Pick<PlannedTasksProps, 'project' | 'search' | 'onSearch'> & {
  /** The tasks that are loaded. */
  tasks: readonly Task[];
  total: number;
  more: More | undefined;
  withTeam: boolean;
};

function Found({ project, search, onSearch, tasks, total, more, withTeam }: FoundProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const isWhole = withTeam && showsAll(search);
  // The overview says the same.
  const dashboard = useQuery({ ...dashboardQuery(project.pid), enabled: isWhole && project.rights.see_hours });
  const missing = isWhole ? (dashboard.data?.tasks.missing ?? 0) : 0;
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('homes.tasks.legend')}
      </Text>
      <Group justify="space-between" mb="xs" mih={30}>
        <Text size="sm" c="dimmed" component="output">
          <span>
            {total === 0
              ? t('homes.tasks.none')
              : t(search.past === true ? 'homes.tasks.count' : 'homes.tasks.upcoming', { count: total })}
          </span>
          {missing === 0 ? '' : ` · ${t('helping.missing', { count: missing })}`}
        </Text>
        <ChosenTasks
          project={project}
          tasks={tasks.filter(({ id }) => chosen.has(id))}
          onDone={() => setChosen(new Set())}
        />
      </Group>
      {tasks.length === 0 ? null : (
        <TaskTable
          {...{ project, search, onSearch, withTeam, tasks, more }}
          selection={{ chosen, onChoose: setChosen, nameOf: ({ title, rights }) => (rights.edit ? title : undefined) }}
        />
      )}
    </>
  );
}
