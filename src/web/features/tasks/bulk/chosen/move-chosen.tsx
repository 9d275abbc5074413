import { Button, Group, NumberInput, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SelectionChange } from '../queries.ts';
import { useTold } from '../../../notices/told.ts';

type Unit = 'days' | 'hours' | 'minutes';
type MoveChosenProps = { notifies: boolean; pending: boolean; onSubmit: (change: SelectionChange) => void };

const units = ['days', 'hours', 'minutes'] as const satisfies Unit[];
const largest = { days: 366, hours: 8760, minutes: 525_600 };

/** Days go by the calendar: tasks keep their time of day, also if clocks change in between. */
const moveBy = (amount: number, unit: Unit): SelectionChange =>
  unit === 'days' ? { move_days: amount } : { move_minutes: unit === 'hours' ? amount * 60 : amount };

/** `notifies`: somebody is on the tasks. */
export function MoveChosen({ notifies, pending, onSubmit }: MoveChosenProps) {
  const { t } = useTranslation();
  const told = useTold();
  const [amount, setAmount] = useState<number | string>(1);
  const [unit, setUnit] = useState<Unit>('days');
  const [direction, setDirection] = useState<'later' | 'earlier'>('later');
  const isNumber = typeof amount === 'number' && amount > 0 && amount <= largest[unit];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isNumber) onSubmit(moveBy(direction === 'later' ? amount : -amount, unit));
      }}
    >
      <Stack>
        <Group align="flex-end" wrap="nowrap">
          <NumberInput
            label={t('series.chosen.amount')}
            value={amount}
            onChange={setAmount}
            min={1}
            max={largest[unit]}
            allowDecimal={false}
            required
            flex={1}
          />
          <Select
            aria-label={t('series.chosen.unit')}
            data={units.map((value) => ({ value, label: t(`series.chosen.units.${value}`) }))}
            value={unit}
            onChange={(value) => setUnit(units.find((one) => one === value) ?? unit)}
            allowDeselect={false}
            flex={1}
          />
        </Group>
        <SegmentedControl
          aria-label={t('series.chosen.direction')}
          value={direction}
          onChange={setDirection}
          data={(['later', 'earlier'] as const).map((value) => ({ value, label: t(`series.chosen.${value}`) }))}
        />
        {notifies ? <Text size="sm">{told(t('series.chosen.told'))}</Text> : null}
        <Group justify="flex-end">
          <Button type="submit" loading={pending} disabled={!isNumber}>
            {t('series.chosen.move')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
