import { Button, Group, Stack, Text, TextInput, MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useForm } from '@mantine/form';
import type { Webhook, NewWebhook } from '../../../client/client.ts';
import { useChange } from '../../ui/change.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CodeIcon } from '../../ui/icons.tsx';
import { EmptyList, Loaded } from '../../ui/page-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { fieldErrors, focusFirstError } from '../../ui/editing/field-errors.ts';
import { rejectsField } from '../../ui/problems/api-problem.ts';
import { OrganiserProblem } from '../../ui/problems/organiser-problem.tsx';
import { useManagedProject, loadManaged } from '../projects/managed-project.ts';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { removeWebhook, rotateSecret, webhooksQuery, createWebhook } from './queries.ts';
import { WebhookCard } from './webhook-card.tsx';
import { OtherZone } from '../projects/event/event-zone.tsx';

export const loadWebhooksPage = loadManaged('edit', ({ load, params: { pid } }) => load(webhooksQuery(pid)));

export function WebhooksPage() {
  const { t } = useTranslation();
  const { pid, project } = useManagedProject();
  usePageTitle(`${t('manage.parts.webhooks')} · ${project.name}`);
  if (!project.rights.edit) return <OwnersOnly project={project} />;
  return <WebhookList pid={pid} />;
}

type Open =
  | { dialog: 'add' }
  | { dialog: 'remove' | 'rotate'; webhook: Webhook }
  | { dialog: 'secret'; secret: string };

/** Secrets are only in the state of this component, so that closing the dialog forgets them. */
function WebhookList({ pid }: { pid: string }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Open>();
  const webhooks = useQuery(webhooksQuery(pid));
  const close = () => setOpen(undefined);
  const showSecret = (_: unknown, { secret }: { secret: string }) => setOpen({ dialog: 'secret', secret });
  const remove = useChange(removeWebhook(pid), { message: () => t('webhooks.removed'), onDone: close });
  const rotate = useChange(rotateSecret(pid), { onDone: showSecret });
  return (
    <>
      <PageHead title={t('manage.parts.webhooks')} help={t('webhooks.lead')}>
        <Button size="sm" onClick={() => setOpen({ dialog: 'add' })}>
          {t('webhooks.add')}
        </Button>
      </PageHead>
      <OtherZone />
      <Loaded query={webhooks} embedded>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyList icon={<CodeIcon size={28} />} title={t('webhooks.none')} description={t('webhooks.noneText')} />
          ) : (
            <Stack component="ul" className="muster-plain-list" gap="md">
              {data.map((webhook) => (
                <WebhookCard
                  key={webhook.id}
                  pid={pid}
                  webhook={webhook}
                  onRotate={() => setOpen({ dialog: 'rotate', webhook })}
                  onRemove={() => setOpen({ dialog: 'remove', webhook })}
                />
              ))}
            </Stack>
          )
        }
      </Loaded>
      <Dialog opened={open?.dialog === 'add'} title={t('webhooks.add')} onClose={close}>
        <NewWebhookForm
          pid={pid}
          kinds={webhooks.data?.kinds ?? []}
          onDone={(secret) => setOpen({ dialog: 'secret', secret })}
        />
      </Dialog>
      <Dialog opened={open?.dialog === 'secret'} title={t('webhooks.secret')} onClose={close}>
        {open?.dialog === 'secret' ? <SecretPanel secret={open.secret} onDone={close} /> : null}
      </Dialog>
      <ConfirmDialog
        opened={open?.dialog === 'rotate'}
        title={t('webhooks.rotateTitle')}
        text={t('webhooks.rotateText')}
        confirm={t('webhooks.rotate')}
        color="spruce"
        change={rotate}
        onConfirm={() => open?.dialog === 'rotate' && rotate.mutate(open.webhook)}
        onClose={() => close()}
      />
      <ConfirmDialog
        opened={open?.dialog === 'remove'}
        title={t('webhooks.removeTitle')}
        text={t('webhooks.removeText')}
        confirm={t('connections.remove')}
        change={remove}
        onConfirm={() => open?.dialog === 'remove' && remove.mutate(open.webhook)}
        onClose={() => close()}
      />
    </>
  );
}

type SecretPanelProps = { secret: string; onDone: () => void };

function SecretPanel({ secret, onDone }: SecretPanelProps) {
  const { t } = useTranslation();
  return (
    <Stack gap="md">
      <Text>{t('webhooks.secretText')}</Text>
      <TextInput
        label={t('webhooks.secret')}
        value={secret}
        readOnly
        autoComplete="off"
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        rightSection={<CopyButton value={secret} what={t('webhooks.secret')} />}
        rightSectionWidth={44}
      />
      <Group justify="flex-end">
        <Button onClick={onDone}>{t('webhooks.secretDone')}</Button>
      </Group>
    </Stack>
  );
}

type Kinds = NonNullable<NewWebhook['kinds']>;
type Values = { url: string; kinds: Kinds };
type NewWebhookFormProps = { pid: string; kinds: Readonly<Kinds>; onDone: (secret: string) => void };

function NewWebhookForm({ pid, kinds, onDone }: NewWebhookFormProps) {
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
