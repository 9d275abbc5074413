import { Button, Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChangedSeries, NewTaskSeries, Project, TaskSeries } from '../../../../client/client.ts';
import { useChange } from '../../../ui/change.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Loaded } from '../../../ui/page-state.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { usePageTitle } from '../../../ui/page.tsx';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { problemCode } from '../../../ui/problems/api-problem.ts';
import { useManagedProject, loadManaged } from '../../projects/managed-project.ts';
import { OwnersOnly } from '../../projects/owners-only.tsx';
import { Losses } from './losses.tsx';
import { changeSeries, seriesChangeQuery, seriesQuery } from './queries.ts';
import { SeriesForm } from './series-form.tsx';
import { seriesBody, seriesValues } from './series-values.ts';
import type { SeriesValues } from './series-values.ts';
import { TaskGrid } from './task-grid.tsx';
import { useUndoable } from './undo.tsx';
import type { Loading } from '../../../loading.ts';

export const loadEditSeriesPage = loadManaged('plan_tasks', ({ load, params: { pid, id } }: Loading<'pid' | 'id'>) =>
  load(seriesQuery(pid, id)),
);

/** Changes a series, with a preview of what happens to its tasks and the people on them. */
export function EditSeriesPage() {
  const { t } = useTranslation();
  const { pid, project } = useManagedProject();
  const { id } = useParams({ from: '/signed-in/projects/$pid/manage/tasks/series/$id' });
  const series = useQuery(seriesQuery(pid, id));
  usePageTitle(`${t('series.edit.title')} · ${project.name}`);
  if (!project.rights.plan_tasks) return <OwnersOnly project={project} />;
  return (
    <>
      <PageHead title={t('series.edit.title')} help={t('series.edit.lead')} />
      <Loaded query={series} embedded>
        {({ body, etag }) => <EditSeries project={project} series={body} etag={etag} />}
      </Loaded>
    </>
  );
}

type EditSeriesProps = { project: Project; series: TaskSeries; etag: string | undefined };

function EditSeries({ project, series, etag }: EditSeriesProps) {
  const { t } = useTranslation();
  const { pid, timezone } = project;
  const navigate = useNavigate();
  const undoable = useUndoable(pid);
  const [asking, setAsking] = useState<NewTaskSeries>();
  const change = useChange(changeSeries(pid, series.id), {
    onDone: (_, { step, kept, moved, added, removed }) => {
      void navigate({ to: '/projects/$pid/manage/tasks', params: { pid } });
      undoable(step, t('series.edit.done', { count: kept.length + moved.length + added.length + removed.length }));
    },
  });
  const lost = useQuery(seriesChangeQuery(pid, series.id, asking)).data?.released ?? [];
  const losesPlaces = problemCode(change.error) === 'places_lost';
  return (
    <>
      <SeriesForm
        project={project}
        start={seriesValues(series, project.timezone)}
        action={t('series.chosen.save')}
        pending={change.isPending}
        error={losesPlaces ? null : change.error}
        onSubmit={(values) => {
          const body = withoutSameBriefing(values, series);
          setAsking(body);
          change.mutate({ body, release: false, etag });
        }}
      >
        {(values) => <ChangePreview project={project} id={series.id} values={values} />}
      </SeriesForm>
      <Dialog opened={losesPlaces} title={t('series.edit.title')} onClose={change.reset}>
        <Losses lost={lost} timezone={timezone} />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={change.reset}>
            {t('ui.confirm.cancel')}
          </Button>
          <Button color="red" onClick={() => asking && change.mutate({ body: asking, release: true, etag })}>
            {t('series.losses.changeAnyway')}
          </Button>
        </Group>
      </Dialog>
    </>
  );
}

/** Before series had a briefing, people wrote it into each task. A change that does not name it leaves it there. */
function withoutSameBriefing({ briefing, ...body }: NewTaskSeries, series: TaskSeries): NewTaskSeries {
  return briefing === undefined || briefing === series.briefing ? body : { ...body, briefing };
}

const pauseMs = 300;

function ChangePreview({ project, id, values }: { project: Project; id: string; values: SeriesValues }) {
  const { t } = useTranslation();
  const { pid, timezone } = project;
  const [body] = useDebouncedValue(seriesBody(values, project.timezone), pauseMs);
  const preview = useQuery(seriesChangeQuery(pid, id, body));
  if (preview.error !== null) return <OrganiserProblem error={preview.error} />;
  if (preview.data === undefined || body === undefined) return null;
  const { kept, moved, added, removed, released } = preview.data;
  return (
    <>
      <Summary result={preview.data} />
      {released.length === 0 ? null : <Losses lost={released} timezone={timezone} />}
      <TaskGrid tasks={[...kept, ...moved, ...added].toSorted(byStart)} timezone={timezone} />
      {removed.length === 0 ? null : (
        <>
          <Text size="sm" fw={600}>
            {t('series.edit.removed', { count: removed.length })}
          </Text>
          <TaskGrid tasks={removed} timezone={timezone} />
        </>
      )}
    </>
  );
}

const byStart = (one: { starts_at: string }, other: { starts_at: string }): number =>
  one.starts_at < other.starts_at ? -1 : 1;

function Summary({ result: { kept, moved, added } }: { result: ChangedSeries }) {
  const { t } = useTranslation();
  return (
    <Text size="sm" c="dimmed" component="output">
      {t('series.edit.summary', { kept: kept.length, moved: moved.length, added: added.length })}
    </Text>
  );
}
