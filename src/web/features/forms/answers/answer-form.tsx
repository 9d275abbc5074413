import { Paper } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Form } from '../../../../client/client.ts';
import { formKeys } from '../../../keys.ts';
import { problemCode } from '../../../ui/problems/api-problem.ts';
import { useEditing } from '../../../ui/editing/editing.ts';
import type { Version } from '../../../ui/editing/editing.ts';
import { EditingForm, Unsaved } from '../../../ui/editing/editing-form.tsx';
import type { FieldTexts } from '../../../ui/editing/editing-notices.tsx';
import { agreedKey, agreementOf, consentOf, requiredAgreement } from '../disclosure/agreement.ts';
import { Consent } from '../disclosure/consent.tsx';
import { answersFrom, askedFields, fieldsToFill, filledFrom, isAsked, missingFields } from './answers.ts';
import type { Filled } from './answers.ts';
import { FieldInput } from './field-input.tsx';
import { useFieldLabels } from './field-labels.ts';
import { MealsNotice } from './meals-notice.tsx';
import { editOwnAnswer, ownAnswerQuery } from './queries.ts';
import type { OwnAnswer } from './queries.ts';
import { DueText } from './saved-answers.tsx';

const isAgreed = (form: Form, filled: Filled): boolean =>
  ['', filled[agreedKey]].includes(requiredAgreement(form, filled));

type AnswerFormProps = { form: Form; own: OwnAnswer };

export function AnswerForm({ form, own }: AnswerFormProps) {
  const { t } = useTranslation();
  const labels = useFieldLabels(form);
  const queryClient = useQueryClient();
  const { pid } = form;
  const fields = askedFields(form);
  const answer = editOwnAnswer(pid, form.form);
  const version = ({ body, etag }: OwnAnswer): Version<Filled> => ({
    values: { ...filledFrom(fields, body.answers ?? body.suggested), [agreedKey]: agreementOf(body) },
    etag,
  });
  const editing = useEditing<Filled>({
    draft: `form:${pid}:${form.form}`,
    place: fields.some((field) => field.private) ? 'tab' : 'browser',
    current: version(own),
    load: async () => version(await answer.load()),
    save: async (filled, etag) => {
      const body = { answers: answersFrom(fields, filled), ...consentOf(form, requiredAgreement(form, filled)) };
      const saved = await answer.save(body, etag).catch((error: unknown) => {
        // The form now discloses something else than it showed: load it again, so that the person can agree to that.
        if (problemCode(error) === 'consent_differs')
          void queryClient.invalidateQueries({ queryKey: formKeys.detail(pid, form.form) });
        throw error;
      });
      queryClient.setQueryData(ownAnswerQuery(pid, form.form).queryKey, { ...saved });
      return version(saved);
    },
    affects: answer.affects,
    validate: (filled) => ({
      ...Object.fromEntries(missingFields(fields, filled).map(({ key }) => [key, t('project.forms.needed')])),
      ...(isAgreed(form, filled) ? {} : { [agreedKey]: t('disclosure.answer.agreeNeeded') }),
    }),
    errorText: (field) => (field.startsWith('passes_') ? t('disclosure.answer.changed') : t('project.forms.wrong')),
    within: 'answers',
    savedMessage: t('project.forms.saved'),
  });
  const texts: FieldTexts<Filled> = {
    ...Object.fromEntries(fieldsToFill(fields).map((field) => [field.key, { label: labels.label(field) }])),
    [agreedKey]: { label: t('disclosure.answer.title') },
  };
  const required = requiredAgreement(form, editing.form.values);
  return (
    <Paper className="muster-surface" p={{ base: 'md', xs: 'lg' }}>
      <EditingForm
        editing={editing}
        fields={texts}
        action={own.body.answers === null ? t('project.forms.save') : t('project.forms.update')}
        beside={editing.dirty ? <Unsaved editing={editing} /> : <DueText own={own.body} />}
      >
        <MealsNotice form={form} own={own.body} editing={editing} />
        {fieldsToFill(fields)
          .filter((field) => isAsked(fields, field, editing.form.values))
          .map((field) => (
            <FieldInput
              key={field.key}
              field={field}
              label={labels.label(field)}
              purpose={labels.purpose(field)}
              options={labels.options(field)}
              input={editing.form.getInputProps(field.key)}
            />
          ))}
        {required === '' || form.passes_until === null ? null : (
          <Consent form={form} until={form.passes_until} required={required} editing={editing} />
        )}
      </EditingForm>
    </Paper>
  );
}
