import { Select, SimpleGrid, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Editing } from '../../ui/editing/editing.ts';
import { MarkdownEditor } from '../../ui/markdown/markdown-editor.tsx';
import { timeZones } from '../../ui/format/zoned-time.ts';

export type ProjectValues = {
  name: string;
  description: string;
  starts_on: string;
  ends_on: string;
  timezone: string;
};

const longestDescription = 20_000;

/** The fields of a project as a form holds them: an empty text for what is not given. */
export const projectBody = ({ name, description, starts_on, ends_on, timezone }: ProjectValues) => ({
  name: name.trim(),
  description,
  starts_on: starts_on === '' ? null : starts_on,
  ends_on: ends_on === '' ? null : ends_on,
  timezone,
});

export function useProjectComplaints() {
  const { t } = useTranslation();
  return ({ name, starts_on, ends_on, timezone }: ProjectValues): Record<string, string> => ({
    ...(name.trim() === '' ? { name: t('manage.fields.nameMissing') } : {}),
    ...(timezone === '' ? { timezone: t('manage.fields.timezoneMissing') } : {}),
    ...(starts_on !== '' && ends_on !== '' && ends_on < starts_on ? { ends_on: t('manage.fields.endsTooEarly') } : {}),
  });
}

export function useProjectWords() {
  const { t } = useTranslation();
  return {
    name: { label: t('manage.fields.name') },
    starts_on: { label: t('manage.fields.startsOn') },
    ends_on: { label: t('manage.fields.endsOn') },
    timezone: { label: t('manage.fields.timezone') },
    description: { label: t('manage.fields.description') },
  };
}

/** Generic over what else the form holds; the inputs are tied by name. */
export function ProjectFields<T extends ProjectValues>({ form }: { form: Editing<T>['form'] }) {
  const { t } = useTranslation();
  const words = useProjectWords();
  return (
    <>
      <TextInput {...form.getInputProps('name')} label={words.name.label} maxLength={100} required />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput {...form.getInputProps('starts_on')} type="date" label={words.starts_on.label} />
        <TextInput {...form.getInputProps('ends_on')} type="date" label={words.ends_on.label} />
      </SimpleGrid>
      <Select
        {...form.getInputProps('timezone')}
        label={words.timezone.label}
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
        label={words.description.label}
        description={t('manage.fields.descriptionHint')}
        maxLength={longestDescription}
      />
    </>
  );
}
