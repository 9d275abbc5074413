import { Input, NumberInput, SegmentedControl, SimpleGrid, TextInput } from '@mantine/core';
import type { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../../client/client.ts';
import { MarkdownEditor } from '../../../ui/markdown/markdown-editor.tsx';
import { StaffingFields } from '../planning/staffing-fields.tsx';
import { withTeam } from '../planning/task-values.ts';
import { JoiningSelects } from '../signup/joining-selects.tsx';
import { CatalogueSelects } from './catalogue-selects.tsx';
import { SeriesDays } from './series-days.tsx';
import type { SeriesValues } from './series-values.ts';
import { TeamSelect } from './team-select.tsx';

type Form = Pick<ReturnType<typeof useForm<SeriesValues>>, 'values' | 'getInputProps' | 'setFieldValue' | 'setValues'>;
type FieldsProps = { project: Project; form: Form };
type SeriesFieldsProps = FieldsProps & { isNew: boolean };

export function SeriesFields({ project, form, isNew }: SeriesFieldsProps) {
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
      <CatalogueSelects
        pid={project.pid}
        kind={form.values.kind}
        place={form.values.place}
        onChange={(change) => form.setValues(change)}
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
      <StaffingFields minimum={form.getInputProps('minimum')} capacity={form.getInputProps('capacity')} />
      <JoiningSelects inputProps={(field) => form.getInputProps(field)} />
      <MarkdownEditor
        {...form.getInputProps('description')}
        value={form.values.description}
        label={t('series.fields.description')}
        description={t('series.fields.descriptionHint')}
        maxLength={20_000}
      />
      <MarkdownEditor
        {...form.getInputProps('briefing')}
        value={form.values.briefing}
        label={t('signup.briefing')}
        description={t('signup.briefingHint')}
        maxLength={20_000}
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
