import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { PushSubscription } from '../../../client/client.ts';
import { useChange } from '../../ui/change.ts';
import { formatDateTime } from '../../../locales/format/dates.ts';
import { Loaded } from '../../ui/page-state.tsx';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { canPush, PushRefused } from './browser-push.ts';
import { deviceText } from '../sessions/device-text.ts';
import { pushQuery, turnOff, turnOn } from './queries.ts';

/** Notifications on this device, and a list of the others that get them. */
export function PushCard() {
  const { t } = useTranslation();
  const subscriptions = useQuery(pushQuery);
  return (
    <Paper className="muster-surface" p={{ base: 'md', xs: 'lg' }}>
      <Title order={2} size="h4">
        {t('push.title')}
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        {t('push.lead')}
      </Text>
      <Loaded query={subscriptions} embedded>
        {({ public_key: publicKey, data }) => (
          <Stack gap="md">
            <ThisDevice publicKey={publicKey} own={data.find(({ current }) => current)} />
            <OtherDevices others={data.filter(({ current }) => !current)} />
          </Stack>
        )}
      </Loaded>
    </Paper>
  );
}

function ThisDevice({ publicKey, own }: { publicKey: string; own: PushSubscription | undefined }) {
  const { t } = useTranslation();
  const starting = useChange(turnOn, { message: () => t('push.saved') });
  const ending = useChange(turnOff, { message: () => t('push.removed') });
  if (!canPush()) return <Text size="sm">{t('push.unsupported')}</Text>;
  const { error } = starting;
  return (
    <>
      {error instanceof PushRefused ? <Alert color="red">{t(`push.${error.reason}`)}</Alert> : null}
      {error === null || error instanceof PushRefused ? null : <ProblemAlert error={error} />}
      {ending.isError ? <ProblemAlert error={ending.error} /> : null}
      <Group justify="space-between">
        <Text fw={600}>{own === undefined ? t('push.off') : t('push.on')}</Text>
        {own === undefined ? (
          <Button loading={starting.isPending} onClick={() => starting.mutate(publicKey)}>
            {t('push.turnOn')}
          </Button>
        ) : (
          <Button variant="default" loading={ending.isPending} onClick={() => ending.mutate(own)}>
            {t('push.turnOff')}
          </Button>
        )}
      </Group>
    </>
  );
}

function OtherDevices({ others }: { others: readonly PushSubscription[] }) {
  const { t, i18n } = useTranslation();
  const ending = useChange(turnOff, { message: () => t('push.removed') });
  if (others.length === 0) return null;
  return (
    <div>
      <Title order={3} size="h5">
        {t('push.others')}
      </Title>
      {ending.isError ? <ProblemAlert error={ending.error} /> : null}
      <Stack component="ul" className="muster-plain-list" gap={0}>
        {others.map((one) => (
          <Group key={one.id} component="li" className="muster-row" justify="space-between" wrap="nowrap">
            <div>
              <Text>{deviceText(t, one.device)}</Text>
              <Text size="sm" c="dimmed">
                {one.last_success_at === null
                  ? t('push.never')
                  : t('push.last', { time: formatDateTime(one.last_success_at, i18n.language) })}
              </Text>
            </div>
            <Button
              size="xs"
              variant="default"
              flex="none"
              loading={ending.isPending && ending.variables.id === one.id}
              onClick={() => ending.mutate(one)}
              aria-label={t('push.removeFor', { device: deviceText(t, one.device) })}
            >
              {t('push.remove')}
            </Button>
          </Group>
        ))}
      </Stack>
    </div>
  );
}
