import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Attendee, Task } from '../../../../client/client.ts';
import { formatTimeAt } from '../../../../locales/format/dates.ts';
import { shownName } from '../../../../locales/format/names.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { TimesForm } from '../../event-day/now/times-form.tsx';
import { projectQuery } from '../../projects/queries.ts';

type AttendanceMarksProps = { task: Task; person: Attendee };

const useTimezone = (pid: string): string => useQuery(projectQuery(pid)).data?.timezone ?? 'UTC';

/** Whether somebody came, and when. Nothing before they are marked. */
export function AttendanceMarks({ task, person }: AttendanceMarksProps) {
  const { t, i18n } = useTranslation();
  const timezone = useTimezone(task.pid);
  const { state = 'joined', presumed } = person;
  if (state === 'joined') return null;
  const times = (['arrived', 'left'] as const).flatMap((key) => {
    const moment = person[`${key}_at`];
    return moment == null
      ? []
      : [t(`eventDay.times.${key}At`, { time: formatTimeAt(moment, i18n.language, timezone) })];
  });
  const isCheckedIn = person.arrived_at != null;
  const shown =
    presumed === true
      ? t(isCheckedIn ? 'hours.state.presumed' : 'hours.state.not_checked_in')
      : t(`eventDay.now.states.${state}`);
  return <Text size="sm">{[shown, ...times].join(' · ')}</Text>;
}

/** After the task: whether somebody came, and from when until when. */
export function CorrectTimes({ task, person }: AttendanceMarksProps) {
  const { t } = useTranslation();
  const timezone = useTimezone(task.pid);
  const [opened, setOpened] = useState(false);
  const { pid, id, starts_at, ends_at } = task;
  const { uid, state = 'joined', arrived_at = null, left_at = null } = person;
  const name = shownName(t, person.name);
  // The task is over, so people who weren't checked out are no longer here.
  const marked = {
    id,
    uid,
    starts_at,
    ends_at,
    arrived_at,
    left_at,
    state: state === 'arrived' ? 'done' : state,
  } as const;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-label={t('ui.actionOn', { action: t('eventDay.times.correct'), name })}
        onClick={() => setOpened(true)}
      >
        {t('eventDay.times.correct')}
      </Button>
      <Dialog opened={opened} title={name} onClose={() => setOpened(false)}>
        <TimesForm {...{ pid, timezone, marked }} onDone={() => setOpened(false)} />
      </Dialog>
    </>
  );
}
