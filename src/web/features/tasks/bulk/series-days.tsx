import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../../client/client.ts';
import { formatWeekday } from '../../../../locales/format/dates.ts';
import { ChipChoice } from '../../../ui/editing/chip-choice.tsx';
import { isPlannable, plannableDays, projectDays } from './project-days.ts';

type SeriesDaysProps = {
  project: Project;
  value: string[];
  error?: ReactNode;
  onChange: (days: string[]) => void;
};

/** The days of the event, and others for building up and tearing down. */
export function SeriesDays({ project, value, error, onChange }: SeriesDaysProps) {
  const { t, i18n } = useTranslation();
  const [others, setOthers] = useState(value);
  const [day, setDay] = useState('');
  const days = [...new Set([...projectDays(project), ...others])].toSorted();
  const add = () => {
    setOthers([...others, day]);
    if (!value.includes(day)) onChange([...value, day]);
    setDay('');
  };
  return (
    <Stack gap="xs">
      <ChipChoice
        label={t('series.fields.days')}
        error={error}
        required
        options={days.map((one) => ({ value: one, label: formatWeekday(one, i18n.language) }))}
        value={value}
        onChange={onChange}
      />
      <Group align="flex-end" gap="xs">
        <TextInput
          type="date"
          label={t('series.fields.otherDay')}
          {...plannableDays(project)}
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        <Button variant="default" disabled={!isPlannable(project, day)} onClick={add}>
          {t('series.fields.addDay')}
        </Button>
      </Group>
    </Stack>
  );
}
