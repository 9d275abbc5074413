import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Project, RoomBoard, RoomDraft } from '../../../client/client.ts';
import { formatList } from '../../../locales/format/lists.ts';
import { useChange } from '../../ui/change.ts';
import { OrganiserProblem } from '../../ui/problems/organiser-problem.tsx';
import { applyDraft } from './queries.ts';
import { useNames } from '../roster/namesakes.ts';

type DraftCardProps = { project: Project; board: RoomBoard; draft: RoomDraft; onClose: () => void };

/** A draft to look at: by room, with the reason for each person, and who finds no bed. */
export function DraftCard({ project, board, draft, onClose }: DraftCardProps) {
  const { t, i18n } = useTranslation();
  const shown = useNames(project.pid, board.people);
  const names = new Map(board.people.map((person) => [person.uid, shown(person)]));
  const nameOf = (uid: string): string => names.get(uid) ?? '';
  const apply = useChange(applyDraft(project.pid), {
    message: (_, { results }) =>
      t('rooms.draft.applied', { count: results.filter(({ result }) => result === 'placed').length }),
    onDone: onClose,
  });
  const byRoom = Map.groupBy(draft.placed, ({ room }) => room);
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby="room-draft">
      <Title order={2} size="h4" id="room-draft">
        {t('rooms.draft.title')}
      </Title>
      <Text c="dimmed" mb="sm">
        {t('rooms.draft.lead', { count: draft.placed.length })}
      </Text>
      <Stack gap="md">
        {board.rooms.map((room) => {
          const placed = byRoom.get(room.id) ?? [];
          return placed.length === 0 ? null : (
            <div key={room.id}>
              <Text fw={600} className="muster-breaks">
                {room.name}
              </Text>
              <ul>
                {placed.map(({ uid, reason, apart }) => (
                  <li key={uid}>
                    {t('ui.labelled', { label: nameOf(uid), value: t(`rooms.draft.reasons.${reason}`) })}
                    {apart.length === 0 ? null : (
                      <Text span size="sm" c="dimmed">
                        {' '}
                        {t('rooms.draft.apart', { names: formatList(apart.map(nameOf), i18n.language) })}
                      </Text>
                    )}
                  </li>
                ))}
              </ul>
            </div>
          );
        })}
        {draft.left.length === 0 ? null : (
          <Alert color="yellow" title={t('rooms.draft.left', { count: draft.left.length })}>
            {draft.left.map(({ uid, reason }) => (
              <Text key={uid}>{t('ui.labelled', { label: nameOf(uid), value: t(`rooms.draft.why.${reason}`) })}</Text>
            ))}
          </Alert>
        )}
        {apply.isError ? <OrganiserProblem error={apply.error} /> : null}
        <Group>
          <Button
            loading={apply.isPending}
            disabled={draft.placed.length === 0}
            onClick={() => apply.mutate(draft.placed.map(({ uid, room, nights }) => ({ uid, room, nights })))}
          >
            {t('rooms.draft.apply')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('rooms.draft.discard')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
