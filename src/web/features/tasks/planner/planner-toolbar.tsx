import { Badge, Button, Checkbox, NativeSelect, Popover, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../../client/client.ts';
import { formatDays, formatWeekday } from '../../../../locales/format/dates.ts';
import { teamsQuery } from '../../teams/queries.ts';
import { laterDay, projectDays } from '../bulk/project-days.ts';
import { CatalogueFilters } from '../catalogue-filters.tsx';
import { taskDaysQuery } from '../queries.ts';
import styles from './planner.module.css';
import { shownDays } from './scale.ts';
import { groupingOf, groupings, zoomedTo, zoomOf, zooms } from './search.ts';
import type { PlannerSearch } from './search.ts';

type PlannerToolbarProps = {
  project: Project;
  day: string;
  search: PlannerSearch;
  people: { shown: boolean; onToggle: () => void };
  onChange: (part: PlannerSearch) => void;
};

/** What the planner shows: the days, what its rows are, which tasks, and whether the people. One line on a laptop. */
export function PlannerToolbar({ project, day, search, people, onChange }: PlannerToolbarProps) {
  const { t } = useTranslation();
  const zoom = zoomOf(search);
  return (
    <section className={styles.toolbar} aria-label={t('planner.shown')}>
      <Days {...{ project, day, search, onChange }} />
      <SegmentedControl
        size="xs"
        visibleFrom="md"
        aria-label={t('planner.zoom')}
        value={zoom}
        onChange={(next) => onChange(zoomedTo(next))}
        data={zooms.map((value) => ({ value, label: t(`planner.zooms.${value}`) }))}
      />
      <SegmentedControl
        size="xs"
        visibleFrom="md"
        aria-label={t('planner.rows')}
        value={search.by ?? 'team'}
        onChange={(by) => onChange({ by: groupingOf(by) })}
        data={groupings.map((by) => ({ value: by, label: t(`planner.by.${by}`) }))}
      />
      <Filters {...{ project, search, onChange }} />
      <Button
        variant={people.shown ? 'light' : 'default'}
        size="xs"
        visibleFrom="md"
        aria-pressed={people.shown}
        onClick={people.onToggle}
      >
        {t('planner.people.title')}
      </Button>
    </section>
  );
}

type PartProps = Pick<PlannerToolbarProps, 'project' | 'search' | 'onChange'>;

/** The day that the plan begins with: one before or after, one of the event's, or any. */
function Days({ project, day, search, onChange }: PartProps & { day: string }) {
  const { t, i18n } = useTranslation();
  const [opened, setOpened] = useState(false);
  const days = shownDays(day, zoomOf(search));
  const filled = useQuery({ ...taskDaysQuery(project.pid, {}), enabled: opened }).data ?? [];
  const offered = [...new Set([...projectDays(project), ...filled.map((one) => one.day)])].toSorted();
  const choose = (chosen: string | undefined) => {
    setOpened(false);
    onChange({ day: chosen });
  };
  const last = days.at(-1) ?? day;
  const shown = last === day ? formatWeekday(day, i18n.language) : formatDays(day, last, i18n.language);
  return (
    <Button.Group>
      <Button
        variant="default"
        size="xs"
        px="sm"
        aria-label={t('planner.previous')}
        onClick={() => onChange({ day: laterDay(day, -days.length) })}
      >
        <span aria-hidden>‹</span>
      </Button>
      <Popover
        opened={opened}
        onChange={setOpened}
        position="bottom-start"
        shadow="md"
        trapFocus
        returnFocus
        withinPortal
      >
        <Popover.Target>
          <Button
            variant="default"
            size="xs"
            aria-label={t('planner.dayOf', { day: shown })}
            onClick={() => setOpened(!opened)}
          >
            {shown}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <Stack gap="xs">
            <TextInput
              type="date"
              label={t('planner.day')}
              value={day}
              onChange={({ currentTarget: { value } }) => onChange({ day: value || undefined })}
            />
            {offered.map((one) => (
              <Button
                key={one}
                variant={one === day ? 'light' : 'subtle'}
                size="xs"
                justify="flex-start"
                aria-current={one === day ? 'date' : undefined}
                onClick={() => choose(one)}
              >
                {formatWeekday(one, i18n.language)}
              </Button>
            ))}
          </Stack>
        </Popover.Dropdown>
      </Popover>
      <Button
        variant="default"
        size="xs"
        px="sm"
        aria-label={t('planner.next')}
        onClick={() => onChange({ day: laterDay(day, days.length) })}
      >
        <span aria-hidden>›</span>
      </Button>
    </Button.Group>
  );
}

const none = { tid: undefined, kind: undefined, place: undefined, q: undefined, gaps: undefined };

/** A list has no hours that could be longer. */
const phoneZooms = zooms.filter((zoom) => zoom !== 'hours');

/** Which tasks the planner shows, behind a button with the number of filters in use. */
function Filters({ project: { pid }, search, onChange }: PartProps) {
  const { t } = useTranslation();
  const { tid, kind, place, q, gaps, all } = search;
  const teams = useQuery(teamsQuery(pid)).data ?? [];
  const used = [tid, kind, place, q, gaps].filter((value) => value !== undefined).length;
  return (
    <Popover position="bottom-start" width="18rem" shadow="md" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button variant="default" size="xs" rightSection={used === 0 ? undefined : <Badge size="sm">{used}</Badge>}>
          {t('planner.filters')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <NativeSelect
            hiddenFrom="md"
            label={t('planner.zoom')}
            value={zoomOf(search)}
            onChange={(event) => onChange(zoomedTo(event.currentTarget.value))}
            data={phoneZooms.map((value) => ({ value, label: t(`planner.zooms.${value}`) }))}
          />
          <NativeSelect
            hiddenFrom="md"
            label={t('planner.rows')}
            value={search.by ?? 'team'}
            onChange={(event) => onChange({ by: groupingOf(event.currentTarget.value) })}
            data={groupings.map((by) => ({ value: by, label: t(`planner.by.${by}`) }))}
          />
          <TextInput
            type="search"
            label={t('planner.search')}
            value={q ?? ''}
            onChange={(event) => onChange({ q: event.currentTarget.value || undefined })}
          />
          <NativeSelect
            label={t('planner.team')}
            value={tid ?? ''}
            onChange={(event) => onChange({ tid: event.currentTarget.value || undefined })}
            data={[
              { value: '', label: t('project.tasks.allTeams') },
              ...teams.map((team) => ({ value: team.tid, label: team.name })),
            ]}
          />
          <CatalogueFilters pid={pid} kind={kind} place={place} onChange={onChange} />
          <Checkbox
            label={t('planner.gapsOnly')}
            checked={gaps ?? false}
            onChange={(event) => onChange({ gaps: event.currentTarget.checked || undefined })}
          />
          <Button variant="default" size="xs" disabled={used === 0} onClick={() => onChange(none)}>
            {t('project.tasks.clear')}
          </Button>
          <Checkbox
            visibleFrom="md"
            label={t('planner.allHours')}
            checked={all ?? false}
            onChange={(event) => onChange({ all: event.currentTarget.checked || undefined })}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
