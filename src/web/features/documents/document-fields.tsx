import { MultiSelect, NumberInput, Radio, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Document } from '../../../client/client.ts';
import type { Editing } from '../../ui/editing/editing.ts';
import { skillsQuery } from '../tasks/catalogue/queries.ts';
import { kindsQuery } from '../tasks/signup/queries.ts';
import { originalOf } from '../../ui/original.ts';

/** The settings of a document in its form: empty texts for no skill and no end. */
export type DocumentValues = {
  title: string;
  required_for: Document['required_for'];
  kind_ids: string[];
  grants_skill: string;
  valid_months: number | string;
};

export const reasons = ['applying', 'tasks', 'nothing'] as const;
export const maxBody = 30_000;

export const valuesOf = (document: Document): DocumentValues => ({
  title: originalOf(document).title,
  required_for: document.required_for,
  kind_ids: document.kind_ids,
  grants_skill: document.grants_skill ?? '',
  valid_months: document.valid_months ?? '',
});

export const changesOf = (values: DocumentValues) => ({
  title: values.title.trim(),
  required_for: values.required_for,
  kind_ids: values.required_for === 'tasks' ? values.kind_ids : [],
  grants_skill: values.grants_skill === '' ? null : values.grants_skill,
  valid_months: values.valid_months === '' ? null : Number(values.valid_months),
});

export function useDocumentTexts() {
  const { t } = useTranslation();
  return {
    title: { label: t('documents.fields.title') },
    required_for: { label: t('documents.fields.requiredFor') },
    kind_ids: { label: t('documents.fields.kinds') },
    grants_skill: { label: t('documents.fields.skill') },
    valid_months: { label: t('documents.fields.months') },
  };
}

type DocumentFieldsProps = { pid: string; form: Editing<DocumentValues>['form'] };

export function DocumentFields({ pid, form }: DocumentFieldsProps) {
  const { t } = useTranslation();
  const texts = useDocumentTexts();
  const kinds = (useQuery(kindsQuery(pid)).data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const gone = form.values.kind_ids.filter((id) => !kinds.some(({ value }) => value === id));
  const skills = useQuery(skillsQuery(pid)).data ?? [];
  return (
    <>
      <TextInput {...form.getInputProps('title')} label={texts.title.label} maxLength={200} required />
      <Radio.Group {...form.getInputProps('required_for')} label={texts.required_for.label}>
        <Stack gap="xs" mt="xs">
          {reasons.map((reason) => (
            <Radio
              key={reason}
              value={reason}
              label={t(`documents.fields.for.${reason}`)}
              description={t(`documents.fields.forHint.${reason}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {form.values.required_for === 'tasks' && kinds.length + gone.length > 0 ? (
        <MultiSelect
          {...form.getInputProps('kind_ids')}
          label={texts.kind_ids.label}
          description={t('documents.fields.kindsHint')}
          data={[...kinds, ...gone.map((value) => ({ value, label: t('documents.fields.deletedKind') }))]}
        />
      ) : null}
      {skills.length === 0 ? null : (
        <Select
          {...form.getInputProps('grants_skill')}
          label={texts.grants_skill.label}
          description={t('documents.fields.skillHint')}
          data={skills.map(({ id, name }) => ({ value: id, label: name }))}
          value={form.values.grants_skill === '' ? null : form.values.grants_skill}
          onChange={(value) => form.setFieldValue('grants_skill', value ?? '')}
          clearable
          maw={{ xs: '24rem' }}
        />
      )}
      <NumberInput
        {...form.getInputProps('valid_months')}
        label={texts.valid_months.label}
        description={t('documents.fields.monthsHint')}
        min={1}
        max={120}
        allowDecimal={false}
        maw={{ xs: '24rem' }}
      />
      <Text size="sm" c="dimmed">
        {t('documents.fields.places')}
      </Text>
    </>
  );
}
