import { NumberInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api.ts';
import { useEditing } from '../../ui/editing/editing.ts';
import { EditingForm } from '../../ui/editing/editing-form.tsx';
import { isSlug, slugOf } from '../../ui/slug.ts';

type Values = { name: string; tid: string; headcount: number | '' };
type NewTeamFormProps = { pid: string; onDone: () => void };

const blank = { values: { name: '', tid: '', headcount: '' as const }, etag: undefined };

export function NewTeamForm({ pid, onDone }: NewTeamFormProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const editing = useEditing<Values>({
    draft: `new-team:${pid}`,
    current: blank,
    load: async () => blank,
    save: async ({ name, tid, headcount }) => {
      const body = { tid, name: name.trim(), headcount: headcount === '' ? null : headcount };
      const team = await call('create_team', { path: { pid }, body });
      return { values: { ...blank.values, name: team.name }, etag: undefined };
    },
    onSaved: () => {
      void queryClient.invalidateQueries();
      onDone();
    },
    validate: ({ name, tid }) => ({
      ...(name.trim() === '' ? { name: t('manage.fields.nameMissing') } : {}),
      ...(isSlug(tid) ? {} : { tid: t('manage.fields.slugInvalid') }),
    }),
    taken: { field: 'tid', message: t('manage.why.already_exists') },
    savedMessage: ({ values: { name } }) => t('manage.teams.created', { name }),
  });
  const { form } = editing;
  return (
    <EditingForm editing={editing} words={{}} action={t('manage.teams.create')} inDialog>
      <TextInput
        {...form.getInputProps('name')}
        label={t('manage.fields.name')}
        maxLength={100}
        required
        data-autofocus
        onBlur={() => {
          if (form.values.tid === '') form.setFieldValue('tid', slugOf(form.values.name));
        }}
      />
      <TextInput
        {...form.getInputProps('tid')}
        label={t('manage.teams.tid')}
        description={t('manage.teams.tidHint')}
        maxLength={64}
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <NumberInput
        {...form.getInputProps('headcount')}
        label={t('manage.teams.headcount')}
        description={t('manage.teams.headcountHint')}
        min={0}
        max={10_000}
        allowDecimal={false}
        allowNegative={false}
      />
    </EditingForm>
  );
}
