import { Paper, Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Form, OwnResponse } from '../../../../client/client.ts';
import { formatList } from '../../../../locales/format/lists.ts';
import { formKeys } from '../../../keys.ts';
import { problemCode } from '../../../ui/problems/api-problem.ts';
import { useEditing } from '../../../ui/editing/editing.ts';
import type { Version, Editing } from '../../../ui/editing/editing.ts';
import { EditingForm, Unsaved } from '../../../ui/editing/editing-form.tsx';
import type { FieldTexts } from '../../../ui/editing/editing-notices.tsx';
import { PageLink } from '../../../ui/links.tsx';
import { SentenceGap } from '../../../ui/sentence-gap.tsx';
import { agreedKey, agreementOf, consentOf, requiredAgreement } from '../disclosure/agreement.ts';
import { Consent } from '../disclosure/consent.tsx';
import { answersFrom, askedFields, fieldsToFill, filledFrom, isAsked, missingFields } from './answers.ts';
import type { Filled } from './answers.ts';
import { FieldInput } from './field-input.tsx';
import { useFieldLabels } from './field-labels.ts';
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
        <StayNotice form={form} own={own.body} editing={editing} />
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

type NoticeProps = { form: Form; own: OwnResponse; editing: Editing<Filled> };

/** The questions that arrival and departure answer. */
const ofStay = new Set(['days', 'nights']);

const isFilledWith = ({ form }: Editing<Filled>, filled: Filled): boolean =>
  Object.entries(filled).every(([key, value]) => String(form.values[key]) === String(value));

/** That the days come from the person's arrival and departure, or no longer fit them. */
function StayNotice({ form, own: { answers, suggested }, editing }: NoticeProps) {
  const { t } = useTranslation();
  const days = suggestedFields(form, suggested, (key) => ofStay.has(key));
  if (Object.keys(days).length === 0) return null;
  const isFilledIn = isFilledWith(editing, days);
  if (answers === null)
    return isFilledIn ? <output className="muster-notice">{t('project.forms.fromStay')}</output> : null;
  return isFilledIn ? null : (
    <Group className="muster-notice" justify="space-between" gap="sm">
      <span>{t('project.forms.stayChanged')}</span>
      <Button size="xs" variant="default" onClick={() => editing.form.setValues(days)}>
        {t('project.forms.useStay')}
      </Button>
    </Group>
  );
}

/** Which counts for the kitchen: the answer, or the dietary needs that people keep in their account. */
function MealsNotice({ form, own: { answers, suggested }, editing }: NoticeProps) {
  const { t, i18n } = useTranslation();
  const labels = useFieldLabels(form);
  const needs = suggestedFields(form, suggested, (key) => !ofStay.has(key));
  const isFilledIn = isFilledWith(editing, needs);
  if (form.kind !== 'meals') return null;
  if (Object.keys(needs).length === 0 || (answers !== null && isFilledIn))
    return (
      <Text size="sm" c="dimmed">
        {t('project.forms.onlyHere')}
        <SentenceGap />
        <PageLink to="/me/dietary-habits" search={{ pid: form.pid, form: form.form }} inherit underline="always">
          {t('person.nav.dietaryHabits')}
        </PageLink>
      </Text>
    );
  if (answers === null)
    // What was restored may be from before the suggestion.
    return editing.restored && !isFilledIn ? null : (
      <output className="muster-notice">{t('project.forms.suggested')}</output>
    );
  const options = new Map(
    form.fields.flatMap((field) => labels.options(field)).map(({ value, label }) => [value, label]),
  );
  const words = Object.values(needs)
    .flat()
    .filter((word) => word !== '');
  const text = formatList(
    words.map((word) => options.get(word) ?? word),
    i18n.language,
  );
  return (
    <Group className="muster-notice" justify="space-between" gap="sm">
      <span>
        {words.length === 0 ? t('project.forms.needsCleared') : t('project.forms.needsChanged', { needs: text })}
      </span>
      <Button size="xs" variant="default" onClick={() => editing.form.setValues(needs)}>
        {t('project.forms.useNeeds')}
      </Button>
    </Group>
  );
}

const suggestedFields = (
  form: Form,
  suggested: Record<string, unknown> | null,
  isWanted: (key: string) => boolean,
): Filled =>
  filledFrom(
    form.fields.filter(({ key }) => suggested !== null && key in suggested && isWanted(key)),
    suggested,
  );
