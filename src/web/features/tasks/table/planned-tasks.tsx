import { Checkbox, EmptyState, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project, Task } from '../../../../client/client.ts';
import { ListIcon } from '../../../ui/icons.tsx';
import { EmptyList, Loaded, LoadingPlaceholder } from '../../../ui/page-state.tsx';
import { teamsQuery } from '../../teams/queries.ts';
import { CatalogueFilters } from '../catalogue-filters.tsx';
import { CoverageCard } from '../coverage/coverage-card.tsx';
import { ChosenTasks } from '../bulk/chosen/chosen-tasks.tsx';
import { anyTaskQuery, plannedTasksQuery } from '../queries.ts';
import { kindsQuery, placesQuery } from '../signup/queries.ts';
import type { PlannedSearch } from './search.ts';
import { TaskTable } from './task-table.tsx';

type PlannedTasksProps = {
  project: Project;
  /** Only the tasks of this team. */
  team?: string;
  search: PlannedSearch;
  onSearch: (search: PlannedSearch) => void;
  /** The link to a new task. */
  create: ReactNode;
};

/** The tasks as planners compare them; past ones only if asked for. */
export function PlannedTasks({ project, team, search, onSearch, create }: PlannedTasksProps) {
  const { t } = useTranslation();
  const { pid } = project;
  const tasks = useQuery(plannedTasksQuery(pid, team, search.past !== true));
  const any = useQuery(anyTaskQuery(pid));
  const hasTasks = any.data === true;
  const others = [any, useQuery(kindsQuery(pid)), useQuery(placesQuery(pid)), useQuery(teamsQuery(pid))];
  // Buttons and filters that appear later would push the list down.
  const isWaiting = !tasks.isError && others.some(({ isPending }) => isPending);
  const isFiltered = [search.q, search.tid, search.kind, search.place, search.open, search.past].some(
    (value) => value !== undefined,
  );
  const list = (
    <Loaded query={tasks} embedded>
      {(all) =>
        all.length === 0 && !isFiltered ? (
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
            <Filters {...{ pid, search, onSearch, create }} withTeam={team === undefined} />
            <Found {...{ project, search, onSearch }} tasks={all} withTeam={team === undefined} />
          </>
        )
      }
    </Loaded>
  );
  return (
    <>
      {hasTasks && team === undefined ? <CoverageCard project={project} /> : null}
      {isWaiting ? <LoadingPlaceholder /> : list}
    </>
  );
}

type FiltersProps = Pick<PlannedTasksProps, 'search' | 'onSearch' | 'create'> & { pid: string; withTeam: boolean };

function Filters({ pid, search, onSearch, create, withTeam }: FiltersProps) {
  const { t } = useTranslation();
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
      <PastTasks search={search} onSearch={onSearch} />
      <Group ms={{ base: 0, sm: 'auto' }}>{create}</Group>
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
  tasks: readonly Task[];
  withTeam: boolean;
};

function Found({ project, search, onSearch, tasks, withTeam }: FoundProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const wanted = search.q?.trim().toLowerCase() ?? '';
  const found = tasks.filter(
    ({ title, category, tid, kind, place, open_places: open }) =>
      `${title} ${category}`.toLowerCase().includes(wanted) &&
      (search.tid === undefined || tid === search.tid) &&
      (search.kind === undefined || kind === search.kind) &&
      (search.place === undefined || place === search.place) &&
      (search.open === undefined || open > 0),
  );
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('homes.tasks.legend')}
      </Text>
      <Group justify="space-between" mb="xs" mih={30}>
        <Text size="sm" c="dimmed" component="output">
          {found.length === 0
            ? t('homes.tasks.none')
            : t(search.past === true ? 'homes.tasks.count' : 'homes.tasks.upcoming', { count: found.length })}
        </Text>
        <ChosenTasks
          project={project}
          tasks={found.filter(({ id }) => chosen.has(id))}
          onDone={() => setChosen(new Set())}
        />
      </Group>
      {found.length === 0 ? null : (
        <TaskTable
          {...{ project, search, onSearch, withTeam }}
          tasks={found}
          selection={{ chosen, onChoose: setChosen, nameOf: ({ title, rights }) => (rights.edit ? title : undefined) }}
        />
      )}
    </>
  );
}
