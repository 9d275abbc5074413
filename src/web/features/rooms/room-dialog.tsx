import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project, Room } from '../../../client/client.ts';
import { useChange } from '../../ui/change.ts';
import type { Change } from '../../ui/change.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { OrganiserProblem } from '../../ui/problems/organiser-problem.tsx';
import { changeRoom } from './queries.ts';
import { RoomFields } from './room-fields.tsx';
import type { RoomValues } from './room-fields.tsx';

type RoomDialogProps = {
  project: Project;
  room: Room;
  nights: readonly string[];
  remove: Change<Room, unknown>;
  onClose: () => void;
};

/** Changes a room, or deletes it if nobody sleeps there. */
export function RoomDialog({ project, room, nights, remove, onClose }: RoomDialogProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(room.name);
  const [values, setValues] = useState<RoomValues>(room);
  const save = useChange(changeRoom(project.pid), { message: () => t('rooms.saved'), onDone: onClose });
  const removing = useChange(remove, { message: () => t('rooms.removed', { name: room.name }), onDone: onClose });
  const failed = [save, removing].find(({ isError }) => isError);
  const { beds, kind } = values;
  return (
    <Dialog opened title={t('rooms.editWhat', { name: room.name })} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ room, changes: { name: name.trim(), beds, kind, nights: [...values.nights] } });
        }}
      >
        <Stack gap="sm">
          <TextInput
            label={t('rooms.name')}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            maxLength={100}
            required
          />
          <RoomFields values={values} nights={nights} onChange={setValues} />
          {failed?.error == null ? null : <OrganiserProblem error={failed.error} />}
          <Group justify="space-between">
            <Button type="submit" loading={save.isPending} disabled={name.trim() === '' || values.nights.length === 0}>
              {t('rooms.save')}
            </Button>
            {room.people.length > 0 ? (
              <Text size="sm" c="dimmed">
                {t('rooms.notEmpty')}
              </Text>
            ) : (
              <Button variant="default" color="red" loading={removing.isPending} onClick={() => removing.mutate(room)}>
                {t('rooms.remove')}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
