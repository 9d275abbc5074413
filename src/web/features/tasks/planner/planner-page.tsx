import { Button, CloseButton, Stack } from '@mantine/core';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanTask, Project } from '../../../../client/client.ts';
import { currentTime } from '../../../../locales/format/dates.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { usePageTitle } from '../../../ui/page.tsx';
import { Loaded } from '../../../ui/page-state.tsx';
import { loadManaged, useManagedProject } from '../../projects/managed-project.ts';
import { OwnersOnly } from '../../projects/owners-only.tsx';
import { teamsQuery } from '../../teams/queries.ts';
import { laterDay } from '../bulk/project-days.ts';
import { kindsQuery, placesQuery } from '../signup/queries.ts';
import { firstDay } from '../first-day.ts';
import { DenseList } from './dense-list.tsx';
import { PeopleList } from './panel/people-list.tsx';
import { freeIn, missingIn, missingOn, plansOf, rowsOf } from './plan.ts';
import type { PlanRow, RowOf } from './plan.ts';
import { PlannerToolbar } from './planner-toolbar.tsx';
import styles from './planner.module.css';
import { planQuery } from './queries.ts';
import { shownDays } from './scale.ts';
import { plannerSearch, zoomOf } from './search.ts';
import type { Grouping, PlannerSearch } from './search.ts';
import { TaskPanel } from './panel/task-panel.tsx';
import { Timeline } from './timeline/timeline.tsx';
import { useLatest } from './use-latest.ts';
import { usePlanChanges } from './use-plan-changes.ts';

export const loadPlannerPage = loadManaged('see_plan', ({ load, params: { pid }, search }, project) =>
  Promise.all([load(planQuery(pid, daysOf(project, plannerSearch(search)))), load(teamsQuery(pid))]),
);

/** The days that the planner shows. */
function daysOf(project: Project, search: PlannerSearch) {
  const { day = firstDay(project) } = search;
  return { from: day, to: shownDays(day, zoomOf(search)).at(-1) ?? day };
}

/** Who does what and when: tasks as bars, gaps, names, and everybody who can be assigned. */
export function PlannerPage() {
  const { t } = useTranslation();
  const { project } = useManagedProject();
  usePageTitle(`${t('planner.title')} · ${project.name}`);
  return project.rights.see_plan ? <Planner project={project} /> : <OwnersOnly project={project} />;
}

function Planner({ project }: { project: Project }) {
  const { t } = useTranslation();
  const { pid } = project;
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
  const plan = useQuery({ ...planQuery(pid, daysOf(project, search)), placeholderData: keepPreviousData });
  const rows = useRows(pid, plan.data ?? none, search);
  const shown = useMemo(() => rows.flatMap(({ tasks }) => tasks), [rows]);
  const people = usePeopleShown();
  return (
    <>
      <PageHead
        title={t('planner.title')}
        help={<Help timezone={project.timezone} />}
        note={<output>{plan.data === undefined ? null : <Summary tasks={shown} />}</output>}
      >
        <Pages project={project} day={day} />
      </PageHead>
      <PlannerToolbar
        {...{ project, search, day }}
        onChange={(part) => onSearch({ ...search, ...part })}
        people={people}
      />
      <Loaded query={plan} embedded>
        {(tasks) => <Plan {...{ project, tasks, rows, search, day, onSearch }} showsPeople={people.shown} />}
      </Loaded>
    </>
  );
}

const none: readonly PlanTask[] = [];

function Summary({ tasks }: { tasks: readonly PlanTask[] }) {
  const { t } = useTranslation();
  const now = currentTime();
  if (tasks.length === 0) return t('planner.noTasks');
  return t('planner.summary', { tasks: tasks.length, missing: missingIn(tasks, now), free: freeIn(tasks, now) });
}

function Help({ timezone }: { timezone: string }) {
  const { t } = useTranslation();
  return (
    <Stack gap="xs">
      <span>{t('planner.help')}</span>
      <span>{t('planner.keys')}</span>
      <span>{t('hints.staffing')}</span>
      <span>{t('planner.zone', { zone: timezone })}</span>
    </Stack>
  );
}

/** The pages around the planner. */
function Pages({ project: { pid, rights }, day }: { project: Project; day: string }) {
  const { t } = useTranslation();
  const look = { params: { pid }, size: 'xs', variant: 'default' } as const;
  return (
    <>
      <ButtonLink to="/projects/$pid/manage/tasks/print" search={{ what: 'day', one: day }} {...look}>
        {t('planner.print.link')}
      </ButtonLink>
      {rights.plan_tasks ? (
        <ButtonLink to="/projects/$pid/tasks/new" params={{ pid }} size="xs">
          {t('manage.tasks.new')}
        </ButtonLink>
      ) : null}
    </>
  );
}

/** Whether the people are beside the plan. Remembered; until somebody chooses, only windows with room for both show them. */
function usePeopleShown() {
  const hasRoom = useMediaQuery('(min-width: 90em)', false, { getInitialValueInEffect: false });
  const [chosen, setChosen] = useLocalStorage<boolean | null>({
    key: 'muster:planner-people',
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const shown = chosen ?? hasRoom;
  return { shown, onToggle: () => setChosen(!shown) };
}

type PlanProps = {
  project: Project;
  tasks: readonly PlanTask[];
  rows: readonly PlanRow[];
  search: PlannerSearch;
  day: string;
  showsPeople: boolean;
  onSearch: (search: PlannerSearch) => void;
};

function Plan({ project, tasks, rows, search, day, showsPeople, onSearch }: PlanProps) {
  const { t } = useTranslation();
  const { pid, timezone } = project;
  const isPhone = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false });
  const { run, say, said, back, forget, latestOf } = usePlanChanges(project);
  const zoom = zoomOf(search);
  const days = useMemo(() => shownDays(day, zoom), [day, zoom]);
  const plans = usePlans(pid, tasks, days);
  const task = tasks.find(({ id }) => id === search.task);
  const by = search.by ?? 'team';
  const choose = useLatest((id: string | undefined) => onSearch({ ...search, task: id }));
  const unfold = useLatest(() => onSearch({ ...search, all: true }));
  // The same functions in every render, so that rows are not rendered again.
  const [onSelect] = useState(() => (id: string | undefined) => choose.current(id));
  const [onAllHours] = useState(() => () => unfold.current());
  const panel = useFocusOnChoice(search.task);
  const close = () => {
    document.querySelector<HTMLElement>(`[data-task="${CSS.escape(search.task ?? '')}"]`)?.focus();
    onSelect(undefined);
  };
  const chosen = task && (
    <TaskPanel
      {...{ pid, task, tasks, plans, rows, by, timezone, run }}
      {...(!isPhone && { onClose: close, ref: panel })}
    />
  );
  const list = <PeopleList {...{ project, plans, task, run }} />;
  const done = (
    <div className={styles.done} data-empty={said === '' || undefined}>
      <output>{said}</output>
      {back === undefined ? null : (
        <Button size="compact-sm" variant="default" flex="none" onClick={back.onClick}>
          {back.text}
        </Button>
      )}
      {said === '' ? null : <CloseButton size="sm" aria-label={t('shell.close')} onClick={forget} />}
    </div>
  );
  if (isPhone)
    return (
      <>
        {done}
        <DenseList {...{ rows, days, timezone, onSelect }} selected={search.task} />
        <Dialog opened={task !== undefined} title={t('planner.task.dialog')} onClose={() => onSelect(undefined)}>
          {chosen}
          {list}
        </Dialog>
      </>
    );
  return (
    <div className={styles.planner} data-people={showsPeople || task !== undefined || undefined}>
      <Timeline
        {...{ rows, tasks, by, day, zoom, timezone, onSelect, onAllHours, run, say, latestOf }}
        allHours={search.all ?? false}
        selected={search.task}
      />
      {showsPeople || task !== undefined ? (
        <div className={styles.side}>
          {chosen}
          {list}
        </div>
      ) : null}
      {done}
    </div>
  );
}

/** The tasks of each person, with those of the days before and after: they decide how long people rest. */
function usePlans(pid: string, tasks: readonly PlanTask[], days: readonly string[]) {
  const [first = '', last = first] = [days[0], days.at(-1)];
  const around = [laterDay(first, -1), laterDay(last, 1)];
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

/** The tasks that the filters leave. */
function filtered(
  tasks: readonly PlanTask[],
  { tid, kind, place, q, gaps }: PlannerSearch,
  isGap: (task: PlanTask) => boolean,
) {
  const wanted = q?.trim().toLowerCase() ?? '';
  return tasks.filter(
    (task) =>
      (tid === undefined || task.tid === tid) &&
      (kind === undefined || task.kind?.id === kind) &&
      (place === undefined || task.place?.id === place) &&
      (gaps === undefined || isGap(task)) &&
      [task.title, task.category, task.kind?.name, task.place?.name, ...task.attendees.map(({ name }) => name)]
        .join('\n')
        .toLowerCase()
        .includes(wanted),
  );
}

type Known = {
  teams: readonly { tid: string; name: string; disabled: boolean }[];
  kinds: readonly RowOf[];
  places: readonly RowOf[];
};

/** The rows of the planner: all teams, kinds or places, and one for tasks without. */
function groupsOf(
  tasks: readonly PlanTask[],
  by: Grouping,
  tid: string | undefined,
  { teams, kinds, places }: Known,
  without: string,
): RowOf[] {
  if (by === 'team') {
    const used = new Set(tasks.map((task) => task.tid));
    const rows = [
      { id: null, name: without },
      ...teams.filter((team) => !team.disabled || used.has(team.tid)).map(({ tid: id, name }) => ({ id, name })),
    ];
    return tid === undefined ? rows : rows.filter(({ id }) => id === tid);
  }
  const rows = by === 'kind' ? kinds : places;
  return [...rows, { id: null, name: without }];
}
