import { Button, Group, NumberInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api.ts';
import { fieldErrors, focusFirstError } from '../../ui/field-errors.ts';
import { useChange } from './changes.ts';
import { isSlug, slugOf } from './slug.ts';
import { WhyAlert } from './why.tsx';

type Values = { name: string; tid: string; headcount: number | '' };
type NewTeamFormProps = { pid: string; onDone: () => void };

export function NewTeamForm({ pid, onDone }: NewTeamFormProps) {
  const { t } = useTranslation();
  const id = useId();
  const form = useForm<Values>({
    initialValues: { name: '', tid: '', headcount: '' },
    validate: {
      name: (value) => (value.trim() === '' ? t('manage.fields.nameMissing') : null),
      tid: (value) => (isSlug(value) ? null : t('manage.fields.slugInvalid')),
    },
  });
  const create = useChange({
    change: ({ name, tid, headcount }: typeof form.values) =>
      call('create_team', {
        path: { pid },
        body: { tid, name: name.trim(), headcount: headcount === '' ? null : headcount },
      }),
    message: ({ name }) => t('manage.teams.created', { name }),
    onDone,
  });
  const submit = form.onSubmit(
    (values) =>
      create.mutate(values, {
        onError: (error) => {
          form.setErrors(fieldErrors(error));
          focusFirstError(id);
        },
      }),
    () => focusFirstError(id),
  );
  return (
    <form noValidate id={id} onSubmit={submit}>
      <Stack gap="md">
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
        {create.isError && Object.keys(form.errors).length === 0 ? <WhyAlert error={create.error} /> : null}
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending}>
            {t('manage.teams.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
