import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { MyRoom } from '../../../client/client.ts';
import { shownName } from '../../../locales/format/names.ts';
import { useChange } from '../../ui/change.ts';
import { ProblemAlert } from '../../ui/problems/problem.tsx';
import { PersonPicker } from '../users/person-picker.tsx';
import { askToSwap, chooseMates } from './queries.ts';

const maxWishes = 5;

/** With whom somebody wants to share a room, and with whom to swap. */
export function RoomChoices({ pid, own }: { pid: string; own: MyRoom }) {
  return (
    <Stack gap="lg">
      <Wishes pid={pid} own={own} />
      {own.rooms.length === 0 ? null : <AskToSwap pid={pid} />}
    </Stack>
  );
}

function Wishes({ pid, own: { wishes } }: { pid: string; own: MyRoom }) {
  const { t } = useTranslation();
  const choose = useChange(chooseMates(pid), { message: () => t('rooms.mine.wishesSaved') });
  const chosen = wishes.map(({ uid }) => uid);
  return (
    <Stack gap="sm" component="section" aria-labelledby="room-wishes">
      <Title order={3} size="h5" id="room-wishes">
        {t('rooms.mine.wishes')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('rooms.mine.wishesHint', { count: maxWishes })}
      </Text>
      {wishes.length === 0 ? null : (
        <Stack component="ul" className="muster-plain-list" gap="xs">
          {wishes.map(({ uid, name: given, mutual }) => {
            const name = shownName(t, given);
            return (
              <Group key={uid} component="li" justify="space-between" wrap="nowrap">
                <div className="muster-breaks">
                  <Text>{name}</Text>
                  {mutual ? (
                    <Text size="sm" c="dimmed">
                      {t('rooms.mine.mutual')}
                    </Text>
                  ) : null}
                </div>
                <Button
                  size="compact-md"
                  variant="default"
                  loading={choose.isPending}
                  onClick={() => choose.mutate(chosen.filter((one) => one !== uid))}
                >
                  {t('rooms.mine.unwish', { name })}
                </Button>
              </Group>
            );
          })}
        </Stack>
      )}
      {/* Above the people found, who are many. */}
      {choose.isError ? <ProblemAlert error={choose.error} /> : null}
      {chosen.length >= maxWishes ? null : (
        <PersonPicker
          label={t('rooms.mine.find')}
          action={t('rooms.mine.choose')}
          taken={new Set(chosen)}
          takenText={t('rooms.mine.chosen')}
          disabled={choose.isPending}
          within={pid}
          who="room-mates"
          onPick={({ uid }) => choose.mutate([...chosen, uid])}
        />
      )}
    </Stack>
  );
}

const nobody: ReadonlySet<string> = new Set();

function AskToSwap({ pid }: { pid: string }) {
  const { t } = useTranslation();
  const ask = useChange(askToSwap(pid), { message: () => t('rooms.mine.asked') });
  return (
    <Stack gap="sm">
      {ask.isError ? <ProblemAlert error={ask.error} /> : null}
      <PersonPicker
        label={t('rooms.mine.swapWith')}
        hint={t('rooms.mine.swapHint')}
        action={t('rooms.mine.ask')}
        taken={nobody}
        takenText=""
        pendingUid={ask.isPending ? ask.variables : undefined}
        within={pid}
        who="room-mates"
        onPick={({ uid }) => ask.mutate(uid)}
      />
    </Stack>
  );
}
