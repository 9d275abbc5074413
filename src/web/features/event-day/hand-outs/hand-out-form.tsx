import { MultiSelect, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { FormEntry, Project } from '../../../../client/client.ts';
import { formatChoice } from '../../../../locales/format/lists.ts';
import { formatDay } from '../../../../locales/format/dates.ts';
import type { Editing } from '../../../ui/editing/editing.ts';
import { useFieldLabels } from '../../forms/answers/field-labels.ts';
import { formQuery, formsQuery } from '../../forms/queries.ts';
import { kindsQuery } from '../../tasks/signup/queries.ts';
import { teamsQuery } from '../../teams/queries.ts';
import { questionOf, useAudienceName, answerOption, whoOption, withAnswer, withWho } from './hand-out-audience.ts';
import { ways } from './hand-out-values.ts';
import type { HandOutValues } from './hand-out-values.ts';

type Form = Pick<Editing<HandOutValues>['form'], 'values' | 'errors' | 'setValues' | 'getInputProps'>;

export function useHandOutTexts() {
  const { t } = useTranslation();
  return {
    name: { label: t('goods.fields.name') },
    kind: { label: t('goods.fields.kind') },
    who: { label: t('goods.fields.who') },
    answer: { label: t('goods.fields.answer') },
    by: { label: t('goods.fields.by') },
    hours: { label: t('goods.fields.hours') },
    day: { label: t('goods.fields.day') },
    task_kinds: { label: t('goods.fields.kinds') },
    variants: { label: t('goods.fields.variants') },
    question: { label: t('goods.fields.question') },
    per_person: { label: t('goods.fields.perPerson') },
    min_hours: { label: t('goods.fields.hours') },
  };
}

export function useHandOutProblems() {
  const { t } = useTranslation();
  return {
    name: t('hints.nameMissing'),
    hours: t('goods.missingHours'),
    quarters: t('goods.quarters'),
    kinds: t('goods.missingKinds'),
  };
}

const kinds = ['item', 'code', 'loan'] as const;

type FieldsProps = { project: Project; form: Form; isNew?: boolean };

/** What, for whom, and who has earned it: one line on a wide screen. */
export function HandOutFields({ project, form, isNew = false }: FieldsProps) {
  const { t } = useTranslation();
  const { pid } = project;
  const texts = useHandOutTexts();
  const forms = useQuery(formsQuery(pid)).data ?? [];
  const { values } = form;
  // Owners say who gets codes.
  const possible = kinds.filter((kind) => kind !== 'code' || project.rights.edit);
  const chosen = forms.find(({ form: slug }) => slug === withWho(values.who).form);
  return (
    <>
      <TextInput {...form.getInputProps('name')} label={texts.name.label} maxLength={100} />
      {isNew ? (
        <NativeSelect
          {...form.getInputProps('kind')}
          label={texts.kind.label}
          data={possible.map((kind) => ({ value: kind, label: t(`goods.kinds.${kind}`) }))}
        />
      ) : null}
      <WhoSelect pid={pid} form={form} forms={forms} />
      {chosen === undefined ? null : <AnswerSelect entry={chosen} form={form} />}
      {values.kind === 'loan' ? null : <EarnedFields project={project} form={form} />}
      {values.kind === 'item' ? <VariantFields pid={pid} form={form} forms={forms} /> : null}
      {values.kind === 'item' && !isNew ? (
        <NumberInput
          {...form.getInputProps('per_person')}
          label={texts.per_person.label}
          description={t('goods.fields.perPersonHint')}
          min={1}
          max={100}
          allowDecimal={false}
        />
      ) : null}
    </>
  );
}

type SelectProps = { pid: string; form: Form; forms: readonly FormEntry[] };

function WhoSelect({ pid, form, forms }: SelectProps) {
  const { t } = useTranslation();
  const texts = useHandOutTexts();
  const teams = useQuery(teamsQuery(pid)).data ?? [];
  const audienceName = useAudienceName(pid);
  const { who } = form.values;
  const known = [
    { value: '', label: t('desk.manage.everyone') },
    ...teams.map(({ tid, name: label }) => ({ value: whoOption({ tids: [tid] }), label })),
    ...forms.map(({ form: slug, title }) => ({
      value: whoOption({ form: slug }),
      label: t('desk.manage.answered', { title }),
    })),
  ];
  // Several teams can be set by the API.
  const other = known.some(({ value }) => value === who) ? [] : [{ value: who, label: audienceName(withWho(who)) }];
  return (
    <NativeSelect
      label={texts.who.label}
      value={who}
      error={form.errors['who']}
      onChange={(event) => form.setValues({ who: event.currentTarget.value, answer: '' })}
      data={[...known, ...other]}
    />
  );
}

/** Everyone who answered, or those with one answer, such as a shirt size. Private answers cannot be used. */
function AnswerSelect({ entry, form }: { entry: FormEntry; form: Form }) {
  const { t, i18n } = useTranslation();
  const texts = useHandOutTexts();
  const labels = useFieldLabels(entry);
  const { fields = [] } = useQuery(formQuery(entry.pid, entry.form)).data ?? {};
  const known = fields
    .filter((field) => !field.private && !field.computed)
    .flatMap((field) =>
      labels.options(field).map(({ value, label }) => ({
        value: answerOption({ field: field.key, values: [value] }),
        label: t('ui.labelled', { label: labels.label(field), value: label }),
      })),
    );
  const { answer } = form.values;
  // Several answers can be set by the API.
  const isOther = answer !== '' && !known.some(({ value }) => value === answer);
  const { question, answers } = questionOf(withAnswer(entry.form, answer), fields, labels);
  const chosen = answers === undefined ? t('desk.manage.anyAnswer') : formatChoice(answers, i18n.language);
  const other = isOther ? [{ value: answer, label: t('ui.labelled', { label: question, value: chosen }) }] : [];
  return (
    <NativeSelect
      {...form.getInputProps('answer')}
      label={texts.answer.label}
      data={[{ value: '', label: t('desk.manage.anyAnswer') }, ...known, ...other]}
    />
  );
}

const maxDays = 14;

/** The days of the event; none if it has no dates, or very many. */
function daysOf({ starts_on: first, ends_on: last }: Project): string[] {
  const days: string[] = [];
  for (let day = first; day !== null && day <= (last ?? first ?? '') && days.length <= maxDays;) {
    days.push(day);
    const next: Date = new Date(`${day}T12:00:00Z`);
    next.setUTCDate(next.getUTCDate() + 1);
    day = next.toISOString().slice(0, 10);
  }
  return days.length > maxDays ? [] : days;
}

function EarnedFields({ project, form }: { project: Project; form: Form }) {
  const { t, i18n } = useTranslation();
  const texts = useHandOutTexts();
  const taskKinds = useQuery(kindsQuery(project.pid)).data ?? [];
  const { by, day, task_kinds: chosen } = form.values;
  const days = [...new Set([...daysOf(project), ...(day === '' || day === 'each' ? [] : [day])])];
  return (
    <>
      <NativeSelect
        {...form.getInputProps('by')}
        label={texts.by.label}
        data={ways.map((way) => ({ value: way, label: t(`goods.by.${way}`) }))}
      />
      {by === 'from' || by === 'per' ? (
        <NumberInput
          {...form.getInputProps('hours')}
          label={texts.hours.label}
          min={0.25}
          max={1000}
          step={0.5}
          decimalScale={2}
          w="7rem"
        />
      ) : null}
      {by === 'list' ? null : (
        <NativeSelect
          {...form.getInputProps('day')}
          label={texts.day.label}
          data={[
            { value: '', label: t('goods.days.all') },
            { value: 'each', label: t('goods.days.each') },
            ...days.map((value) => ({ value, label: formatDay(value, i18n.language, 'long') })),
          ]}
        />
      )}
      {by === 'list' || taskKinds.length === 0 ? null : (
        <MultiSelect
          {...form.getInputProps('task_kinds')}
          label={texts.task_kinds.label}
          data={taskKinds.map(({ id, name }) => ({ value: id, label: name }))}
          value={taskKinds.length === 0 ? [] : chosen}
          clearable
          clearButtonProps={{ 'aria-label': t('goods.fields.kindsClear') }}
          comboboxProps={{ withinPortal: true }}
          miw="14rem"
        />
      )}
    </>
  );
}

function VariantFields({ pid, form, forms }: SelectProps) {
  const { t } = useTranslation();
  const texts = useHandOutTexts();
  const { variants } = form.values;
  const entry = forms.find(({ form: slug }) => slug === variants);
  return (
    <>
      <NativeSelect
        label={texts.variants.label}
        title={t('goods.fields.variantsHint')}
        value={variants}
        error={form.errors['variants']}
        onChange={(event) => form.setValues({ variants: event.currentTarget.value, question: '' })}
        data={[
          { value: '', label: t('goods.variantsNone') },
          ...forms.map(({ form: slug, title }) => ({ value: slug, label: title })),
        ]}
      />
      {entry === undefined ? null : <QuestionSelect pid={pid} entry={entry} form={form} />}
    </>
  );
}

function QuestionSelect({ pid, entry, form }: { pid: string; entry: FormEntry; form: Form }) {
  const { t } = useTranslation();
  const texts = useHandOutTexts();
  const labels = useFieldLabels(entry);
  const { fields = [] } = useQuery(formQuery(pid, entry.form)).data ?? {};
  const usable = fields.filter((field) => field.type === 'choice' && !field.private && !field.computed);
  if (usable.length < 2) return null;
  return (
    <NativeSelect
      {...form.getInputProps('question')}
      label={texts.question.label}
      data={[
        { value: '', label: t('goods.allQuestions') },
        ...usable.map((field) => ({ value: field.key, label: labels.label(field) })),
      ]}
    />
  );
}
