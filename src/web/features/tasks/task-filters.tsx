import { ActionIcon, Checkbox, Group, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../client/client.ts';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { teamsQuery } from '../teams/queries.ts';
import { CatalogueFilters } from './catalogue-filters.tsx';
import { categoriesQuery } from './queries.ts';
import type { TaskSearch } from './search.ts';
import styles from './tasks-page.module.css';

type TaskFiltersProps = { project: Project; search: TaskSearch; today: string; past: boolean };

/** The day before or after, by the calendar. */
function shifted(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

export function TaskFilters({ project: { pid, rights }, search, today, past }: TaskFiltersProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const teams = useQuery(teamsQuery(pid)).data ?? [];
  // Labels are for those who plan shifts.
  const loaded = useQuery({ ...categoriesQuery(pid), enabled: rights.plan_tasks }).data;
  const known = (loaded ?? []).map(({ category }) => category);
  // A category from an old address stays visible, so that it can be cleared.
  const categories =
    search.category === undefined || known.includes(search.category) ? known : [search.category, ...known];
  const go = (next: TaskSearch) =>
    void navigate({ to: '/projects/$pid/tasks', params: { pid }, search: next, resetScroll: false });
  const change = (part: TaskSearch) => go({ ...search, ...part });
  const { tid, category, kind, place, open, mine } = search;
  const filtered = [tid, category, kind, place, open].some((value) => value !== undefined);
  return (
    <>
      <Group gap="md" mb="md" align="flex-end" className="muster-no-print">
        <SegmentedControl
          aria-label={t('project.tasks.view')}
          styles={{ label: { whiteSpace: 'nowrap' } }}
          value={search.view ?? 'list'}
          onChange={(view) =>
            change(view === 'day' ? { view, day: search.day ?? today } : { view: undefined, day: undefined })
          }
          data={[
            { value: 'list', label: t('project.tasks.list') },
            { value: 'day', label: t('project.tasks.day') },
          ]}
        />
        <Checkbox
          className={styles.own}
          label={t('project.tasks.mineOnly')}
          checked={mine ?? false}
          onChange={(event) => change({ mine: event.currentTarget.checked || undefined })}
        />
        {search.view === 'day' ? <DayChooser day={search.day ?? today} onChoose={(day) => change({ day })} /> : null}
      </Group>
      <FilterBar
        filtered={filtered}
        onClear={() => go({ view: search.view, day: search.day, mine, past: search.past })}
      >
        <NativeSelect
          label={t('project.tasks.team')}
          value={search.tid ?? ''}
          onChange={(event) => change({ tid: event.currentTarget.value || undefined })}
          data={[
            { value: '', label: t('project.tasks.allTeams') },
            ...teams.map(({ tid, name }) => ({ value: tid, label: name })),
          ]}
        />
        {/* It has its place from the start, so that nothing moves when the categories arrive. */}
        {!rights.plan_tasks || (categories.length === 0 && loaded !== undefined) ? null : (
          <NativeSelect
            label={t('project.tasks.category')}
            value={search.category ?? ''}
            onChange={(event) => change({ category: event.currentTarget.value || undefined })}
            data={[{ value: '', label: t('project.tasks.allCategories') }, ...categories]}
          />
        )}
        <CatalogueFilters pid={pid} kind={kind} place={place} onChange={change} />
        <Checkbox
          mb={8}
          label={t('project.tasks.openOnly')}
          checked={search.open ?? false}
          onChange={(event) => change({ open: event.currentTarget.checked || undefined })}
        />
        {search.view === 'day' ? null : (
          <Checkbox
            mb={8}
            label={t('homes.tasks.past')}
            checked={past}
            onChange={(event) => change({ past: event.currentTarget.checked })}
          />
        )}
      </FilterBar>
    </>
  );
}

function DayChooser({ day, onChoose }: { day: string; onChoose: (day: string) => void }) {
  const { t } = useTranslation();
  return (
    <Group gap={4} align="flex-end" wrap="nowrap">
      <ActionIcon
        variant="default"
        size="input-sm"
        aria-label={t('project.tasks.previous')}
        onClick={() => onChoose(shifted(day, -1))}
      >
        ‹
      </ActionIcon>
      <TextInput
        type="date"
        label={t('project.tasks.date')}
        value={day}
        onChange={(event) => {
          if (event.currentTarget.value !== '') onChoose(event.currentTarget.value);
        }}
      />
      <ActionIcon
        variant="default"
        size="input-sm"
        aria-label={t('project.tasks.next')}
        onClick={() => onChoose(shifted(day, 1))}
      >
        ›
      </ActionIcon>
    </Group>
  );
}
