import { Paper } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Answer, Form, OwnResponse } from '../../../client/client.ts';
import { ApiProblem, read } from '../../api.ts';
import { ifMatch, useEditing } from '../../ui/editing/editing.ts';
import type { Version } from '../../ui/editing/editing.ts';
import { EditingForm, Unsaved } from '../../ui/editing/editing-form.tsx';
import type { FieldWords } from '../../ui/editing/editing-notices.tsx';
import { meQuery } from '../people/queries.ts';
import { answersFrom, askedFields, fieldsToFill, filledFrom, isAsked, missingFields } from './answers.ts';
import type { Filled } from './answers.ts';
import { Consent } from '../disclosure/consent.tsx';
import { FieldInput } from './field-input.tsx';
import { useFieldWords } from './field-labels.ts';
import { formQuery, formsQuery, responseQuery } from '../forms/queries.ts';
import { agreedKey, agreementOf, consentOf, wantedAgreement } from '../disclosure/agreement.ts';

const isAgreed = (form: Form, filled: Filled): boolean =>
  ['', filled[agreedKey]].includes(wantedAgreement(form, filled));

type AnswerFormProps = { form: Form; own: Answer<'get_own_response'> };

export function AnswerForm({ form, own }: AnswerFormProps) {
  const { t } = useTranslation();
  const words = useFieldWords(form);
  const queryClient = useQueryClient();
  const { pid } = form;
  const fields = askedFields(form);
  const path = { pid, form: form.form };
  const version = ({ body, etag }: { body: OwnResponse; etag: string | undefined }): Version<Filled> => ({
    values: { ...filledFrom(fields, body.answers), [agreedKey]: agreementOf(body) },
    etag,
  });
  const editing = useEditing<Filled>({
    draft: `form:${pid}:${form.form}`,
    place: fields.some((field) => field.private) ? 'tab' : 'browser',
    current: version(own),
    load: async () => version(await read('get_own_response', { path })),
    save: async (filled, etag) => {
      const body = { answers: answersFrom(fields, filled), ...consentOf(form, wantedAgreement(form, filled)) };
      const saved = await read('save_own_response', { path, body, ...ifMatch(etag) }).catch((error: unknown) => {
        // What the form passes on has changed since it was shown: it is shown anew, with nothing ticked.
        if (error instanceof ApiProblem && error.code === 'consent_differs')
          void queryClient.invalidateQueries({ queryKey: formQuery(pid, form.form).queryKey, exact: true });
        throw error;
      });
      queryClient.setQueryData(responseQuery(pid, form.form).queryKey, { ...saved });
      return version(saved);
    },
    onSaved: () => {
      void queryClient.invalidateQueries({ queryKey: formsQuery(pid).queryKey });
      void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    },
    validate: (filled) => ({
      ...Object.fromEntries(missingFields(fields, filled).map(({ key }) => [key, t('project.forms.needed')])),
      ...(isAgreed(form, filled) ? {} : { [agreedKey]: t('passing.answer.agreeNeeded') }),
    }),
    say: (field) => (field.startsWith('passes_') ? t('passing.answer.changed') : t('project.forms.wrong')),
    within: 'answers',
    savedMessage: t('project.forms.saved'),
  });
  const labels: FieldWords<Filled> = {
    ...Object.fromEntries(fieldsToFill(fields).map((field) => [field.key, { label: words.label(field) }])),
    [agreedKey]: { label: t('passing.answer.title') },
  };
  const wanted = wantedAgreement(form, editing.form.values);
  return (
    <Paper className="muster-surface" p={{ base: 'md', xs: 'lg' }}>
      <EditingForm
        editing={editing}
        words={labels}
        action={own.body.answers === null ? t('project.forms.save') : t('project.forms.update')}
        beside={<Unsaved editing={editing} />}
      >
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
        {wanted === '' || form.passes_until === null ? null : (
          <Consent form={form} until={form.passes_until} wanted={wanted} editing={editing} />
        )}
      </EditingForm>
    </Paper>
  );
}
