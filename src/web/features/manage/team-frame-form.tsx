import { Button, Group, NumberInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { Team } from '../../../client/client.ts';
import { call } from '../../api.ts';
import { fieldErrors } from '../../ui/field-errors.ts';
import { useChange } from './changes.ts';
import { WhyAlert } from './why.tsx';

type Values = { name: string; headcount: number | '' };
type TeamFrameFormProps = { pid: string; team: Team; onDone: () => void };

/** What is the owners' to say of a team: its name and how large it may be. */
export function TeamFrameForm({ pid, team, onDone }: TeamFrameFormProps) {
  const { t } = useTranslation();
  const form = useForm<Values>({
    initialValues: { name: team.name, headcount: team.headcount ?? '' },
    validate: { name: (value) => (value.trim() === '' ? t('manage.fields.nameMissing') : null) },
  });
  const save = useChange({
    change: ({ name, headcount }: typeof form.values) =>
      call('update_team', {
        path: { pid, tid: team.tid },
        body: { name: name.trim(), headcount: headcount === '' ? null : headcount },
      }),
    message: () => t('manage.saved'),
    onDone,
  });
  const { headcount } = form.values;
  const overfull = headcount !== '' && headcount < team.member_count;
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) =>
        save.mutate(values, { onError: (error) => form.setErrors(fieldErrors(error)) }),
      )}
    >
      <Stack gap="md">
        <TextInput
          {...form.getInputProps('name')}
          label={t('manage.fields.name')}
          maxLength={100}
          required
          data-autofocus
        />
        <NumberInput
          {...form.getInputProps('headcount')}
          label={t('manage.teams.headcount')}
          description={
            overfull ? t('manage.teams.overfull', { count: team.member_count }) : t('manage.teams.headcountHint')
          }
          min={0}
          max={10_000}
          allowDecimal={false}
          allowNegative={false}
        />
        {save.isError && Object.keys(form.errors).length === 0 ? <WhyAlert error={save.error} /> : null}
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending}>
            {t('manage.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
