import { Checkbox, Group, NativeSelect, NumberInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Room } from '../../../client/client.ts';
import { formatDay } from '../../../locales/format/dates.ts';
import { roomKindOf, roomKinds } from './rooms.ts';

export type RoomValues = Pick<Room, 'beds' | 'kind'> & { nights: readonly string[] };

type RoomFieldsProps = {
  values: RoomValues;
  /** The nights to choose from. */
  nights: readonly string[];
  onChange: (values: RoomValues) => void;
};

/** What a room has besides its name. */
export function RoomFields({ values, nights, onChange }: RoomFieldsProps) {
  const { t, i18n } = useTranslation();
  return (
    <>
      <NumberInput
        label={t('rooms.bedCount')}
        value={values.beds}
        onChange={(beds) => onChange({ ...values, beds: Math.max(1, Math.round(Number(beds) || 1)) })}
        min={1}
        max={200}
        allowDecimal={false}
      />
      <NativeSelect
        label={t('rooms.kind')}
        description={t('rooms.kindHint')}
        value={values.kind}
        onChange={(event) => onChange({ ...values, kind: roomKindOf(event.currentTarget.value) })}
        data={roomKinds.map((one) => ({ value: one, label: t(`rooms.kinds.${one}`) }))}
      />
      <Checkbox.Group
        label={t('rooms.openNights')}
        value={[...values.nights]}
        onChange={(chosen) => onChange({ ...values, nights: nights.filter((night) => chosen.includes(night)) })}
      >
        <Group gap="md" mt="xs">
          {nights.map((night) => (
            <Checkbox key={night} value={night} label={formatDay(night, i18n.language)} />
          ))}
        </Group>
      </Checkbox.Group>
    </>
  );
}
