import { NumberInput, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useEditing } from '../../ui/editing/editing.ts';
import { EditingForm } from '../../ui/editing/editing-form.tsx';
import { isSlug, slugOf } from '../../ui/slug.ts';
import { ApplicationsSwitch } from './applications/applications-switch.tsx';
import { createTeam } from './queries.ts';

type Values = {
  name: string;
  tid: string;
  public_description: string;
  headcount: number | '';
  takes_applications: boolean;
};
type NewTeamFormProps = { pid: string; onDone: () => void };

const blank = {
  values: { name: '', tid: '', public_description: '', headcount: '' as const, takes_applications: false },
  etag: undefined,
};

export function NewTeamForm({ pid, onDone }: NewTeamFormProps) {
  const { t } = useTranslation();
  const create = createTeam(pid);
  const editing = useEditing<Values>({
    draft: `new-team:${pid}`,
    current: blank,
    load: async () => blank,
    save: async ({ name, headcount, ...rest }) => {
      const team = await create.run({ ...rest, name: name.trim(), headcount: headcount === '' ? null : headcount });
      return { values: { ...blank.values, name: team.name }, etag: undefined };
    },
    affects: create.affects,
    onSaved: onDone,
    validate: ({ name, tid }) => ({
      ...(name.trim() === '' ? { name: t('manage.fields.nameMissing') } : {}),
      ...(isSlug(tid) ? {} : { tid: t('manage.fields.slugInvalid') }),
    }),
    taken: { field: 'tid', message: t('manage.why.already_exists') },
    savedMessage: ({ values: { name } }) => t('manage.teams.created', { name }),
  });
  const { form } = editing;
  return (
    <EditingForm editing={editing} fields={{}} action={t('manage.teams.create')} inDialog>
      <TextInput
        {...form.getInputProps('name')}
        label={t('manage.fields.name')}
        maxLength={100}
        required
        data-autofocus
        onChange={({ currentTarget: { value: name } }) => {
          const isOwn = form.values.tid !== slugOf(form.values.name);
          form.setValues({ name, ...(!isOwn && { tid: slugOf(name) }) });
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
      <Textarea
        {...form.getInputProps('public_description')}
        label={t('manage.team.publicText')}
        description={t('manage.teams.publicTextHint')}
        maxLength={2000}
        autosize
        minRows={2}
        maxRows={8}
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
      <ApplicationsSwitch {...form.getInputProps('takes_applications', { type: 'checkbox' })} />
    </EditingForm>
  );
}
