import { Button, Group, NumberInput, SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SelectionChange } from '../queries.ts';

type MoveChosenProps = { pending: boolean; onSubmit: (change: SelectionChange) => void };

export function MoveChosen({ pending, onSubmit }: MoveChosenProps) {
  const { t } = useTranslation();
  const [minutes, setMinutes] = useState<number | string>(30);
  const [direction, setDirection] = useState<'later' | 'earlier'>('later');
  const isNumber = typeof minutes === 'number' && minutes > 0;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isNumber) onSubmit({ move_minutes: direction === 'later' ? minutes : -minutes });
      }}
    >
      <Stack>
        <NumberInput
          label={t('series.chosen.minutes')}
          value={minutes}
          onChange={setMinutes}
          min={1}
          max={525_600}
          step={15}
          allowDecimal={false}
          required
        />
        <SegmentedControl
          aria-label={t('series.chosen.direction')}
          value={direction}
          onChange={setDirection}
          data={(['later', 'earlier'] as const).map((value) => ({ value, label: t(`series.chosen.${value}`) }))}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={pending} disabled={!isNumber}>
            {t('series.chosen.move')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
