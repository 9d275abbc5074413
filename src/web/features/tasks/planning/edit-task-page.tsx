import { Paper } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageHeading, usePageTitle } from '../../../ui/page.tsx';
import { LoadError, LoadingPlaceholder } from '../../../ui/page-state.tsx';
import { EditTaskForm } from './edit-task-form.tsx';
import { OwnersOnly } from '../../projects/owners-only.tsx';
import { projectQuery } from '../../projects/queries.ts';
import { ChiefsOnly } from '../../teams/chiefs-only.tsx';
import { taskVersionQuery } from '../queries.ts';

export function EditTaskPage() {
  const { t } = useTranslation();
  const { pid, id } = useParams({ from: '/signed-in/organise/projects/$pid/tasks/$id/edit' });
  const [project, task] = useQueries({ queries: [projectQuery(pid), taskVersionQuery(pid, id)] });
  usePageTitle(t('manage.tasks.edit'));
  const error = project.error ?? task.error;
  if (error !== null) return <LoadError error={error} />;
  if (project.data === undefined || task.data === undefined) return <LoadingPlaceholder />;
  const { tid, rights } = task.data.body;
  if (!rights.edit) {
    return tid === null ? <OwnersOnly project={project.data} /> : <ChiefsOnly pid={pid} tid={tid} team={tid} />;
  }
  return (
    <>
      <PageHeading title={t('manage.tasks.edit')} />
      <Paper className="muster-surface" p={{ base: 'lg', xs: 'xl' }} maw="44rem">
        <EditTaskForm project={project.data} task={task.data.body} etag={task.data.etag} />
      </Paper>
    </>
  );
}
