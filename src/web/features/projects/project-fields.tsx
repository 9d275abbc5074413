import { maxMarkdown } from '../../../shared/limits.ts';
import { Select, SimpleGrid, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Editing } from '../../ui/editing/editing.ts';
import { MarkdownEditor } from '../../ui/markdown/markdown-editor.tsx';
import { timeZones } from '../../../locales/format/zoned-time.ts';

export type ProjectValues = {
  name: string;
  description: string;
  starts_on: string;
  ends_on: string;
  timezone: string;
};

/** The request body for the values of a form, where an empty text means no value. */
export const projectBody = ({ name, description, starts_on, ends_on, timezone }: ProjectValues) => ({
  name: name.trim(),
  description,
  starts_on: starts_on === '' ? null : starts_on,
  ends_on: ends_on === '' ? null : ends_on,
  timezone,
});

export function useProjectValidation() {
  const { t } = useTranslation();
  return ({ name, starts_on, ends_on, timezone }: ProjectValues): Record<string, string> => ({
    ...(name.trim() === '' ? { name: t('manage.fields.nameMissing') } : {}),
    ...(timezone === '' ? { timezone: t('manage.fields.timezoneMissing') } : {}),
    ...(starts_on !== '' && ends_on !== '' && ends_on < starts_on ? { ends_on: t('manage.fields.endsTooEarly') } : {}),
  });
}

export function useProjectTexts() {
  const { t } = useTranslation();
  return {
    name: { label: t('manage.fields.name') },
    starts_on: { label: t('manage.fields.startsOn') },
    ends_on: { label: t('manage.fields.endsOn') },
    timezone: { label: t('manage.fields.timezone') },
    description: { label: t('manage.fields.description') },
  };
}

/** The inputs of a project, for any form that has these values. */
export function ProjectFields<T extends ProjectValues>({ form }: { form: Editing<T>['form'] }) {
  const { t } = useTranslation();
  const texts = useProjectTexts();
  return (
    <>
      <TextInput {...form.getInputProps('name')} label={texts.name.label} maxLength={100} required />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          {...form.getInputProps('starts_on')}
          type="date"
          label={texts.starts_on.label}
          description={t('manage.fields.daysHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
        <TextInput {...form.getInputProps('ends_on')} type="date" label={texts.ends_on.label} />
      </SimpleGrid>
      <Select
        {...form.getInputProps('timezone')}
        label={texts.timezone.label}
        description={t('manage.fields.timezoneHint')}
        data={timeZones(form.values.timezone)}
        searchable
        limit={50}
        nothingFoundMessage={t('manage.fields.timezoneNone')}
        required
      />
      <MarkdownEditor
        {...form.getInputProps('description')}
        value={form.values.description}
        label={texts.description.label}
        description={t('manage.fields.descriptionHint')}
        maxLength={maxMarkdown}
      />
    </>
  );
}
