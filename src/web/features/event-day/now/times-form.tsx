import { isDoneAt } from '../../../../shared/rules.ts';
import { Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AttendanceChanges, AttendanceMarks } from '../../../../client/client.ts';
import { formatHoursAt } from '../../../../locales/format/hours.ts';
import { formatNumber, toHours } from '../../../../locales/format/numbers.ts';
import { fromZonedInput, toZonedInput } from '../../../../locales/format/zoned-time.ts';
import { useChange } from '../../../ui/change.ts';
import { ProblemAlert } from '../../../ui/problems/problem.tsx';
import { mark } from '../queries.ts';

export type Marked = Pick<AttendanceMarks, 'uid' | 'state' | 'arrived_at' | 'left_at'> & {
  id: string;
  starts_at: string;
  ends_at: string;
};

type TimesFormProps = { pid: string; timezone: string; marked: Marked; onDone: () => void };

/** Corrects when somebody came and left, or that they did not come. The hours follow from it. */
export function TimesForm({ pid, timezone, marked, onDone }: TimesFormProps) {
  const { t, i18n } = useTranslation();
  const { id, uid, starts_at: starts, ends_at: ends } = marked;
  const [came, setCame] = useState(marked.state !== 'no_show');
  const arrived = useTimeField(marked.arrived_at, timezone);
  const left = useTimeField(marked.left_at, timezone);
  const isHere = marked.state === 'arrived';
  const change = useChange(mark(pid), {
    message: (_, { minutes }) =>
      isHere
        ? t('eventDay.times.saved')
        : t('eventDay.times.savedHours', { hours: formatNumber(toHours(minutes), i18n.language) }),
    onDone,
  });
  const isReversed = arrived.at !== null && left.at !== null && left.at < arrived.at;
  const changes = (): AttendanceChanges => {
    if (!came) return { state: 'no_show' };
    if (isHere) return { state: 'arrived', arrived_at: arrived.at };
    const isDone = left.at === null || isDoneAt(left.at, { ends_at: ends });
    return { state: isDone ? 'done' : 'left_early', arrived_at: arrived.at, left_at: left.at };
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReversed) change.mutate({ id, uid, changes: changes() });
      }}
    >
      <Stack gap="md">
        <Text>{t('hours.planned', { times: formatHoursAt({ t, i18n }, starts, ends, timezone) })}</Text>
        {isHere ? null : (
          <NativeSelect
            label={t('hours.state.label')}
            value={came ? 'done' : 'no_show'}
            onChange={(event) => setCame(event.currentTarget.value === 'done')}
            data={(['done', 'no_show'] as const).map((value) => ({ value, label: t(`hours.state.${value}`) }))}
          />
        )}
        {came ? (
          <TextInput
            type="datetime-local"
            label={t('eventDay.times.arrived')}
            description={isHere ? undefined : t('eventDay.times.arrivedHint')}
            required={isHere}
            {...arrived.props}
          />
        ) : null}
        {came && !isHere ? (
          <TextInput
            type="datetime-local"
            label={t('eventDay.times.left')}
            description={t('eventDay.times.leftHint')}
            error={isReversed ? t('eventDay.times.reversed') : undefined}
            {...left.props}
          />
        ) : null}
        <Text size="sm" c="dimmed">
          {t('eventDay.times.notified')}
        </Text>
        {change.isError ? <ProblemAlert error={change.error} /> : null}
        <Button type="submit" loading={change.isPending}>
          {t('eventDay.times.save')}
        </Button>
      </Stack>
    </form>
  );
}

/** A time that nobody touches keeps its seconds. */
function useTimeField(before: string | null, timezone: string) {
  const shown = toZonedInput(before, timezone);
  const [value, setValue] = useState(shown);
  return {
    at: value === shown ? before : fromZonedInput(value, timezone),
    props: { value, onChange: (event: { currentTarget: { value: string } }) => setValue(event.currentTarget.value) },
  };
}
