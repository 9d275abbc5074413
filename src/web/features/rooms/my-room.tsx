import { Button, Checkbox, Group, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MyRoom as OwnRoom } from '../../../client/client.ts';
import { formatDay } from '../../../locales/format/dates.ts';
import { formatList } from '../../../locales/format/lists.ts';
import { shownName } from '../../../locales/format/names.ts';
import { useChange } from '../../ui/change.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { membersFoundQuery } from '../teams/memberships/queries.ts';
import { meQuery } from '../people/queries.ts';
import { answerSwap, askToSwap, chooseMates, myRoomQuery } from './queries.ts';

const maxWishes = 5;

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
          <Stack gap="lg">
            <Wishes pid={pid} own={own} />
            {own.rooms.length === 0 ? null : <AskToSwap pid={pid} />}
          </Stack>
        </Dialog>
      ) : null}
    </Paper>
  );
}

type OwnProps = { pid: string; own: OwnRoom };

/** People of the person's teams, whose names they see anyway. */
function useTeamMates(pid: string): { uid: string; name: string }[] {
  const me = useQuery(meQuery).data;
  const teams = me?.projects.find((project) => project.pid === pid)?.teams ?? [];
  const lists = useQueries({ queries: teams.map(({ tid }) => membersFoundQuery(pid, tid, '')) });
  const people = lists
    .flatMap(({ data }) => data ?? [])
    .flatMap(({ uid, name }) => (uid === undefined || uid === me?.uid ? [] : [{ uid, name }]));
  return [...new Map(people.map((one) => [one.uid, one])).values()];
}

function Wishes({ pid, own: { wishes } }: OwnProps) {
  const { t } = useTranslation();
  const mates = useTeamMates(pid);
  const choose = useChange(chooseMates(pid), { message: () => t('rooms.mine.wishesSaved') });
  const chosen = wishes.map(({ uid }) => uid);
  const known = new Set(mates.map(({ uid }) => uid));
  const people = [...wishes.filter(({ uid }) => !known.has(uid)), ...mates];
  const toggle = (uid: string) =>
    choose.mutate(chosen.includes(uid) ? chosen.filter((one) => one !== uid) : [...chosen, uid]);
  return (
    <Checkbox.Group label={t('rooms.mine.wishes')} description={t('rooms.mine.wishesHint', { count: maxWishes })}>
      <Stack gap="xs" mt="xs">
        {people.length === 0 ? <Text c="dimmed">{t('rooms.mine.nobody')}</Text> : null}
        {people.map(({ uid, name }) => (
          <Checkbox
            key={uid}
            value={uid}
            label={shownName(t, name)}
            description={wishes.some((wish) => wish.uid === uid && wish.mutual) ? t('rooms.mine.mutual') : undefined}
            checked={chosen.includes(uid)}
            disabled={choose.isPending || (!chosen.includes(uid) && chosen.length >= maxWishes)}
            onChange={() => toggle(uid)}
          />
        ))}
      </Stack>
      {choose.isError ? <ProblemAlert error={choose.error} /> : null}
    </Checkbox.Group>
  );
}

/** Swaps that wait for an answer. */
function Asked({ pid, own: { swaps } }: OwnProps) {
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

function AskToSwap({ pid }: { pid: string }) {
  const { t } = useTranslation();
  const mates = useTeamMates(pid);
  const [other, setOther] = useState('');
  const ask = useChange(askToSwap(pid), { message: () => t('rooms.mine.asked'), onDone: () => setOther('') });
  if (mates.length === 0) return null;
  return (
    <Stack gap="sm">
      <NativeSelect
        label={t('rooms.mine.swapWith')}
        description={t('rooms.mine.swapHint')}
        value={other}
        onChange={(event) => setOther(event.currentTarget.value)}
        data={[
          { value: '', label: t('rooms.mine.choose') },
          ...mates.map(({ uid, name }) => ({ value: uid, label: shownName(t, name) })),
        ]}
      />
      <Group>
        <Button variant="default" disabled={other === ''} loading={ask.isPending} onClick={() => ask.mutate(other)}>
          {t('rooms.mine.ask')}
        </Button>
      </Group>
      {ask.isError ? <ProblemAlert error={ask.error} /> : null}
    </Stack>
  );
}
