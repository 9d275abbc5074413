import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Task } from '../../../../client/client.ts';
import { formatDateTimeAt, formatSpanAt } from '../../../../locales/format/dates.ts';
import { useChange } from '../../../ui/change.ts';
import { ProblemAlert } from '../../../ui/problems/problem.tsx';
import { useHoursHint } from '../signup/hours-hint.ts';
import { Skipped } from './skipped.tsx';
import { stopWaiting, waitFor } from './queries.ts';

/** Joins the waiting list of a full task, leaves it, or takes the place that is held for the person. */
export function WaitingButton({ task, timezone }: { task: Task; timezone: string }) {
  const { t, i18n } = useTranslation();
  const { title, waiting, rights } = task;
  const hintAtHours = useHoursHint(task.pid);
  const when = formatSpanAt(task.starts_at, task.ends_at, i18n.language, timezone);
  const wait = useChange(waitFor(task.pid), {
    message: (_task, pending) => {
      if (pending === undefined) return t('project.tasks.joinedNow', { title, when });
      return t(waiting === null ? 'exchange.waitingNow' : 'exchange.heldOver', { title, position: pending.position });
    },
    onDone: (_task, pending) => {
      if (pending === undefined) hintAtHours();
    },
  });
  const stop = useChange(stopWaiting(task.pid), { message: () => t('exchange.stopped', { title }) });
  const error = wait.error ?? stop.error;
  if (waiting === null && !rights.wait) return null;
  return (
    <Group gap="xs">
      {waiting === null ? (
        <Button
          size="sm"
          variant="light"
          aria-label={t('exchange.waitWhat', { title })}
          loading={wait.isPending}
          onClick={() => wait.mutate(task)}
        >
          {t('exchange.wait')}
        </Button>
      ) : null}
      {waiting?.offered_until == null ? null : (
        <Button
          size="sm"
          aria-label={t('exchange.takeHeldWhat', { title })}
          loading={wait.isPending}
          onClick={() => wait.mutate(task)}
        >
          {t('exchange.takeHeld')}
        </Button>
      )}
      {waiting === null ? null : (
        <Button
          size="sm"
          variant="default"
          aria-label={t('exchange.stopWaitingWhat', { title })}
          loading={stop.isPending}
          onClick={() => stop.mutate(task)}
        >
          {t('exchange.stopWaiting')}
        </Button>
      )}
      {error === null ? null : <ProblemAlert error={error} />}
    </Group>
  );
}

/** Where the person is on the waiting list, and until when a place is held for them. */
export function WaitingState({ task, timezone }: { task: Task; timezone: string }) {
  const { t, i18n } = useTranslation();
  const { waiting, waiting_count: count } = task;
  if (waiting === null && count === 0) return null;
  if (waiting === null) {
    return (
      <Text size="sm" c="dimmed">
        {t('exchange.waitingCount', { count })}
      </Text>
    );
  }
  if (waiting.offered_until !== null) {
    return (
      <Text size="sm" fw={600}>
        {t('exchange.held', { time: formatDateTimeAt(waiting.offered_until, i18n.language, timezone) })}
      </Text>
    );
  }
  return (
    <>
      <Text size="sm" fw={600}>
        {t('exchange.position', { position: waiting.position })}
      </Text>
      <Skipped conflicts={task.conflicts} />
    </>
  );
}

/** On the page of the task: what happens to people on its waiting list. */
export function WaitingHint({ task }: { task: Task }) {
  const { t } = useTranslation();
  if (task.waiting === null ? !task.rights.wait : task.waiting.offered_until !== null) return null;
  return (
    <Text size="sm" c="dimmed">
      {t('exchange.waitingNext')}
    </Text>
  );
}
