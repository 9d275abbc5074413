import { Button, Grid, Group, Paper, Stack, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { NewTaskSeries, Project } from '../../../../client/client.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { SeriesFields } from './series-fields.tsx';
import { readTimes, seriesBody } from './series-values.ts';
import type { SeriesValues } from './series-values.ts';

function useSeriesValidation() {
  const { t } = useTranslation();
  return ({ title, tid, visibility, days, from, to, way, every, at, minimum, capacity }: SeriesValues) => ({
    visibility: visibility === 'team' && tid === '' ? t('signup.needsTeam') : null,
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

type SeriesFormProps = {
  project: Project;
  start: SeriesValues;
  isNew?: boolean;
  action: string;
  pending: boolean;
  error: unknown;
  onSubmit: (body: NewTaskSeries) => void;
  /** What the values would do. */
  children: (values: SeriesValues) => ReactNode;
};

/** The fields of a series, beside a preview of its tasks. */
export function SeriesForm({
  project,
  start,
  isNew = false,
  action,
  pending,
  error,
  onSubmit,
  children,
}: SeriesFormProps) {
  const { t } = useTranslation();
  const { pid } = project;
  const form = useForm<SeriesValues>({ initialValues: start, validate: useSeriesValidation() });
  const submit = form.onSubmit((values) => {
    const body = seriesBody(values, project.timezone);
    if (body !== undefined) onSubmit(body);
  });
  return (
    <form noValidate onSubmit={submit}>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Paper className="muster-surface" p={{ base: 'lg', xs: 'xl' }}>
            <Stack>
              <SeriesFields project={project} form={form} isNew={isNew} />
              {error === null ? null : <OrganiserProblem error={error} />}
              <Group>
                <Button type="submit" loading={pending}>
                  {action}
                </Button>
                <ButtonLink to="/projects/$pid/manage/tasks" params={{ pid }} variant="default">
                  {t('ui.confirm.cancel')}
                </ButtonLink>
              </Group>
            </Stack>
          </Paper>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Paper className="muster-surface" p={{ base: 'lg', xs: 'xl' }}>
            <Stack gap="sm">
              <Title order={2} size="h4">
                {t('series.preview')}
              </Title>
              {children(form.values)}
            </Stack>
          </Paper>
        </Grid.Col>
      </Grid>
    </form>
  );
}
