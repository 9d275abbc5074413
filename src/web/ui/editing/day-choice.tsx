import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatWeekday } from '../../../locales/format/dates.ts';
import { ChipChoice } from './chip-choice.tsx';

type DayChoiceProps = {
  label: string;
  description?: string;
  /** Belongs to the field for a day that is not listed. */
  otherLabel: string;
  error?: ReactNode;
  required?: boolean;
  days: readonly string[];
  /** The first and last day that can be added. */
  min?: string;
  max?: string;
  value: string[];
  onChange: (days: string[]) => void;
};

/** Some of the days, and others that people add. */
export function DayChoice({
  otherLabel,
  days,
  min = '',
  max = '9999-12-31',
  value,
  onChange,
  ...about
}: DayChoiceProps) {
  const { t, i18n } = useTranslation();
  const [others, setOthers] = useState(value);
  const [day, setDay] = useState('');
  const listed = [...new Set([...days, ...others, ...value])].toSorted();
  const add = () => {
    setOthers([...others, day]);
    if (!value.includes(day)) onChange([...value, day]);
    setDay('');
  };
  return (
    <Stack gap="xs">
      <ChipChoice
        {...about}
        options={listed.map((one) => ({ value: one, label: formatWeekday(one, i18n.language) }))}
        value={value}
        onChange={onChange}
      />
      <Group align="flex-end" gap="xs">
        <TextInput
          type="date"
          label={otherLabel}
          min={min}
          max={max}
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        <Button variant="default" disabled={day === '' || day < min || day > max} onClick={add}>
          {t('series.fields.addDay')}
        </Button>
      </Group>
    </Stack>
  );
}
