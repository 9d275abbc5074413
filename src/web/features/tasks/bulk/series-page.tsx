import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../../client/client.ts';
import { useChange } from '../../../ui/change.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import { usePageTitle } from '../../../ui/page.tsx';
import { rejectsField } from '../../../ui/problems/api-problem.ts';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { loadManaged, useManagedProject } from '../../projects/managed-project.ts';
import { OwnersOnly } from '../../projects/owners-only.tsx';
import { teamsQuery } from '../../teams/queries.ts';
import { skillsQuery } from '../catalogue/queries.ts';
import { kindsQuery, placesQuery } from '../signup/queries.ts';
import { NoDates } from './no-dates.tsx';
import { projectDays } from './project-days.ts';
import { createSeries, seriesPreviewQuery } from './queries.ts';
import { SeriesForm } from './series-form.tsx';
import { emptySeries, seriesBody } from './series-values.ts';
import type { SeriesValues } from './series-values.ts';
import { TaskGrid } from './task-grid.tsx';
import { useReturnToTasks, useStartingTeam } from './team-select.tsx';
import { useUndoable } from './undo.tsx';

export const loadNewSeriesPage = loadManaged('plan_tasks', ({ load, params: { pid } }) =>
  Promise.all([load(teamsQuery(pid)), load(placesQuery(pid)), load(kindsQuery(pid)), load(skillsQuery(pid))]),
);

/** Many tasks at once, with a preview of them. */
export function NewSeriesPage() {
  const { t } = useTranslation();
  const { project } = useManagedProject();
  const search = useSearch({ from: '/signed-in/projects/$pid/manage/tasks/new-series' });
  const tid = useStartingTeam(project, search.tid);
  usePageTitle(`${t('series.add')} · ${project.name}`);
  if (!project.rights.plan_tasks) return <OwnersOnly project={project} />;
  const days = projectDays(project);
  return (
    <>
      <PageHead title={t('series.add')} help={t('series.addLead')} />
      {days.length === 0 ? <NoDates project={project} /> : null}
      {days.length > 0 && tid !== undefined ? <NewSeries project={project} start={emptySeries(tid, days)} /> : null}
    </>
  );
}

function NewSeries({ project, start }: { project: Project; start: SeriesValues }) {
  const { t } = useTranslation();
  const { pid } = project;
  const search = useSearch({ from: '/signed-in/projects/$pid/manage/tasks/new-series' });
  const undoable = useUndoable(pid);
  const returnToTasks = useReturnToTasks(pid, search.tid);
  const create = useChange(createSeries(pid), {
    onDone: (_, { step, tasks }) => {
      returnToTasks(tasks);
      undoable(step, t('series.created', { count: tasks.length }));
    },
  });
  return (
    <SeriesForm
      project={project}
      start={start}
      isNew
      action={t('series.create')}
      pending={create.isPending}
      error={create.error}
      onSubmit={(body) => create.mutate(body)}
    >
      {(values) => <Preview project={project} values={values} />}
    </SeriesForm>
  );
}

const pauseMs = 300;

function Preview({ project, values }: { project: Project; values: SeriesValues }) {
  const { t } = useTranslation();
  const [body] = useDebouncedValue(seriesBody(values, project.timezone, values.title.trim() || '–'), pauseMs);
  const preview = useQuery(seriesPreviewQuery(project.pid, body));
  const isTooLong = ['every_minutes', 'at', 'days'].some((field) => rejectsField(preview.error, field));
  const tasks = body === undefined ? [] : (preview.data?.tasks ?? []);
  if (preview.error !== null) {
    return (
      <OrganiserProblem error={preview.error} texts={isTooLong ? { invalid_input: t('series.wrong.tooMany') } : {}} />
    );
  }
  return (
    <>
      <Text size="sm" c="dimmed" component="output">
        {t('homes.tasks.count', { count: tasks.length })}
      </Text>
      <TaskGrid tasks={tasks} timezone={project.timezone} />
    </>
  );
}
