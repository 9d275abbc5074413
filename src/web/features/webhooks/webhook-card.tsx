import { Button, Group, Paper, Stack, Text, Title, Badge } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { LoadError } from '../../ui/page-state.tsx';
import { ConnectionButtons, ConnectionState, reasonText } from '../chat/connection.tsx';
import type { Webhook, WebhookDelivery } from '../../../client/client.ts';
import { useChange } from '../../ui/change.ts';
import { formatDateTimeAt } from '../../../locales/format/dates.ts';
import { formatList } from '../../../locales/format/lists.ts';
import { OrganiserProblem } from '../../ui/problems/organiser-problem.tsx';
import { pingWebhook, switchWebhook, deliveriesQuery, redeliver } from './queries.ts';
import { useShownZone } from '../projects/event/event-zone.tsx';

const colors = { waiting: 'yellow', delivered: 'spruce', failed: 'red' } as const;

type WebhookCardProps = { pid: string; webhook: Webhook; onRotate: () => void; onRemove: () => void };

export function WebhookCard({ pid, webhook, onRotate, onRemove }: WebhookCardProps) {
  const { t, i18n } = useTranslation();
  const zone = useShownZone();
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
            {t('webhooks.failingSince', { time: formatDateTimeAt(failing, i18n.language, zone) })}
          </Text>
        )}
        {oldUntil === null || Date.parse(oldUntil) < now ? null : (
          <Text size="sm" c="dimmed">
            {t('webhooks.oldSecretUntil', { time: formatDateTimeAt(oldUntil, i18n.language, zone) })}
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

/** What was sent in the last 30 days, newest first. */
function DeliveryLog({ pid, webhook }: { pid: string; webhook: Webhook }) {
  const { t } = useTranslation();
  const list = useInfiniteQuery(deliveriesQuery(pid, webhook.id));
  const again = useChange(redeliver(pid, webhook.id), { message: () => t('webhooks.redelivered') });
  const deliveries = list.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <Stack gap="xs" component="section" aria-label={t('webhooks.log')}>
      {list.isError ? <LoadError error={list.error} embedded onRetry={() => void list.refetch()} /> : null}
      {list.isSuccess && deliveries.length === 0 ? <Text c="dimmed">{t('webhooks.logEmpty')}</Text> : null}
      {again.isError ? <OrganiserProblem error={again.error} /> : null}
      <Stack component="ul" className="muster-plain-list" gap={0}>
        {deliveries.map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            canRepeat={webhook.active && delivery.state !== 'waiting'}
            pending={again.isPending && again.variables.id === delivery.id}
            onRepeat={() => again.mutate(delivery)}
          />
        ))}
      </Stack>
      {list.hasNextPage ? (
        <Group>
          <Button
            size="xs"
            variant="default"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {t('webhooks.more')}
          </Button>
        </Group>
      ) : null}
    </Stack>
  );
}

type DeliveryRowProps = { delivery: WebhookDelivery; canRepeat: boolean; pending: boolean; onRepeat: () => void };

function DeliveryRow({ delivery, canRepeat, pending, onRepeat }: DeliveryRowProps) {
  const { t, i18n } = useTranslation();
  const zone = useShownZone();
  const timeOf = (at: string) => formatDateTimeAt(at, i18n.language, zone);
  const { kind, state, created_at: createdAt } = delivery;
  const time = timeOf(createdAt);
  return (
    <Group component="li" className="muster-row" justify="space-between" gap="xs">
      <Stack gap={2}>
        <Group gap="xs">
          <Text size="sm" fw={550}>
            {kind}
          </Text>
          <Badge size="sm" variant="light" color={colors[state]} tt="none">
            {t(`webhooks.states.${state}`)}
          </Badge>
        </Group>
        <Text size="xs" c="dimmed">
          {[time, ...outcomeTexts(t, delivery, timeOf)].join(' · ')}
        </Text>
      </Stack>
      {canRepeat ? (
        <Button
          size="compact-xs"
          variant="default"
          loading={pending}
          aria-label={t('webhooks.redeliverWhat', { kind, time })}
          onClick={onRepeat}
        >
          {t('webhooks.redeliver')}
        </Button>
      ) : null}
    </Group>
  );
}

function outcomeTexts(
  t: TFunction,
  { outcome, attempts, due_at: due, state }: WebhookDelivery,
  timeOf: (at: string) => string,
): string[] {
  return [
    ...(outcome === null ? [] : [reasonText(t, outcome)]),
    ...(attempts === 0 ? [] : [t('webhooks.attempts', { count: attempts })]),
    ...(state === 'waiting' && due !== null && attempts > 0 ? [t('webhooks.next', { time: timeOf(due) })] : []),
  ];
}
