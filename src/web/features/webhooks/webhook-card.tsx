import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConnectionButtons } from '../chat/connection-buttons.tsx';
import type { Webhook } from '../../../client/client.ts';
import { useChange } from '../../ui/change.ts';
import { ConnectionState } from '../chat/connection-state.tsx';
import { formatDateTime } from '../../../locales/format/dates.ts';
import { formatList } from '../../../locales/format/lists.ts';
import { OrganiserProblem } from '../../ui/problems/organiser-problem.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { pingWebhook, switchWebhook } from './queries.ts';

type WebhookCardProps = { pid: string; webhook: Webhook; onRotate: () => void; onRemove: () => void };

export function WebhookCard({ pid, webhook, onRotate, onRemove }: WebhookCardProps) {
  const { t, i18n } = useTranslation();
  const { id, url, active, kinds, failing_since: failing, old_secret_until: oldUntil } = webhook;
  const { log } = useSearch({ from: '/signed-in/projects/$pid/manage/webhooks' });
  const navigate = useNavigate({ from: '/projects/$pid/manage/webhooks' });
  const isOpen = log === id;
  const [now] = useState(() => Date.now());
  const showLog = (open: boolean) => void navigate({ search: open ? { log: id } : {}, replace: true });
  const ping = useChange(pingWebhook(pid), { message: () => t('webhooks.pinged'), onDone: () => showLog(true) });
  const toggle = useChange(switchWebhook(pid));
  const error = ping.error ?? toggle.error;
  const name = new URL(url).host;
  return (
    <Paper className="muster-surface" p="lg" component="li">
      <Stack gap="xs">
        <Group justify="space-between" align="flex-start" gap="xs">
          <Title order={2} size="h5" style={{ overflowWrap: 'anywhere' }}>
            {url}
          </Title>
          <ConnectionState connection={webhook} />
        </Group>
        <Text size="sm">{kinds.length === 0 ? t('webhooks.allKinds') : formatList(kinds, i18n.language)}</Text>
        {failing === null ? null : (
          <Text size="sm" c="var(--mantine-color-error)">
            {t('webhooks.failingSince', { time: formatDateTime(failing, i18n.language) })}
          </Text>
        )}
        {oldUntil === null || Date.parse(oldUntil) < now ? null : (
          <Text size="sm" c="dimmed">
            {t('webhooks.oldSecretUntil', { time: formatDateTime(oldUntil, i18n.language) })}
          </Text>
        )}
        {error === null ? null : <OrganiserProblem error={error} />}
        <Group gap="xs" mt="xs">
          <Button
            size="xs"
            variant="default"
            aria-expanded={isOpen}
            aria-label={t('webhooks.logWhat', { name })}
            onClick={() => showLog(!isOpen)}
          >
            {t('webhooks.log')}
          </Button>
          {active ? (
            <Button
              size="xs"
              variant="default"
              loading={ping.isPending}
              aria-label={t('webhooks.pingWhat', { name })}
              onClick={() => ping.mutate(webhook)}
            >
              {t('webhooks.ping')}
            </Button>
          ) : null}
          <Button size="xs" variant="default" aria-label={t('webhooks.rotateWhat', { name })} onClick={onRotate}>
            {t('webhooks.rotate')}
          </Button>
          <ConnectionButtons
            {...{ name, active, onRemove }}
            pending={toggle.isPending}
            onSwitch={(on) => toggle.mutate({ id, active: on })}
          />
        </Group>
        {isOpen ? <DeliveryLog pid={pid} webhook={webhook} /> : null}
      </Stack>
    </Paper>
  );
}
