import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../ui/change.ts';
import { fieldErrors, focusFirstError } from '../../ui/editing/field-errors.ts';
import { rejectsField } from '../../ui/problems/api-problem.ts';
import { OrganiserProblem } from '../../ui/problems/organiser-problem.tsx';
import { endOfDay, inOneYear, today } from './end-date.ts';
import { createServiceAccount } from './queries.ts';
import { ScopeChoice } from './scope-choice.tsx';
import type { Scope } from './scopes.ts';

type Values = { name: string; scopes: Scope[]; ends_at: string };
type NewAccountFormProps = { pid: string; onDone: (token: string) => void };

export function NewAccountForm({ pid, onDone }: NewAccountFormProps) {
  const { t } = useTranslation();
  const formId = useId();
  const create = useChange(createServiceAccount(pid), { onDone: (_, { token }) => onDone(token) });
  const form = useForm<Values>({
    initialValues: { name: '', scopes: [], ends_at: inOneYear() },
    validate: {
      name: (name) => (name.trim() === '' ? t('accounts.nameMissing') : null),
      scopes: (scopes) => (scopes.length === 0 ? t('accounts.scopesMissing') : null),
      ends_at: (day) => (endOfDay(day) === undefined ? t('accounts.endsAtInvalid') : null),
    },
  });
  const textOf = (field: string) => (field === 'ends_at' ? t('accounts.endsAtInvalid') : undefined);
  const send = ({ name, scopes, ends_at: day }: Values) =>
    create.mutate(
      { name: name.trim(), scopes, ends_at: endOfDay(day) ?? '' },
      {
        onError: (error) => focusFirstError(formId, () => form.setErrors(fieldErrors(error, { errorText: textOf }))),
      },
    );
  const isOfField = create.isError && ['name', 'ends_at'].some((field) => rejectsField(create.error, field));
  return (
    <form id={formId} onSubmit={form.onSubmit(send, () => focusFirstError(formId))} noValidate>
      <Stack gap="md">
        <TextInput
          {...form.getInputProps('name')}
          label={t('accounts.name')}
          description={t('accounts.nameHint')}
          maxLength={100}
          required
          data-autofocus
        />
        <ScopeChoice
          value={form.values.scopes}
          onChange={(value) => form.setFieldValue('scopes', value)}
          error={form.errors['scopes']}
        />
        <TextInput {...form.getInputProps('ends_at')} label={t('accounts.endsAt')} type="date" min={today()} required />
        {create.isError && !isOfField ? <OrganiserProblem error={create.error} /> : null}
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending}>
            {t('accounts.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
