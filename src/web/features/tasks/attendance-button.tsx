import { Badge, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Task } from '../../../client/client.ts';
import { formatList } from '../../../locales/format/lists.ts';
import { joinSentences } from '../../../locales/format/sentences.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useFocusAfter } from '../../ui/focus-after.ts';
import { CalendarIcon } from '../../ui/icons.tsx';
import { asksForPlace, useAttendance, useWhen } from './attendance.ts';
import { Skipped } from './exchange/skipped.tsx';
import { AskDialog } from './signup/ask-dialog.tsx';
import { RefusalText } from './signup/refusal.tsx';
import { arePlannersNotified, plannersContext } from './signup/planners-notified.ts';
import { Unwanted } from './signup/unwanted.tsx';
import styles from './task.module.css';
import { currentMs } from '../../../locales/format/dates.ts';

/** Joins or leaves, whichever the person may do. */
export function AttendanceButton({ task }: { task: Task }) {
  const attendance = useAttendance(task.pid);
  const area = useFocusAfter<HTMLSpanElement>(attendance.status);
  return (
    <span ref={area} style={{ display: 'contents' }}>
      <PossibleButton task={task} attendance={attendance} />
    </span>
  );
}

type PossibleButtonProps = { task: Task; attendance: ReturnType<typeof useAttendance> };

function PossibleButton({ task, attendance }: PossibleButtonProps) {
  const { t } = useTranslation();
  const { title, rights } = task;
  const asks = asksForPlace(task);
  const whenOf = useWhen(task.pid);
  const [asking, setAsking] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const [nowMs] = useState(currentMs);
  if (rights.leave) {
    const leaveText = arePlannersNotified(task, nowMs) ? 'signup.leaveNotified' : 'signup.leaveInTime';
    return (
      <>
        <Button
          variant="default"
          size="sm"
          aria-label={t('project.tasks.leaveWhat', { title })}
          disabled={attendance.isPending}
          onClick={() => setLeaving(true)}
        >
          {t('project.tasks.leave')}
        </Button>
        <ConfirmDialog
          opened={leaving}
          title={t('project.tasks.leaveAsk', { title, when: whenOf(task) })}
          text={rights.edit ? t('signup.leaveFrees') : t(leaveText, { context: plannersContext(task) })}
          confirm={t('project.tasks.leaveTask')}
          onConfirm={() => {
            setLeaving(false);
            attendance.mutate({ task, join: false });
          }}
          onClose={() => setLeaving(false)}
        />
      </>
    );
  }
  if (task.requested) {
    return (
      <Button
        variant="default"
        size="sm"
        disabled={attendance.isPending}
        onClick={() => attendance.mutate({ task, join: false })}
      >
        {t('signup.withdraw')}
      </Button>
    );
  }
  if (rights.join) {
    return (
      <>
        <Button
          size="sm"
          {...(asks ? {} : { 'aria-label': t('project.tasks.joinWhat', { title }) })}
          disabled={attendance.isPending}
          onClick={() => (asks ? setAsking(true) : attendance.mutate({ task, join: true }))}
        >
          {asks ? t('signup.ask') : t('project.tasks.join')}
        </Button>
        <AskDialog
          title={title}
          opened={asking}
          onAsk={(note) => attendance.mutate({ task, join: true, note })}
          onClose={() => setAsking(false)}
        />
      </>
    );
  }
  return null;
}

/** Whether the person has joined, and what keeps them from joining. */
export function TaskState({ task, timezone }: { task: Task; timezone: string }) {
  const { t, i18n } = useTranslation();
  const [nowMs] = useState(currentMs);
  const hasEnded = Date.parse(task.ends_at) <= nowMs;
  const titles = task.conflicts.map(({ title }) => title);
  // These texts say themselves what another task at that time means.
  const isPending = task.requested || task.waiting !== null;
  const isRefused = task.refusals.includes('task_overlap') && !isPending;
  const refusals = task.refusals.filter((refusal) => refusal !== 'task_overlap' || isRefused);
  return (
    <Group gap="xs" className={styles.state}>
      {task.requested ? (
        <>
          <Text size="sm">{t('signup.requested')}</Text>
          <Skipped conflicts={task.conflicts} requested />
        </>
      ) : null}
      {task.joined ? <Badge>{t('project.tasks.joined')}</Badge> : null}
      {task.replaced ? (
        <Text size="sm">
          {joinSentences(
            [t('project.tasks.replaced'), hasEnded ? '' : t('project.tasks.replacedStill')],
            i18n.language,
          )}
        </Text>
      ) : null}
      {!task.joined && !task.replaced && task.open_places === 0 ? (
        <Badge variant="default">{t('project.tasks.full')}</Badge>
      ) : null}
      {hasEnded ? <Badge variant="default">{t('project.tasks.over')}</Badge> : null}
      {task.conflicts.length > 0 && !isRefused && !isPending ? (
        <Text size="sm" className={styles.conflict}>
          <CalendarIcon size={16} />
          {t('project.tasks.conflict', { titles: formatList([...new Set(titles)], i18n.language) })}
        </Text>
      ) : null}
      {task.requested ? null : <RefusalText task={{ ...task, refusals }} timezone={timezone} />}
      {task.rights.join || task.rights.wait ? <Unwanted task={task} /> : null}
    </Group>
  );
}
