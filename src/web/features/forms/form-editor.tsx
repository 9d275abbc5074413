import { Box, Button, Group, Paper, SimpleGrid, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field, Project } from '../../../client/client.ts';
import type { Editing } from '../../ui/editing/editing.ts';
import { EditingForm } from '../../ui/editing/editing-form.tsx';
import { slugOf } from '../../ui/slug.ts';
import { MarkdownEditor } from '../../ui/markdown/markdown-editor.tsx';
import { FieldEditor } from './field-editor.tsx';
import { FormPreview } from './form-preview.tsx';
import { AudienceEditor } from './audience-editor.tsx';
import { FormDays } from './form-days.tsx';
import { newField, previewFields, choicesKeys } from './form-values.ts';
import type { FormValues } from './form-values.ts';
import type { KindSettings } from './kinds.ts';
import { DisclosureEditor } from './disclosure/disclosure-editor.tsx';

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

const maxDescription = 20_000;

export function FormEditor({ project, editing, settings, submit, isNew = false, known, aside }: FormEditorProps) {
  const { t } = useTranslation();
  const { pid, timezone } = project;
  const { form } = editing;
  const { kind, title, description, fields } = form.values;
  const texts = useFormTexts();
  const withBars = (hint: string, lines: string) =>
    lines.includes('|') ? `${hint} ${t('manage.forms.barHint')}` : hint;
  const shown =
    kind === 'custom' ? previewFields(fields, (number) => t('manage.forms.field', { number })) : (known ?? []);
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
            maxLength={maxDescription}
          />
          <AudienceEditor pid={pid} editing={editing} />
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
          {settings.days ? <FormDays project={project} editing={editing} /> : null}
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
          <DisclosureEditor editing={editing} />
          {kind === 'custom' ? <Fields editing={editing} /> : null}
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
    days: { label: t('manage.forms.days') },
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
