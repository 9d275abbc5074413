import { ActionIcon, Checkbox, Group, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CatalogueFilters } from '../catalogue-filters.tsx';
import { groupingOf, groupings } from './search.ts';
import type { PlannerSearch } from './search.ts';
import { shiftedDay } from './scale.ts';

type PlannerFiltersProps = {
  pid: string;
  search: PlannerSearch;
  day: string;
  teams: readonly { tid: string; name: string }[];
  onSearch: (search: PlannerSearch) => void;
};

/** What the planner shows: the days, what its rows are, and which tasks. */
export function PlannerFilters({ pid, search, day, teams, onSearch }: PlannerFiltersProps) {
  const { t } = useTranslation();
  const change = (part: PlannerSearch) => onSearch({ ...search, ...part });
  const step = search.days ?? 1;
  return (
    <Group component="section" gap="sm" mb="sm" align="flex-end" aria-label={t('planner.filters')}>
      <Group gap={4} align="flex-end" wrap="nowrap">
        <ActionIcon
          variant="default"
          size="input-sm"
          aria-label={t('planner.previous')}
          onClick={() => change({ day: shiftedDay(day, -step) })}
        >
          <span aria-hidden>‹</span>
        </ActionIcon>
        <TextInput
          type="date"
          label={t('planner.day')}
          value={day}
          onChange={({ currentTarget: { value } }) => change({ day: value || undefined })}
        />
        <ActionIcon
          variant="default"
          size="input-sm"
          aria-label={t('planner.next')}
          onClick={() => change({ day: shiftedDay(day, step) })}
        >
          <span aria-hidden>›</span>
        </ActionIcon>
      </Group>
      <SegmentedControl
        aria-label={t('planner.zoom')}
        value={String(step)}
        onChange={(days) => change({ days: days === '3' ? 3 : undefined })}
        data={[
          { value: '1', label: t('planner.oneDay') },
          { value: '3', label: t('planner.threeDays') },
        ]}
      />
      <SegmentedControl
        aria-label={t('planner.rows')}
        value={search.by ?? 'team'}
        onChange={(by) => change({ by: groupingOf(by) })}
        data={groupings.map((by) => ({ value: by, label: t(`planner.by.${by}`) }))}
      />
      <NativeSelect
        label={t('planner.team')}
        value={search.tid ?? ''}
        onChange={(event) => change({ tid: event.currentTarget.value || undefined })}
        data={[
          { value: '', label: t('project.tasks.allTeams') },
          ...teams.map(({ tid, name }) => ({ value: tid, label: name })),
        ]}
      />
      <CatalogueFilters pid={pid} kind={search.kind} place={search.place} onChange={change} />
      <TextInput
        type="search"
        label={t('planner.search')}
        value={search.q ?? ''}
        onChange={(event) => change({ q: event.currentTarget.value || undefined })}
      />
      <Checkbox
        mb={8}
        label={t('planner.gapsOnly')}
        checked={search.gaps ?? false}
        onChange={(event) => change({ gaps: event.currentTarget.checked || undefined })}
      />
    </Group>
  );
}
