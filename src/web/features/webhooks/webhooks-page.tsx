import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Webhook } from '../../../client/client.ts';
import { useChange } from '../../ui/change.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CodeIcon } from '../../ui/icons.tsx';
import { EmptyList, Loaded } from '../../ui/page-state.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { useManagedProject } from '../projects/managed-project.ts';
import { OwnersOnly } from '../projects/owners-only.tsx';
import { NewWebhookForm } from './new-webhook-form.tsx';
import { removeWebhook, rotateSecret, webhooksQuery } from './queries.ts';
import { SecretPanel } from './secret-panel.tsx';
import { WebhookCard } from './webhook-card.tsx';

export function WebhooksPage() {
  const { t } = useTranslation();
  const { pid, project } = useManagedProject();
  usePageTitle(`${t('manage.parts.webhooks')} · ${project.name}`);
  if (!project.rights.edit) return <OwnersOnly project={project} />;
  return (
    <>
      <PageHeading title={t('manage.parts.webhooks')} lead={t('webhooks.lead')} />
      <WebhookList pid={pid} />
    </>
  );
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
    <Stack gap="lg">
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
      <Group>
        <Button onClick={() => setOpen({ dialog: 'add' })}>{t('webhooks.add')}</Button>
      </Group>
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
        pending={rotate.isPending}
        error={rotate.error}
        onConfirm={() => open?.dialog === 'rotate' && rotate.mutate(open.webhook)}
        onClose={() => {
          close();
          rotate.reset();
        }}
      />
      <ConfirmDialog
        opened={open?.dialog === 'remove'}
        title={t('webhooks.removeTitle')}
        text={t('webhooks.removeText')}
        confirm={t('connections.remove')}
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() => open?.dialog === 'remove' && remove.mutate(open.webhook)}
        onClose={() => {
          close();
          remove.reset();
        }}
      />
    </Stack>
  );
}
