import { Paper } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project, Team } from '../../../../client/client.ts';
import { currentTime, dayAt } from '../../../../locales/format/dates.ts';
import { useEditing } from '../../../ui/editing/editing.ts';
import { EditingForm } from '../../../ui/editing/editing-form.tsx';
import { LoadingPlaceholder, LoadError } from '../../../ui/page-state.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { usePageTitle } from '../../../ui/page.tsx';
import { OwnersOnly } from '../../projects/owners-only.tsx';
import { projectQuery } from '../../projects/queries.ts';
import { teamsQuery } from '../../teams/queries.ts';
import type { PlannedSearch } from '../table/search.ts';
import { createTask, taskQuery } from '../queries.ts';
import { TaskFields, useTaskTexts } from './task-fields.tsx';
import { emptyTask, taskBody, taskValues, useTaskValidation } from './task-values.ts';
import type { TaskValues } from './task-values.ts';
import type { Loading } from '../../../loading.ts';

export const loadNewTaskPage = ({ load, params: { pid }, search: { from } }: Loading<'pid'>) =>
  Promise.all([
    load(projectQuery(pid)),
    load(teamsQuery(pid)),
    ...(typeof from === 'string' ? [load(taskQuery(pid, from))] : []),
  ]);

/** A new task, empty or copied from another one. */
export function NewTaskPage() {
  const { t } = useTranslation();
  const { pid } = useParams({ from: '/signed-in/organise/projects/$pid/tasks/new' });
  const { tid, from, list } = useSearch({ from: '/signed-in/organise/projects/$pid/tasks/new' });
  const [project, teams, model] = useQueries({
    queries: [projectQuery(pid), teamsQuery(pid), { ...taskQuery(pid, from ?? ''), enabled: from !== undefined }],
  });
  const [now] = useState(currentTime);
  usePageTitle(t('manage.tasks.new'));
  const error = project.error ?? teams.error ?? model.error;
  if (error !== null) return <LoadError error={error} />;
  if (project.data === undefined || teams.data === undefined) return <LoadingPlaceholder />;
  if (from !== undefined && model.data === undefined) return <LoadingPlaceholder />;
  const mine = teams.data.filter((team) => team.rights.edit);
  if (mine.length === 0 && !project.data.rights.edit) return <OwnersOnly project={project.data} />;
  const start =
    model.data === undefined
      ? emptyTask(firstTeam(project.data, mine, tid), project.data.starts_on ?? dayAt(now, project.data.timezone))
      : taskValues(model.data, project.data.timezone);
  return (
    <>
      <PageHead
        title={from === undefined ? t('manage.tasks.new') : t('manage.tasks.duplicateTitle')}
        help={from === undefined ? undefined : t('manage.tasks.duplicateLead')}
      />
      <NewTaskForm project={project.data} start={start} name={from ?? tid ?? ''} team={tid} list={list ?? {}} />
    </>
  );
}

/** Owners choose the team themselves; chiefs start with their own. */
function firstTeam({ rights }: Project, mine: readonly Team[], wanted: string | undefined): string {
  if (wanted !== undefined && mine.some(({ tid }) => tid === wanted)) return wanted;
  return rights.edit ? '' : (mine[0]?.tid ?? '');
}

type NewTaskFormProps = {
  project: Project;
  start: TaskValues;
  name: string;
  /** The team on whose page the person pressed "New task". */
  team: string | undefined;
  /** The filters of the list that the person came from. */
  list: PlannedSearch;
};

function NewTaskForm({ project, start, name, team, list }: NewTaskFormProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pid, timezone } = project;
  const create = createTask(pid);
  const blank = { values: start, etag: undefined };
  const editing = useEditing<TaskValues>({
    draft: `new-task:${pid}:${name}`,
    current: blank,
    load: async () => blank,
    save: async (values) => {
      await create.run(taskBody(values, timezone));
      return blank;
    },
    affects: create.affects,
    onSaved: () => {
      if (team === undefined) void navigate({ to: '/projects/$pid/manage/tasks', params: { pid }, search: list });
      else
        void navigate({
          to: '/projects/$pid/teams/$tid/manage',
          params: { pid, tid: team },
          search: { ...list, tab: 'tasks' },
        });
    },
    validate: useTaskValidation(),
    savedMessage: t('manage.tasks.created'),
  });
  return (
    <Paper className="muster-surface" p={{ base: 'lg', xs: 'xl' }} maw="44rem">
      <EditingForm editing={editing} fields={useTaskTexts()} action={t('manage.tasks.create')}>
        <TaskFields project={project} form={editing.form} current={start.tid} isNew />
      </EditingForm>
    </Paper>
  );
}
