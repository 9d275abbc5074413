import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Answer, Form, OwnResponse } from '../../../client/client.ts';
import { read } from '../../api.ts';
import { ifMatch, useEditing } from '../../ui/editing.ts';
import type { Version } from '../../ui/editing.ts';
import { EditingNotices } from '../../ui/editing-notices.tsx';
import type { FieldWords } from '../../ui/editing-notices.tsx';
import { meQuery } from '../people/me.ts';
import { answersFrom, askedFields, fieldsToFill, filledFrom, isAsked, missingFields } from './answers.ts';
import type { Filled } from './answers.ts';
import { FieldInput } from './field-input.tsx';
import { useFieldWords } from './field-words.ts';
import { formsQuery, responseQuery } from './form-queries.ts';

type AnswerFormProps = { form: Form; own: Answer<'get_own_response'> };

export function AnswerForm({ form, own }: AnswerFormProps) {
  const { t } = useTranslation();
  const words = useFieldWords(form);
  const queryClient = useQueryClient();
  const { pid } = form;
  const fields = askedFields(form);
  const path = { pid, form: form.form };
  const version = ({ body, etag }: { body: OwnResponse; etag: string | undefined }): Version<Filled> => ({
    values: filledFrom(fields, body.answers),
    etag,
  });
  const editing = useEditing<Filled>({
    draft: `form:${pid}:${form.form}`,
    place: fields.some((field) => field.private) ? 'tab' : 'browser',
    current: version(own),
    load: async () => version(await read('get_own_response', { path })),
    save: async (filled, etag) => {
      const body = { answers: answersFrom(fields, filled) };
      const saved = await read('save_own_response', { path, body, ...ifMatch(etag) });
      queryClient.setQueryData(responseQuery(pid, form.form).queryKey, { ...saved });
      return version(saved);
    },
    onSaved: () => {
      void queryClient.invalidateQueries({ queryKey: formsQuery(pid).queryKey });
      void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    },
    validate: (filled) =>
      Object.fromEntries(missingFields(fields, filled).map(({ key }) => [key, t('project.forms.needed')])),
    say: () => t('project.forms.wrong'),
    within: 'answers',
    savedMessage: t('project.forms.saved'),
  });
  const labels: FieldWords<Filled> = Object.fromEntries(
    fieldsToFill(fields).map((field) => [field.key, { label: words.label(field) }]),
  );
  return (
    <Paper
      className="muster-surface"
      p={{ base: 'md', xs: 'lg' }}
      component="form"
      id={editing.formId}
      noValidate
      onSubmit={editing.submit}
    >
      <Stack gap="lg">
        {fieldsToFill(fields)
          .filter((field) => isAsked(fields, field, editing.form.values))
          .map((field) => (
            <FieldInput
              key={field.key}
              field={field}
              label={words.label(field)}
              purpose={words.purpose(field)}
              options={words.options(field)}
              input={editing.form.getInputProps(field.key)}
            />
          ))}
        <EditingNotices editing={editing} fields={labels} />
        <Group gap="md">
          <Button type="submit" loading={editing.pending}>
            {own.body.answers === null ? t('project.forms.save') : t('project.forms.update')}
          </Button>
          {editing.dirty ? (
            <Text size="sm" c="dimmed">
              {t('ui.editing.unsaved')}
            </Text>
          ) : null}
        </Group>
      </Stack>
    </Paper>
  );
}
