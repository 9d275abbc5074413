import {
  Button,
  Grid,
  Group,
  Paper,
  Stack,
  Title,
  Input,
  NumberInput,
  SegmentedControl,
  SimpleGrid,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { NewTaskSeries, Project } from '../../../../client/client.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { OrganiserProblem } from '../../../ui/problems/organiser-problem.tsx';
import { DayChoice } from '../../../ui/editing/day-choice.tsx';
import { AboutFields } from '../planning/task-fields.tsx';
import { withTeam } from '../planning/task-values.ts';
import { readTimes, seriesBody } from './series-values.ts';
import type { SeriesValues } from './series-values.ts';
import { TeamSelect } from './team-select.tsx';
import { plannableDays, projectDays } from './project-days.ts';

function useSeriesValidation() {
  const { t } = useTranslation();
  return ({ title, tid, visibility, days, from, to, way, every, at, min_people, capacity }: SeriesValues) => ({
    visibility: visibility === 'team' && tid === '' ? t('signup.needsTeam') : null,
    title: title.trim() === '' ? t('manage.tasks.titleMissing') : null,
    days: days.length === 0 ? t('series.wrong.days') : null,
    from: from === '' ? t('series.wrong.time') : null,
    to: to === '' ? t('series.wrong.time') : null,
    every: way === 'every' && (every === '' || every < 5) ? t('series.wrong.every') : null,
    at: way === 'at' && readTimes(at) === undefined ? t('series.wrong.at') : null,
    min_people: min_people !== '' && capacity !== '' && min_people > capacity ? t('series.wrong.minimum') : null,
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
  /** Shows what the values would do. */
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

type Form = Pick<ReturnType<typeof useForm<SeriesValues>>, 'values' | 'getInputProps' | 'setFieldValue' | 'setValues'>;
type FieldsProps = { project: Project; form: Form };
type SeriesFieldsProps = FieldsProps & { isNew: boolean };

function SeriesFields({ project, form, isNew }: SeriesFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput {...form.getInputProps('title')} label={t('series.fields.title')} maxLength={200} required />
      <TeamSelect
        project={project}
        label={t('series.fields.team')}
        value={form.values.tid}
        onChange={(tid) => form.setValues(isNew ? withTeam(form.values, tid) : { tid })}
      />
      <TextInput
        {...form.getInputProps('category')}
        label={t('manage.tasks.category')}
        description={t('manage.tasks.categoryHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={100}
      />
      <SeriesDays
        project={project}
        value={form.values.days}
        error={form.getInputProps('days').error}
        onChange={(days) => form.setFieldValue('days', days)}
      />
      <Times project={project} form={form} />
      <AboutFields
        pid={project.pid}
        values={form.values}
        inputProps={(field) => form.getInputProps(field)}
        setValues={(values) => form.setValues(values)}
      />
    </>
  );
}

function Times({ project, form }: FieldsProps) {
  const { t } = useTranslation();
  const { way } = form.values;
  return (
    <>
      <SimpleGrid cols={2}>
        <TextInput {...form.getInputProps('from')} type="time" label={t('series.fields.from')} required />
        <TextInput {...form.getInputProps('to')} type="time" label={t('series.fields.to')} required />
      </SimpleGrid>
      <Input.Description>{t('series.fields.timesHint', { timezone: project.timezone })}</Input.Description>
      <SegmentedControl
        {...form.getInputProps('way')}
        aria-label={t('series.fields.way')}
        fullWidth
        data={(['every', 'at', 'once'] as const).map((value) => ({ value, label: t(`series.ways.${value}`) }))}
      />
      {way === 'every' ? (
        <NumberInput
          {...form.getInputProps('every')}
          label={t('series.fields.every')}
          min={5}
          max={1440}
          step={15}
          allowDecimal={false}
          required
        />
      ) : null}
      {way === 'at' ? (
        <TextInput
          {...form.getInputProps('at')}
          label={t('series.fields.at')}
          description={t('series.fields.atHint')}
          maxLength={600}
          required
        />
      ) : null}
      {way === 'once' ? null : (
        <NumberInput
          {...form.getInputProps('handover')}
          label={t('series.fields.handover')}
          description={t('series.fields.handoverHint')}
          min={0}
          max={240}
          step={5}
          allowDecimal={false}
        />
      )}
    </>
  );
}

type SeriesDaysProps = {
  project: Project;
  value: string[];
  error?: ReactNode;
  onChange: (days: string[]) => void;
};

/** The days of the event, and others for building up and tearing down. */
function SeriesDays({ project, ...input }: SeriesDaysProps) {
  const { t } = useTranslation();
  return (
    <DayChoice
      {...input}
      label={t('series.fields.days')}
      otherLabel={t('series.fields.otherDay')}
      required
      days={projectDays(project)}
      {...plannableDays(project)}
    />
  );
}
