import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { ConnectionButtons } from './connection-buttons.tsx';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ChatChannel } from '../../../client/client.ts';
import { useChange } from '../../ui/change.ts';
import { ConnectionState, reasonText } from './connection-state.tsx';
import { formatDateTime } from '../../../locales/format/dates.ts';
import { OrganiserProblem } from '../../ui/problems/organiser-problem.tsx';
import { switchChannel, testChannel } from './queries.ts';

type ChannelCardProps = { pid: string; channel: ChatChannel; showTeam: boolean; onRemove: () => void };

export function ChannelCard({ pid, channel, showTeam, onRemove }: ChannelCardProps) {
  const { t, i18n } = useTranslation();
  const { id, name, active, tid } = channel;
  const test = useChange(testChannel(pid), {
    onDone: (_channel, { outcome }) =>
      notifications.show({
        message:
          outcome === 'ok' ? t('chat.testArrived', { name }) : t('chat.testFailed', { reason: reasonText(t, outcome) }),
        ...(outcome === 'ok' ? {} : { color: 'red' }),
      }),
  });
  const toggle = useChange(switchChannel(pid));
  const error = test.error ?? toggle.error;
  return (
    <Paper className="muster-surface" p="lg" component="li">
      <Stack gap="xs">
        <Group justify="space-between" align="flex-start" gap="xs">
          <Title order={2} size="h5">
            {name}
          </Title>
          <ConnectionState connection={channel} />
        </Group>
        <Text size="sm" c="dimmed">
          {[
            t(`chat.formats.${channel.format}`),
            channel.hint,
            ...(showTeam && tid !== null ? [t('chat.ofTeam', { team: tid })] : []),
          ].join(' · ')}
        </Text>
        <Text size="sm">{channel.topics.map((topic) => t(`chat.topic.${topic}`)).join(' · ')}</Text>
        <Text size="sm" c="dimmed">
          {lastText(t, i18n.language, channel)}
        </Text>
        {error === null ? null : <OrganiserProblem error={error} />}
        <Group gap="xs" mt="xs">
          <Button
            size="xs"
            variant="default"
            loading={test.isPending}
            aria-label={t('chat.testWhat', { name })}
            onClick={() => test.mutate(channel)}
          >
            {t('chat.test')}
          </Button>
          <ConnectionButtons
            {...{ name, active, onRemove }}
            pending={toggle.isPending}
            onSwitch={(on) => toggle.mutate({ id, active: on })}
          />
        </Group>
      </Stack>
    </Paper>
  );
}

function lastText(t: TFunction, language: string, { tried_at, outcome }: ChatChannel): string {
  if (tried_at === null || outcome === null) return t('chat.never');
  const time = formatDateTime(tried_at, language);
  return outcome === 'ok'
    ? t('chat.lastArrived', { time })
    : t('chat.lastFailed', { time, reason: reasonText(t, outcome) });
}
