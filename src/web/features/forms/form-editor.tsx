import { maxMarkdown } from '../../../shared/limits.ts';
import {
  Box,
  Button,
  Group,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
  MultiSelect,
  NativeSelect,
  Select,
  Checkbox,
} from '@mantine/core';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import type { Field, Project } from '../../../client/client.ts';
import type { Editing } from '../../ui/editing/editing.ts';
import { EditingForm } from '../../ui/editing/editing-form.tsx';
import { slugOf } from '../../../shared/slug.ts';
import { MarkdownEditor } from '../../ui/markdown/markdown-editor.tsx';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { teamsQuery } from '../teams/queries.ts';
import { FieldEditor } from './field-editor.tsx';
import { FormDays } from './form-days.tsx';
import { newField, previewFields, choicesKeys, asksByTeam, audiences, mealsOfDay } from './form-values.ts';
import type { FormValues } from './form-values.ts';
import { definesFields } from './kinds.ts';
import type { KindSettings, FormKind } from './kinds.ts';
import { disclosedKinds } from './disclosure/agreement.ts';
import { fieldsToFill, filledFrom, isAsked } from './answers/answers.ts';
import type { Filled } from './answers/answers.ts';
import { FieldInput } from './answers/field-input.tsx';
import { useFieldLabels } from './answers/field-labels.ts';
import styles from './field-card.module.css';

type FormEditorProps = {
  project: Pick<Project, 'pid' | 'timezone' | 'starts_on' | 'ends_on'>;
  editing: Editing<FormValues>;
  settings: KindSettings;
  submit: string;
  isNew?: boolean;
  /** The fields of a kind whose fields cannot be edited. */
  known?: readonly Field[];
  aside?: ReactNode;
};

export function FormEditor({ project, editing, settings, submit, isNew = false, known, aside }: FormEditorProps) {
  const { t } = useTranslation();
  const { pid, timezone } = project;
  const { form } = editing;
  const { kind, title, description, fields } = form.values;
  const texts = useFormTexts();
  const withBars = (hint: string, lines: string) =>
    lines.includes('|') ? `${hint} ${t('manage.forms.barHint')}` : hint;
  const shown = definesFields(kind)
    ? previewFields(fields, (number) => t('manage.forms.field', { number }))
    : (known ?? []);
  return (
    <Stack gap="xl">
      <Paper className="muster-surface" p={{ base: 'lg', xs: 'xl' }}>
        <EditingForm
          editing={editing}
          fields={texts}
          action={submit}
          disabled={!isNew && !editing.dirty}
          beside={aside === undefined ? null : <Box ms="auto">{aside}</Box>}
        >
          <TextInput
            {...form.getInputProps('title')}
            label={texts.title.label}
            maxLength={200}
            required
            onBlur={() => {
              if (isNew && form.values.form === '') form.setFieldValue('form', slugOf(title));
            }}
          />
          {isNew ? (
            <TextInput
              {...form.getInputProps('form')}
              label={t('manage.forms.slug')}
              description={t('manage.forms.slugHint')}
              maxLength={64}
              autoCapitalize="none"
              spellCheck={false}
              required
            />
          ) : null}
          <MarkdownEditor
            {...form.getInputProps('description')}
            value={description}
            label={texts.description.label}
            description={t('manage.forms.descriptionHint')}
            maxLength={maxMarkdown}
          />
          <AudienceEditor pid={pid} editing={editing} />
          {kind === 'application' ? null : (
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <TextInput
                {...form.getInputProps('opens_at')}
                type="datetime-local"
                label={texts.opens_at.label}
                description={t('manage.forms.opensHint', { timezone })}
              />
              <TextInput
                {...form.getInputProps('closes_at')}
                type="datetime-local"
                label={texts.closes_at.label}
                description={t(settings.days ? 'manage.forms.closesDaysHint' : 'manage.forms.closesHint', { timezone })}
              />
            </SimpleGrid>
          )}
          {form.values.closes_at === '' ? null : <ReminderEditor editing={editing} />}
          {settings.days ? <FormDays project={project} editing={editing} /> : null}
          {kind === 'meals' ? (
            <Checkbox.Group
              {...form.getInputProps('meals')}
              label={texts.meals.label}
              description={t('manage.forms.mealsHint')}
            >
              <Group gap="md" mt="xs">
                {mealsOfDay.map((meal) => (
                  <Checkbox key={meal} value={meal} label={t(`project.kinds.meals.names.${meal}`)} />
                ))}
              </Group>
            </Checkbox.Group>
          ) : null}
          {choicesKeys.has(kind) ? (
            <Textarea
              {...form.getInputProps('choices')}
              label={texts.choices.label}
              description={withBars(t('manage.forms.choicesHint', { context: kind }), form.values.choices)}
              autosize
              minRows={3}
              maxRows={12}
              maw={{ xs: '20rem' }}
            />
          ) : null}
          {kind === 'shirt_size' ? (
            <Textarea
              {...form.getInputProps('cuts')}
              label={texts.cuts.label}
              description={withBars(t('manage.forms.cutsHint'), form.values.cuts)}
              autosize
              minRows={2}
              maxRows={12}
              maw={{ xs: '20rem' }}
            />
          ) : null}
          {settings.erase_after ? (
            <TextInput
              {...form.getInputProps('erase_after')}
              type="date"
              label={texts.erase_after.label}
              description={t('manage.forms.eraseAfterHint')}
              maw={{ xs: '20rem' }}
            />
          ) : null}
          {kind === 'application' ? null : <DisclosureEditor editing={editing} />}
          {definesFields(kind) ? <Fields editing={editing} /> : null}
        </EditingForm>
      </Paper>
      {shown.length === 0 ? null : <FormPreview kind={kind} title={title} description={description} fields={shown} />}
    </Stack>
  );
}

function Fields({ editing }: { editing: Editing<FormValues> }) {
  const { t } = useTranslation();
  const { form } = editing;
  const { fields } = form.values;
  return (
    <section aria-labelledby="fields">
      <Title order={2} size="h4" id="fields">
        {t('manage.forms.fields')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('manage.forms.fieldsLead')}
      </Text>
      <Stack gap="md">
        {fields.map((field, index) => (
          <FieldEditor key={field.id} form={form} index={index} />
        ))}
        {form.errors['fields'] === undefined ? null : (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {form.errors['fields']}
          </Text>
        )}
        <Group>
          <Button variant="default" size="xs" onClick={() => form.insertListItem('fields', newField())}>
            {t('manage.forms.addField')}
          </Button>
        </Group>
      </Stack>
    </section>
  );
}

function useFormTexts() {
  const { t } = useTranslation();
  return {
    title: { label: t('manage.forms.title') },
    description: { label: t('manage.forms.description') },
    audience: { label: t('manage.forms.audience') },
    tids: { label: t('manage.forms.tids'), show: (tids: FormValues['tids']) => tids.join('\n') },
    opens_at: { label: t('manage.forms.opens') },
    closes_at: { label: t('manage.forms.closes') },
    remind_days: { label: t('manage.forms.remind') },
    days: { label: t('manage.forms.days') },
    meals: {
      label: t('manage.forms.meals'),
      show: (meals: FormValues['meals']) => meals.map((meal) => t(`project.kinds.meals.names.${meal}`)).join('\n'),
    },
    choices: { label: t('manage.forms.choices') },
    cuts: { label: t('manage.forms.cuts') },
    erase_after: { label: t('manage.forms.eraseAfter') },
    passes_on: {
      label: t('disclosure.edit.title'),
      show: (kinds: FormValues['passes_on']) => kinds.map((kind) => t(`disclosure.edit.kinds.${kind}`)).join('\n'),
    },
    passes_until: { label: t('disclosure.edit.until') },
    fields: {
      label: t('manage.forms.fields'),
      show: (fields: FormValues['fields']) => fields.map(({ label }) => label).join('\n'),
    },
  };
}

const remindChoices = ['1', '2', '3', '5', '7', '14', '30'];

/** When those who have not answered are reminded. */
function ReminderEditor({ editing: { form } }: { editing: Editing<FormValues> }) {
  const { t } = useTranslation();
  const { remind_days: chosen } = form.values;
  const days = chosen === '' || remindChoices.includes(chosen) ? remindChoices : [...remindChoices, chosen];
  return (
    <NativeSelect
      {...form.getInputProps('remind_days')}
      label={t('manage.forms.remind')}
      description={t('manage.forms.remindHint')}
      data={[
        { value: '', label: t('manage.forms.remindNever') },
        ...days.map((value) => ({ value, label: t('manage.forms.remindBefore', { count: Number(value) }) })),
      ]}
      maw={{ xs: '20rem' }}
    />
  );
}

/** Whom the form asks: a role, and for roles in teams also which teams. */
function AudienceEditor({ pid, editing: { form } }: { pid: string; editing: Editing<FormValues> }) {
  const { t } = useTranslation();
  const teams = useQuery(teamsQuery(pid)).data;
  return (
    <>
      {form.values.kind === 'application' ? null : (
        <Select
          {...form.getInputProps('audience')}
          label={t('manage.forms.audience')}
          data={audiences.map((value) => ({ value, label: t(`manage.forms.audiences.${value}`) }))}
          allowDeselect={false}
          maw={{ xs: '20rem' }}
        />
      )}
      {asksByTeam(form.values.audience) ? (
        <MultiSelect
          {...form.getInputProps('tids')}
          // Until the names are loaded, the field would show identifiers.
          {...(teams === undefined && { value: [] })}
          label={t('manage.forms.tids')}
          description={t('manage.forms.tidsHint', { context: form.values.kind })}
          data={(teams ?? []).map(({ tid, name }) => ({ value: tid, label: name }))}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('manage.forms.tidsClear') }}
          maw={{ xs: '30rem' }}
        />
      ) : null}
    </>
  );
}

/** Which private data of the people who answer is disclosed to owners, and until when. */
function DisclosureEditor({ editing: { form } }: { editing: Editing<FormValues> }) {
  const { t } = useTranslation();
  return (
    <Stack gap="md">
      <Checkbox.Group
        {...form.getInputProps('passes_on')}
        label={t('disclosure.edit.title')}
        description={t('disclosure.edit.hint')}
      >
        <Stack gap="xs" mt="xs">
          {disclosedKinds.map((kind) => (
            <Checkbox
              key={kind}
              value={kind}
              label={t(`disclosure.edit.kinds.${kind}`)}
              description={t(`disclosure.edit.whys.${kind}`)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      {form.values.passes_on.length === 0 ? null : (
        <TextInput
          {...form.getInputProps('passes_until')}
          type="date"
          label={t('disclosure.edit.until')}
          description={t('disclosure.edit.untilHint')}
          maw={{ xs: '20rem' }}
        />
      )}
    </Stack>
  );
}

type FormPreviewProps = { kind: FormKind; title: string; description: string; fields: readonly Field[] };

/** The form as people will see it; nothing entered here is saved. */
function FormPreview({ kind, title, description, fields }: FormPreviewProps) {
  const { t } = useTranslation();
  const labels = useFieldLabels({ kind });
  const [filled, setFilled] = useState<Filled>({});
  const values = { ...filledFrom(fields, null), ...filled };
  const asked = fieldsToFill(fields).filter((field) => isAsked(fields, field, values));
  return (
    <Paper className="muster-surface" p={{ base: 'lg', xs: 'xl' }} component="section" aria-labelledby="preview">
      <Title order={2} size="h4" id="preview">
        {t('manage.forms.preview')}
      </Title>
      <Text size="sm" c="dimmed" mb="lg">
        {t('manage.forms.previewLead')}
      </Text>
      <Stack gap="lg" className={styles.card}>
        <Text fw={650} size="lg">
          {title}
        </Text>
        <Markdown text={description} />
        {asked.map((field) => (
          <FieldInput
            key={field.key}
            field={field}
            label={labels.label(field)}
            purpose={labels.purpose(field)}
            options={labels.options(field)}
            input={{
              value: values[field.key],
              onChange: (change: unknown) => setFilled({ ...values, [field.key]: enteredValue(change) }),
            }}
          />
        ))}
      </Stack>
    </Paper>
  );
}

/** Groups of choices pass their value, single inputs an event. */
function enteredValue(change: unknown): string | string[] {
  if (typeof change === 'string') return change;
  if (Array.isArray(change)) return change.map(String);
  const target =
    typeof change === 'object' && change !== null && 'currentTarget' in change ? change.currentTarget : null;
  return target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
    ? target.value
    : '';
}
