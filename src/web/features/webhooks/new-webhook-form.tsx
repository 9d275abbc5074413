import { Button, Group, MultiSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { NewWebhook } from '../../../client/client.ts';
import { useChange } from '../../ui/change.ts';
import { fieldErrors, focusFirstError } from '../../ui/editing/field-errors.ts';
import { rejectsField } from '../../ui/problems/api-problem.ts';
import { OrganiserProblem } from '../../ui/problems/organiser-problem.tsx';
import { createWebhook } from './queries.ts';

type Kinds = NonNullable<NewWebhook['kinds']>;
type Values = { url: string; kinds: Kinds };
type NewWebhookFormProps = { pid: string; kinds: Readonly<Kinds>; onDone: (secret: string) => void };

export function NewWebhookForm({ pid, kinds, onDone }: NewWebhookFormProps) {
  const { t } = useTranslation();
  const formId = useId();
  const create = useChange(createWebhook(pid), { onDone: (_, { secret }) => onDone(secret) });
  const form = useForm<Values>({
    initialValues: { url: '', kinds: [] },
    validate: { url: (url) => (url.trim() === '' ? t('connections.urlRefused') : null) },
  });
  const send = ({ url, kinds: chosen }: Values) =>
    create.mutate(
      { url: url.trim(), kinds: chosen },
      {
        onError: (error) =>
          focusFirstError(formId, () =>
            form.setErrors(
              fieldErrors(error, { errorText: (field) => (field === 'url' ? t('connections.urlRefused') : undefined) }),
            ),
          ),
      },
    );
  return (
    <form id={formId} onSubmit={form.onSubmit(send, () => focusFirstError(formId))} noValidate>
      <Stack gap="md">
        <TextInput
          {...form.getInputProps('url')}
          label={t('webhooks.url')}
          description={t('webhooks.urlHint')}
          type="url"
          maxLength={2000}
          placeholder="https://bot.example.org/muster"
          spellCheck={false}
          required
          data-autofocus
        />
        <MultiSelect
          {...form.getInputProps('kinds')}
          label={t('webhooks.kinds')}
          description={t('webhooks.kindsHint')}
          data={[...kinds]}
          searchable
          hidePickedOptions
          maxDropdownHeight={220}
        />
        {create.isError && !rejectsField(create.error, 'url') ? <OrganiserProblem error={create.error} /> : null}
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending}>
            {t('webhooks.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
