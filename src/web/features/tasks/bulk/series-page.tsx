import { Button, Grid, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../../client/client.ts';
import { useChange } from '../../../ui/change.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { PageHeading, usePageTitle } from '../../../ui/page.tsx';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { rejectsField } from '../../../ui/problems/api-problem.ts';
import { useManagedProject } from '../../projects/managed-project.ts';
import { OwnersOnly } from '../../projects/owners-only.tsx';
import { teamsQuery } from '../../teams/queries.ts';
import { NoDates } from './no-dates.tsx';
import { projectDays } from './project-days.ts';
import { createSeries, seriesPreviewQuery } from './queries.ts';
import { SeriesFields } from './series-fields.tsx';
import { emptySeries, readTimes, seriesBody } from './series-values.ts';
import type { SeriesValues } from './series-values.ts';
import { TaskGrid } from './task-grid.tsx';
import { useUndoable } from './undo.tsx';

/** Many tasks at once, with a preview of them. */
export function NewSeriesPage() {
  const { t } = useTranslation();
  const { pid, project } = useManagedProject();
  const teams = useQuery(teamsQuery(pid)).data;
  usePageTitle(`${t('series.add')} · ${project.name}`);
  if (!project.rights.plan_tasks) return <OwnersOnly project={project} />;
  const days = projectDays(project);
  const tid = project.rights.edit ? '' : (teams?.find(({ rights }) => rights.edit)?.tid ?? '');
  return (
    <>
      <PageHeading title={t('series.add')} lead={t('series.addLead')} />
      {days.length === 0 ? <NoDates project={project} /> : null}
      {days.length > 0 && teams !== undefined ? <SeriesForm project={project} start={emptySeries(tid, days)} /> : null}
    </>
  );
}

function useSeriesValidation() {
  const { t } = useTranslation();
  return ({ title, days, from, to, way, every, at, minimum, capacity }: SeriesValues) => ({
    title: title.trim() === '' ? t('manage.tasks.titleMissing') : null,
    days: days.length === 0 ? t('series.wrong.days') : null,
    from: from === '' ? t('series.wrong.time') : null,
    to: to === '' ? t('series.wrong.time') : null,
    every: way === 'every' && (every === '' || every < 5) ? t('series.wrong.every') : null,
    at: way === 'at' && readTimes(at) === undefined ? t('series.wrong.at') : null,
    minimum: minimum !== '' && capacity !== '' && minimum > capacity ? t('series.wrong.minimum') : null,
    capacity: capacity === '' ? t('manage.tasks.capacityMissing') : null,
  });
}

function SeriesForm({ project, start }: { project: Project; start: SeriesValues }) {
  const { t } = useTranslation();
  const { pid } = project;
  const navigate = useNavigate();
  const undoable = useUndoable(pid);
  const form = useForm<SeriesValues>({ initialValues: start, validate: useSeriesValidation() });
  const create = useChange(createSeries(pid), {
    onDone: (_, { step, tasks }) => {
      void navigate({ to: '/projects/$pid/manage/tasks', params: { pid } });
      undoable(step, t('series.created', { count: tasks.length }));
    },
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) => {
        const body = seriesBody(values);
        if (body !== undefined) create.mutate(body);
      })}
    >
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Paper className="muster-surface" p={{ base: 'lg', xs: 'xl' }}>
            <Stack>
              <SeriesFields project={project} form={form} />
              {create.error === null ? null : <OrganiserProblem error={create.error} />}
              <Group>
                <Button type="submit" loading={create.isPending}>
                  {t('series.create')}
                </Button>
                <ButtonLink to="/projects/$pid/manage/tasks" params={{ pid }} variant="default">
                  {t('ui.confirm.cancel')}
                </ButtonLink>
              </Group>
            </Stack>
          </Paper>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Preview project={project} values={form.values} />
        </Grid.Col>
      </Grid>
    </form>
  );
}

const pauseMs = 300;

function Preview({ project, values }: { project: Project; values: SeriesValues }) {
  const { t } = useTranslation();
  const [body] = useDebouncedValue(seriesBody(values, values.title.trim() || '–'), pauseMs);
  const preview = useQuery(seriesPreviewQuery(project.pid, body));
  const isTooLong = ['every_minutes', 'at', 'days'].some((field) => rejectsField(preview.error, field));
  const tasks = body === undefined ? [] : (preview.data?.tasks ?? []);
  return (
    <Paper className="muster-surface" p={{ base: 'lg', xs: 'xl' }}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('series.preview')}
        </Title>
        {preview.error === null ? (
          <>
            <Text size="sm" c="dimmed" component="output">
              {t('homes.tasks.count', { count: tasks.length })}
            </Text>
            <TaskGrid tasks={tasks} timezone={project.timezone} />
          </>
        ) : (
          <OrganiserProblem
            error={preview.error}
            texts={isTooLong ? { invalid_input: t('series.wrong.tooMany') } : {}}
          />
        )}
      </Stack>
    </Paper>
  );
}
