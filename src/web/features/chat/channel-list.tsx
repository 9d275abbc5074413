import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatChannel } from '../../../client/client.ts';
import { useChange } from '../../ui/change.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { BellIcon } from '../../ui/icons.tsx';
import { EmptyList, Loaded } from '../../ui/page-state.tsx';
import { ChannelCard } from './channel-card.tsx';
import { NewChannelForm } from './new-channel-form.tsx';
import { channelsQuery, removeChannel } from './queries.ts';

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
      {tid === undefined ? null : <Text c="dimmed">{t('chat.lead')}</Text>}
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
      <Group>
        <Button onClick={() => setAdding(true)}>{t('chat.add')}</Button>
      </Group>
      <Dialog opened={adding} title={t('chat.add')} onClose={() => setAdding(false)}>
        <NewChannelForm pid={pid} tid={tid ?? null} onDone={() => setAdding(false)} />
      </Dialog>
      <ConfirmDialog
        opened={removing !== undefined}
        title={t('chat.removeTitle')}
        text={t('chat.removeText', { name: removing?.name ?? '' })}
        confirm={t('connections.remove')}
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() => removing && remove.mutate(removing)}
        onClose={() => {
          setRemoving(undefined);
          remove.reset();
        }}
      />
    </Stack>
  );
}
