import { Button, Group, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanTask, Project, RosterEntry } from '../../../../client/client.ts';
import { currentTime } from '../../../../locales/format/dates.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { PageHeading, usePageTitle } from '../../../ui/page.tsx';
import { Loaded } from '../../../ui/page-state.tsx';
import { useManagedProject } from '../../projects/managed-project.ts';
import { OwnersOnly } from '../../projects/owners-only.tsx';
import { teamsQuery } from '../../teams/queries.ts';
import { CoverageButton } from '../coverage/coverage-button.tsx';
import { CoverageByHour } from '../coverage/coverage-card.tsx';
import { kindsQuery, placesQuery } from '../signup/queries.ts';
import { firstDay } from '../first-day.ts';
import { DenseList } from './dense-list.tsx';
import { PeopleList } from './panel/people-list.tsx';
import { freeIn, missingIn, missingOn, plansOf, rowsOf } from './plan.ts';
import { PlannerToolbar } from './planner-toolbar.tsx';
import styles from './planner.module.css';
import { useNamesakes } from '../../roster/namesakes.ts';
import { projectPeopleQuery } from '../../roster/queries.ts';
import { planQuery } from './queries.ts';
import { filtered, groupsOf } from './rows.ts';
import { scaleOf, shiftedDay } from './scale.ts';
import type { Grouping, PlannerSearch } from './search.ts';
import { TaskPanel } from './panel/task-panel.tsx';
import { Timeline } from './timeline/timeline.tsx';
import { useLatest } from './use-latest.ts';
import { usePlanChanges } from './use-plan-changes.ts';

/** Who does what and when: tasks as bars, gaps, names, and everybody who can be assigned. */
export function PlannerPage() {
  const { t } = useTranslation();
  const { project } = useManagedProject();
  usePageTitle(`${t('planner.title')} · ${project.name}`);
  return project.rights.plan_tasks ? <Planner project={project} /> : <OwnersOnly project={project} />;
}

function Planner({ project }: { project: Project }) {
  const { t } = useTranslation();
  const { pid, timezone } = project;
  const search = useSearch({ from: '/signed-in/projects/$pid/manage/tasks/planner' });
  const navigate = useNavigate();
  const onSearch = (next: PlannerSearch) =>
    void navigate({
      to: '/projects/$pid/manage/tasks/planner',
      params: { pid },
      search: next,
      replace: true,
      resetScroll: false,
    });
  const day = search.day ?? firstDay(project);
  const scale = useMemo(() => scaleOf(day, search.days ?? 1, timezone), [day, search.days, timezone]);
  const days = { from: day, to: scale.days.at(-1) ?? day };
  const plan = useQuery({ ...planQuery(pid, days), placeholderData: keepPreviousData });
  const teams = useQuery(teamsQuery(pid)).data ?? [];
  const [coverage, setCoverage] = useState(false);
  return (
    <>
      <PageHeading title={t('planner.title')} aside={<Pages pid={pid} day={day} />} />
      <PlannerToolbar {...{ pid, search, day, teams }} onChange={(part) => onSearch({ ...search, ...part })}>
        <CoverageButton opened={coverage} onToggle={() => setCoverage(!coverage)} />
      </PlannerToolbar>
      {coverage ? <CoverageByHour project={project} day={day} by={search.by ?? 'team'} /> : null}
      <Loaded query={plan} embedded>
        {(tasks) => <Plan {...{ project, tasks, search, scale, onSearch }} />}
      </Loaded>
    </>
  );
}

/** The pages around the planner. On phones, the menu above leads to the list. */
function Pages({ pid, day }: { pid: string; day: string }) {
  const { t } = useTranslation();
  const look = { params: { pid }, size: 'xs', variant: 'default' } as const;
  return (
    <Group gap="xs" ms={{ base: 0, sm: 'auto' }}>
      <ButtonLink to="/projects/$pid/manage/tasks" visibleFrom="sm" {...look}>
        {t('planner.table')}
      </ButtonLink>
      <ButtonLink to="/projects/$pid/manage/tasks/print" search={{ what: 'day', one: day }} {...look}>
        {t('planner.print.link')}
      </ButtonLink>
      <ButtonLink to="/projects/$pid/manage/tasks/drafts" {...look}>
        {t('drafts.link')}
      </ButtonLink>
      <ButtonLink to="/projects/$pid/tasks/new" params={{ pid }} size="xs">
        {t('manage.tasks.new')}
      </ButtonLink>
    </Group>
  );
}

type PlanProps = {
  project: Project;
  tasks: readonly PlanTask[];
  search: PlannerSearch;
  scale: ReturnType<typeof scaleOf>;
  onSearch: (search: PlannerSearch) => void;
};

const nobody: readonly RosterEntry[] = [];

function Plan({ project, tasks, search, scale, onSearch }: PlanProps) {
  const { t } = useTranslation();
  const { pid, timezone } = project;
  const isPhone = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false });
  const { run, said, undo, latestOf } = usePlanChanges(project);
  const people = useQuery(projectPeopleQuery(pid)).data ?? nobody;
  const namesakes = useNamesakes(pid, people);
  const plans = usePlans(pid, tasks, scale.days);
  const rows = useRows(pid, tasks, search);
  const shown = useMemo(() => rows.flatMap(({ laned }) => laned.map(({ task }) => task)), [rows]);
  const task = tasks.find(({ id }) => id === search.task);
  const by = search.by ?? 'team';
  const choose = useLatest((id: string | undefined) => onSearch({ ...search, task: id }));
  // The same function in every render, so that rows are not rendered again.
  const [onSelect] = useState(() => (id: string | undefined) => choose.current(id));
  const panel = useFocusOnChoice(search.task);
  const close = () => {
    document.querySelector<HTMLElement>(`[data-task="${CSS.escape(search.task ?? '')}"]`)?.focus();
    onSelect(undefined);
  };
  const chosen = task && (
    <TaskPanel
      {...{ pid, task, tasks, plans, rows, by, timezone, run, namesakes }}
      {...(!isPhone && { onClose: close, ref: panel })}
    />
  );
  const list = <PeopleList {...{ project, people, namesakes, plans, task, run }} />;
  return (
    <>
      <Text size="sm" component="output">
        {shown.length === 0
          ? t('planner.noTasks')
          : t('planner.summary', {
              tasks: shown.length,
              missing: missingIn(shown, currentTime()),
              free: freeIn(shown, currentTime()),
              zone: timezone,
            })}
      </Text>
      <Group gap="xs" mb="xs" mih="1.75rem">
        <Text size="sm" component="output">
          {said}
        </Text>
        {undo === undefined ? null : (
          <Button size="compact-sm" variant="default" onClick={undo}>
            {t('series.undo')}
          </Button>
        )}
      </Group>
      {isPhone ? (
        <>
          <DenseList {...{ rows, scale, timezone, onSelect }} selected={search.task} />
          <Dialog opened={task !== undefined} title={t('planner.task.dialog')} onClose={() => onSelect(undefined)}>
            {chosen}
            {list}
          </Dialog>
        </>
      ) : (
        <div className={styles.columns}>
          <div className={styles.plan}>
            <Timeline {...{ rows, tasks, by, scale, timezone, onSelect, run, latestOf }} selected={search.task} />
          </div>
          <div className={styles.side}>
            {chosen}
            {list}
          </div>
        </div>
      )}
      <Text size="xs" c="dimmed" mt="xs">
        {t('hints.staffing')}
      </Text>
    </>
  );
}

/** The tasks of each person, with those of the days before and after: they decide how long people rest. */
function usePlans(pid: string, tasks: readonly PlanTask[], days: readonly string[]) {
  const [first = '', last = first] = [days[0], days.at(-1)];
  const around = [shiftedDay(first, -1), shiftedDay(last, 1)];
  const [before, after] = useQueries({ queries: around.map((day) => planQuery(pid, { from: day, to: day })) });
  const [earlier, later] = [before?.data, after?.data];
  return useMemo(() => plansOf([...tasks, ...(earlier ?? []), ...(later ?? [])]), [tasks, earlier, later]);
}

function useRows(pid: string, tasks: readonly PlanTask[], search: PlannerSearch) {
  const { tid, kind, place, q, gaps } = search;
  const by: Grouping = search.by ?? 'team';
  const { t } = useTranslation();
  const teams = useQuery(teamsQuery(pid)).data;
  const kinds = useQuery({ ...kindsQuery(pid), enabled: by === 'kind' }).data;
  const places = useQuery({ ...placesQuery(pid), enabled: by === 'place' }).data;
  const without = t(`planner.without.${by}`);
  return useMemo(() => {
    const known = { teams: teams ?? [], kinds: kinds ?? [], places: places ?? [] };
    const kept = filtered(tasks, { tid, kind, place, q, gaps }, (task) => missingOn(task) > 0);
    return rowsOf(kept, by, groupsOf(tasks, by, tid, known, without), currentTime());
  }, [tasks, teams, kinds, places, by, tid, kind, place, q, gaps, without]);
}

/** After a task was chosen by keyboard, the panel about it has the focus. */
function useFocusOnChoice(id: string | undefined) {
  const panel = useRef<HTMLElement>(null);
  const before = useRef(id);
  useEffect(() => {
    if (id !== undefined && id !== before.current && document.activeElement?.matches('[data-task]:focus-visible'))
      panel.current?.focus();
    before.current = id;
  }, [id]);
  return panel;
}
