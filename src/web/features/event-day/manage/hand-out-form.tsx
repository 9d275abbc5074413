import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormEntry, HandOutAudience, NewHandOut } from '../../../../client/client.ts';
import { formatChoice } from '../../../../locales/format/lists.ts';
import { focusFirstError } from '../../../ui/editing/field-errors.ts';
import { useFieldLabels } from '../../forms/answers/field-labels.ts';
import { formQuery, formsQuery } from '../../forms/queries.ts';
import { teamsQuery } from '../../teams/queries.ts';
import { answerOption, questionOf, useAudienceName, withAnswer, whoOption, withWho } from './hand-out-audience.ts';

type HandOutFormProps = {
  pid: string;
  start: NewHandOut;
  submit: string;
  pending: boolean;
  onSubmit: (values: NewHandOut) => void;
};

export function HandOutForm({ pid, start, submit, pending, onSubmit }: HandOutFormProps) {
  const { t } = useTranslation();
  const teams = useQuery(teamsQuery(pid)).data ?? [];
  const forms = useQuery(formsQuery(pid)).data ?? [];
  const audienceName = useAudienceName(pid);
  const formId = useId();
  const [name, setName] = useState(start.name);
  const [isNameless, setNameless] = useState(false);
  const [audience, setAudience] = useState(start.audience);
  const known = [
    { value: '', label: t('desk.manage.everyone') },
    ...teams.map(({ tid, name: label }) => ({ value: whoOption({ tids: [tid] }), label })),
    ...forms.map(({ form, title }) => ({
      value: whoOption({ form }),
      label: t('desk.manage.answered', { title }),
    })),
  ];
  const who = whoOption(audience);
  // Several teams can be set by the API.
  const other = known.some(({ value }) => value === who) ? [] : [{ value: who, label: audienceName(audience) }];
  const form = forms.find((one) => one.form === audience.form);
  return (
    <form
      id={formId}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() === '') focusFirstError(formId, () => setNameless(true));
        else onSubmit({ name: name.trim(), audience });
      }}
    >
      <Group align="flex-end" className="muster-line-form">
        <TextInput
          label={t('desk.manage.handOutName')}
          value={name}
          error={isNameless && name.trim() === '' ? t('hints.nameMissing') : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={100}
        />
        <NativeSelect
          label={t('desk.manage.who')}
          value={who}
          onChange={(event) => setAudience(withWho(event.currentTarget.value))}
          data={[...known, ...other]}
        />
        {form === undefined ? null : <AnswerSelect entry={form} audience={audience} onChange={setAudience} />}
        <Button type="submit" loading={pending}>
          {submit}
        </Button>
      </Group>
    </form>
  );
}

type AnswerSelectProps = {
  entry: FormEntry;
  audience: HandOutAudience;
  onChange: (audience: HandOutAudience) => void;
};

/** Everyone who answered, or those with one answer, such as a shirt size. Private answers cannot be used. */
function AnswerSelect({ entry, audience, onChange }: AnswerSelectProps) {
  const { t, i18n } = useTranslation();
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
  const answer = answerOption(audience);
  // Several answers can be set by the API.
  const isOther = answer !== '' && !known.some(({ value }) => value === answer);
  const { question, answers } = questionOf(audience, fields, labels);
  const chosen = answers === undefined ? t('desk.manage.anyAnswer') : formatChoice(answers, i18n.language);
  const other = isOther ? [{ value: answer, label: t('ui.labelled', { label: question, value: chosen }) }] : [];
  return (
    <NativeSelect
      label={t('desk.manage.answer')}
      value={answer}
      onChange={(event) => onChange(withAnswer(entry.form, event.currentTarget.value))}
      data={[{ value: '', label: t('desk.manage.anyAnswer') }, ...known, ...other]}
    />
  );
}
