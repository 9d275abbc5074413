import { Checkbox, Group, NativeSelect, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '../../../../client/client.ts';
import { formatDay } from '../../../../locales/format/dates.ts';
import type { Editing } from '../../../ui/editing/editing.ts';
import type { Filled } from './answers.ts';

type Option = { value: string; label: string };
type FieldInputProps = {
  field: Field;
  label: string;
  purpose: string;
  options: Option[];
  /** Value, change handler and error from the form. */
  input: ReturnType<Editing<Filled>['form']['getInputProps']>;
};

const maxLineLength = 200;
const maxRadioOptions = 6;

/** The input for one question. */
export function FieldInput({ field, label, purpose, options, input }: FieldInputProps) {
  const { t } = useTranslation();
  const shared = {
    ...input,
    label,
    description: <Hints field={field} purpose={purpose} />,
    withAsterisk: field.required,
  };
  switch (field.type) {
    case 'text':
      return (field.max_length ?? maxLineLength) > maxLineLength ? (
        <Textarea {...shared} autosize minRows={3} />
      ) : (
        <TextInput {...shared} />
      );
    case 'number':
      return <TextInput {...shared} type="number" inputMode="decimal" maw="12rem" step="any" />;
    case 'date':
      return <TextInput {...shared} type="date" maw="14rem" />;
    case 'yes_no':
      return (
        <Radio.Group {...shared}>
          <Group mt="xs">
            <Radio value="yes" label={t('project.forms.yes')} />
            <Radio value="no" label={t('project.forms.no')} />
          </Group>
        </Radio.Group>
      );
    case 'choice':
      if (options.length === 0) return <Text c="dimmed">{`${label}: ${t('project.forms.nothingToChoose')}`}</Text>;
      return options.length > maxRadioOptions ? (
        <NativeSelect {...shared} maw="24rem" data={[{ value: '', label: t('project.forms.choose') }, ...options]} />
      ) : (
        <Radio.Group {...shared}>{drawOptions(options, Radio)}</Radio.Group>
      );
    case 'choices':
      return <Checkbox.Group {...shared}>{drawOptions(options, Checkbox)}</Checkbox.Group>;
  }
}

const drawOptions = (options: Option[], Choice: typeof Radio | typeof Checkbox): ReactNode => (
  <Stack gap="xs" mt="xs">
    {options.map(({ value, label }) => (
      <Choice key={value} value={value} label={label} />
    ))}
  </Stack>
);

function Hints({ field, purpose }: { field: Field; purpose: string }) {
  const { t, i18n } = useTranslation();
  const { help, erase_after: eraseAfter } = field;
  const privateHint =
    purpose === ''
      ? t('project.forms.privatePlain')
      : eraseAfter === null
        ? t('project.forms.privateForever', { purpose })
        : t('project.forms.private', { purpose, date: formatDay(eraseAfter, i18n.language) });
  return (
    <>
      {help}
      {help !== '' && field.private ? ' ' : ''}
      {field.private ? privateHint : ''}
    </>
  );
}
