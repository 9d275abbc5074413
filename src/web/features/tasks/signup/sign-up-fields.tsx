import { Select, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../../client/client.ts';
import type { Editing } from '../../../ui/editing/editing.ts';
import { MarkdownEditor } from '../../../ui/markdown/markdown-editor.tsx';
import type { TaskValues } from '../planning/task-values.ts';
import { JoiningSelects } from './joining-selects.tsx';
import { kindsQuery, placesQuery } from './queries.ts';

type SignUpFieldsProps = { project: Project; form: Editing<TaskValues>['form'] };

const maxBriefing = 20_000;

/** Where a task is, by which rules people join it, and what they need to know. */
export function SignUpFields({ project, form }: SignUpFieldsProps) {
  const { t } = useTranslation();
  const places = useQuery(placesQuery(project.pid)).data ?? [];
  const kinds = useQuery(kindsQuery(project.pid)).data ?? [];
  const named = (rows: readonly { id: string; name: string }[]) =>
    rows.map(({ id, name }) => ({ value: id, label: name }));
  const orNone = (value: string) => (value === '' ? null : value);
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          {...form.getInputProps('place')}
          label={t('signup.place')}
          placeholder={t('signup.noPlace')}
          data={named(places)}
          value={orNone(form.values.place)}
          onChange={(value) => form.setFieldValue('place', value ?? '')}
          clearable
        />
        <Select
          {...form.getInputProps('kind')}
          label={t('signup.kind')}
          description={t('signup.kindHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder={t('signup.noKind')}
          data={named(kinds)}
          value={orNone(form.values.kind)}
          onChange={(value) => form.setFieldValue('kind', value ?? '')}
          clearable
        />
        <JoiningSelects inputProps={(field) => form.getInputProps(field === 'opens' ? 'opens_at' : field)} />
      </SimpleGrid>
      <MarkdownEditor
        {...form.getInputProps('briefing')}
        value={form.values.briefing}
        label={t('signup.briefing')}
        description={t('signup.briefingHint')}
        maxLength={maxBriefing}
      />
    </>
  );
}
