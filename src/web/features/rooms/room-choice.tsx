import { Button, NativeSelect } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Room, RoomGuest } from '../../../client/client.ts';
import { fits, takenIn } from './rooms.ts';

type RoomChoiceProps = {
  guest: RoomGuest;
  name: string;
  room: Room | null;
  rooms: readonly Room[];
  /** Whether the person was moved here by this choice: the focus goes with them. */
  isMoved: boolean;
  onChoose: (room: string | null) => void;
};

/** The room of a person. The list of rooms appears when it is pressed: one for each of many people makes the page slow. */
export function RoomChoice({ name, room, isMoved, onChoose, ...list }: RoomChoiceProps) {
  const { t } = useTranslation();
  const [isChoosing, setChoosing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isMoved) button.current?.focus();
  }, [isMoved]);
  const label = t('rooms.roomOf', { name });
  const shown = room?.name ?? t('rooms.none');
  if (isChoosing)
    return (
      <RoomSelect
        {...{ label, room, ...list }}
        onChoose={(id) => {
          setChoosing(false);
          onChoose(id);
        }}
        onLeave={() => setChoosing(false)}
      />
    );
  return (
    <Button
      ref={button}
      variant="default"
      size="compact-sm"
      justify="flex-start"
      maw="100%"
      aria-label={t('ui.labelled', { label, value: shown })}
      onClick={() => setChoosing(true)}
    >
      {shown}
    </Button>
  );
}

type RoomSelectProps = Pick<RoomChoiceProps, 'guest' | 'room' | 'rooms' | 'onChoose'> & {
  label: string;
  onLeave: () => void;
};

function RoomSelect({ guest, label, room, rooms, onChoose, onLeave }: RoomSelectProps) {
  const { t } = useTranslation();
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => select.current?.focus(), []);
  const possible = rooms.filter((one) => one.id === room?.id || fits(one, guest));
  return (
    <NativeSelect
      ref={select}
      size="xs"
      aria-label={label}
      value={room?.id ?? ''}
      onBlur={onLeave}
      onChange={(event) => onChoose(event.currentTarget.value === '' ? null : event.currentTarget.value)}
      data={[
        { value: '', label: t('rooms.none') },
        ...possible.map((one) => ({
          value: one.id,
          label: t('rooms.choice', { name: one.name, taken: takenIn(one), count: one.beds }),
        })),
      ]}
    />
  );
}
