import { Button, Group, NativeSelect, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { NewGroupServer } from '../../../client/client.ts';
import { useChange } from '../../ui/change.ts';
import { fieldErrors, focusFirstError } from '../../ui/editing/field-errors.ts';
import { rejectsField } from '../../ui/problems/api-problem.ts';
import { OrganiserProblem } from '../../ui/problems/organiser-problem.tsx';
import { addServer } from './queries.ts';

const kinds = ['mailman', 'mattermost'] as const;

type Values = Required<NewGroupServer>;
type NewServerFormProps = { pid: string; onDone: () => void };

/** Not kept as a draft: the password is a secret. */
export function NewServerForm({ pid, onDone }: NewServerFormProps) {
  const { t } = useTranslation();
  const formId = useId();
  const add = useChange(addServer(pid), { message: () => t('groupSync.serverAdded'), onDone });
  const form = useForm<Values>({
    initialValues: { kind: 'mailman', url: '', username: '', secret: '' },
    validate: {
      url: (url) => (url.trim() === '' ? t('connections.urlRefused') : null),
      username: (name, { kind }) => (kind === 'mailman' && name.trim() === '' ? t('groupSync.usernameMissing') : null),
      secret: (secret) => (secret === '' ? t('groupSync.secretMissing') : null),
    },
  });
  const isMailman = form.values.kind === 'mailman';
  const send = ({ kind, url, username, secret }: Values) =>
    add.mutate(
      { kind, url: url.trim(), username: kind === 'mailman' ? username.trim() : '', secret: secret.trim() },
      {
        onError: (error) =>
          focusFirstError(formId, () =>
            form.setErrors(
              fieldErrors(error, { errorText: (field) => (field === 'url' ? t('connections.urlRefused') : undefined) }),
            ),
          ),
      },
    );
  const known = ['url', 'username', 'secret'].some((field) => rejectsField(add.error, field));
  return (
    <form id={formId} onSubmit={form.onSubmit(send, () => focusFirstError(formId))} noValidate>
      <Stack gap="md">
        <NativeSelect
          {...form.getInputProps('kind')}
          label={t('groupSync.kind')}
          data={kinds.map((value) => ({ value, label: t(`groupSync.software.${value}`) }))}
          data-autofocus
        />
        <TextInput
          {...form.getInputProps('url')}
          label={t('groupSync.url')}
          description={isMailman ? t('groupSync.urlMailman') : t('groupSync.urlMattermost')}
          type="url"
          maxLength={500}
          placeholder={isMailman ? 'https://lists.example.org/rest' : 'https://chat.example.org'}
          spellCheck={false}
          required
        />
        {isMailman ? (
          <TextInput
            {...form.getInputProps('username')}
            label={t('groupSync.username')}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            required
          />
        ) : null}
        <PasswordInput
          {...form.getInputProps('secret')}
          label={isMailman ? t('groupSync.password') : t('groupSync.token')}
          description={isMailman ? t('groupSync.secretHint') : t('groupSync.tokenHint')}
          maxLength={500}
          autoComplete="off"
          required
        />
        {add.isError && !known ? <OrganiserProblem error={add.error} /> : null}
        <Group justify="flex-end">
          <Button type="submit" loading={add.isPending}>
            {t('groupSync.addServer')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
