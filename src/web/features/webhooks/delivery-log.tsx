import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Webhook, WebhookDelivery } from '../../../client/client.ts';
import { useChange } from '../../ui/change.ts';
import { reasonText } from '../chat/connection-state.tsx';
import { formatDateTime } from '../../../locales/format/dates.ts';
import { LoadError } from '../../ui/page-state.tsx';
import { OrganiserProblem } from '../../ui/problems/organiser-problem.tsx';
import { deliveriesQuery, redeliver } from './queries.ts';

const colors = { waiting: 'yellow', delivered: 'spruce', failed: 'red' } as const;

/** What was sent in the last 30 days, newest first. */
export function DeliveryLog({ pid, webhook }: { pid: string; webhook: Webhook }) {
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
  const { kind, state, created_at: createdAt } = delivery;
  const time = formatDateTime(createdAt, i18n.language);
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
          {[time, ...outcomeTexts(t, i18n.language, delivery)].join(' · ')}
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
  language: string,
  { outcome, attempts, due_at: due, state }: WebhookDelivery,
): string[] {
  return [
    ...(outcome === null ? [] : [reasonText(t, outcome)]),
    ...(attempts === 0 ? [] : [t('webhooks.attempts', { count: attempts })]),
    ...(state === 'waiting' && due !== null && attempts > 0
      ? [t('webhooks.next', { time: formatDateTime(due, language) })]
      : []),
  ];
}
