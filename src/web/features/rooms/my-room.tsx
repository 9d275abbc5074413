import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MyRoom as OwnRoom } from '../../../client/client.ts';
import { formatDay } from '../../../locales/format/dates.ts';
import { formatList } from '../../../locales/format/lists.ts';
import { shownName } from '../../../locales/format/names.ts';
import { lazyPart } from '../../lazy-part.tsx';
import { useChange } from '../../ui/change.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { answerSwap, myRoomQuery } from './queries.ts';

const RoomChoices = lazyPart('room-choices', async () => (await import('./room-choices.tsx')).RoomChoices);

/** Where the person sleeps and with whom, the people they want to share with, and swaps. */
export function MyRoom({ pid }: { pid: string }) {
  const { t, i18n } = useTranslation();
  const own = useQuery(myRoomQuery(pid)).data;
  const [isOpen, setOpen] = useState(false);
  if (own === undefined) return null;
  if (!own.needs_bed && own.rooms.length === 0) return null;
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby="my-room">
      <Title order={2} size="h4" mb="sm" id="my-room">
        {t('rooms.mine.title')}
      </Title>
      <Stack gap="md">
        {own.rooms.length === 0 ? <Text c="dimmed">{t('rooms.mine.none')}</Text> : null}
        {own.rooms.map(({ name, nights, mates }) => (
          <div key={name}>
            <Text fw={600} className="muster-breaks">
              {name}
            </Text>
            <Text size="sm" c="dimmed">
              {formatList(
                nights.map((night) => formatDay(night, i18n.language)),
                i18n.language,
              )}
            </Text>
            <Text>
              {mates.length === 0
                ? t('rooms.mine.alone')
                : t('rooms.mine.with', {
                    names: formatList(
                      mates.map((mate) => shownName(t, mate.name)),
                      i18n.language,
                    ),
                  })}
            </Text>
          </div>
        ))}
        <Asked pid={pid} own={own} />
        <Group>
          <Button variant="default" onClick={() => setOpen(true)}>
            {t('rooms.mine.change')}
          </Button>
        </Group>
      </Stack>
      {isOpen ? (
        <Dialog opened title={t('rooms.mine.title')} onClose={() => setOpen(false)}>
          <RoomChoices pid={pid} own={own} />
        </Dialog>
      ) : null}
    </Paper>
  );
}

/** Swaps that wait for an answer. */
function Asked({ pid, own: { swaps } }: { pid: string; own: OwnRoom }) {
  const { t } = useTranslation();
  const answer = useChange(answerSwap(pid), {
    message: ({ agrees }) => (agrees ? t('rooms.mine.swapped') : t('rooms.mine.declined')),
  });
  return (
    <>
      {swaps.map(({ id, name, by_me: isMine, room }) => (
        <Group key={id} gap="sm">
          <Text>
            {isMine
              ? t('rooms.mine.youAsked', { name: shownName(t, name) })
              : t('rooms.mine.asksYou', { name: shownName(t, name), room: room ?? '' })}
          </Text>
          {isMine ? null : (
            <Button size="compact-md" loading={answer.isPending} onClick={() => answer.mutate({ id, agrees: true })}>
              {t('rooms.mine.agree')}
            </Button>
          )}
          <Button
            size="compact-md"
            variant="default"
            loading={answer.isPending}
            onClick={() => answer.mutate({ id, agrees: false })}
          >
            {isMine ? t('rooms.mine.withdraw') : t('rooms.mine.decline')}
          </Button>
        </Group>
      ))}
      {answer.isError ? <ProblemAlert error={answer.error} /> : null}
    </>
  );
}
