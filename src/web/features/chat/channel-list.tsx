import { Button, Group, Stack, Text, Paper, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifications } from '@mantine/notifications';
import type { TFunction } from 'i18next';
import type { ChatChannel } from '../../../client/client.ts';
import { formatDateTimeAt } from '../../../locales/format/dates.ts';
import { useChange } from '../../ui/change.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { BellIcon } from '../../ui/icons.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { EmptyList, Loaded } from '../../ui/page-state.tsx';
import { OrganiserProblem } from '../../ui/problems/organiser-problem.tsx';
import { NewChannelForm } from './new-channel-form.tsx';
import { channelsQuery, removeChannel, switchChannel, testChannel } from './queries.ts';
import { ConnectionButtons, ConnectionState, reasonText } from './connection.tsx';
import { OtherZone, useShownZone } from '../projects/event/event-zone.tsx';

type ChannelListProps = {
  pid: string;
  /** Only the channels of this team; without it, those of the project and all teams. */
  tid?: string;
};

/** The channels that get messages, with a button to add one. */
export function ChannelList({ pid, tid }: ChannelListProps) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<ChatChannel>();
  const channels = useQuery(channelsQuery(pid, tid));
  const remove = useChange(removeChannel(pid), {
    message: ({ name }) => t('chat.removed', { name }),
    onDone: () => setRemoving(undefined),
  });
  return (
    <Stack gap="lg">
      {tid === undefined ? (
        <PageHead title={t('manage.parts.chat')} help={t('chat.lead')}>
          <Button size="sm" onClick={() => setAdding(true)}>
            {t('chat.add')}
          </Button>
        </PageHead>
      ) : (
        <Text c="dimmed">{t('chat.lead')}</Text>
      )}
      <OtherZone />
      <Loaded query={channels} embedded>
        {(found) =>
          found.length === 0 ? (
            <EmptyList icon={<BellIcon size={28} />} title={t('chat.none')} description={t('chat.noneText')} />
          ) : (
            <Stack component="ul" className="muster-plain-list" gap="md">
              {found.map((channel) => (
                <ChannelCard
                  key={channel.id}
                  pid={pid}
                  channel={channel}
                  showTeam={tid === undefined}
                  onRemove={() => setRemoving(channel)}
                />
              ))}
            </Stack>
          )
        }
      </Loaded>
      {tid === undefined ? null : (
        <Group>
          <Button onClick={() => setAdding(true)}>{t('chat.add')}</Button>
        </Group>
      )}
      <Dialog opened={adding} title={t('chat.add')} onClose={() => setAdding(false)}>
        <NewChannelForm pid={pid} tid={tid ?? null} onDone={() => setAdding(false)} />
      </Dialog>
      <ConfirmDialog
        opened={removing !== undefined}
        title={t('chat.removeTitle')}
        text={t('chat.removeText', { name: removing?.name ?? '' })}
        confirm={t('connections.remove')}
        change={remove}
        onConfirm={() => removing && remove.mutate(removing)}
        onClose={() => setRemoving(undefined)}
      />
    </Stack>
  );
}

type ChannelCardProps = { pid: string; channel: ChatChannel; showTeam: boolean; onRemove: () => void };

function ChannelCard({ pid, channel, showTeam, onRemove }: ChannelCardProps) {
  const { t, i18n } = useTranslation();
  const zone = useShownZone();
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
          {lastText(t, channel, (at) => formatDateTimeAt(at, i18n.language, zone))}
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

function lastText(t: TFunction, { tried_at, outcome }: ChatChannel, timeOf: (at: string) => string): string {
  if (tried_at === null || outcome === null) return t('chat.never');
  const time = timeOf(tried_at);
  return outcome === 'ok'
    ? t('chat.lastArrived', { time })
    : t('chat.lastFailed', { time, reason: reasonText(t, outcome) });
}
