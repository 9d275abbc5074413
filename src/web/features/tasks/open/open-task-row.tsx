import { Badge, Button, Group, Text } from '@mantine/core';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenTask } from '../../../../client/client.ts';
import { formatDateTimeAt, formatSpanAt } from '../../../../locales/format/dates.ts';
import { formatHoursAt } from '../../../../locales/format/hours.ts';
import { Skipped } from '../exchange/skipped.tsx';
import { useHoursHint } from '../signup/hours-hint.ts';
import { useChange } from '../../../ui/change.ts';
import { useUndoNotification } from '../../../ui/editing/undo.tsx';
import { useFocusAfter } from '../../../ui/focus-after.ts';
import { PageLink } from '../../../ui/links.tsx';
import { ProblemAlert } from '../../../ui/problems/problem.tsx';
import { AskDialog } from '../signup/ask-dialog.tsx';
import { RefusalText } from '../signup/refusal.tsx';
import { Unwanted } from '../signup/unwanted.tsx';
import styles from './open-task-row.module.css';
import { givePlaceUp, takePlace } from './queries.ts';

/**
 * One line: when, what, where, how many are needed, and what the person can do. Below it what speaks against it. The rest of a
 * long list arrives after the page is shown, which must not render the rows again that are there.
 */
export const OpenTaskRow = memo(function OpenTaskRow({ task }: { task: OpenTask }) {
  const { t, i18n } = useTranslation();
  const { pid, id, title, starts_at: from, ends_at: to, timezone, missing, open_places: free } = task;
  const about = [task.team ?? t('project.tasks.wholeProject'), task.kind?.name, task.place?.name];
  return (
    <li className={styles.row}>
      <span className={styles.time}>{formatHoursAt({ t, i18n }, from, to, timezone)}</span>
      <div className={styles.what}>
        <PageLink to="/projects/$pid/tasks/$id" params={{ pid, id }} fw={600}>
          {title}
        </PageLink>
        <Text size="sm" c="dimmed" component="span" className={styles.about}>
          {about.filter((part) => part !== undefined).join(' · ')}
        </Text>
        <Unwanted task={task} />
        <State task={task} />
      </div>
      <div className={styles.needed}>
        {missing > 0 ? (
          <Badge color="orange" variant="light">
            {t('helping.missing', { count: missing })}
          </Badge>
        ) : null}
        <Text size="sm" c="dimmed" component="span">
          {free > 0 ? t('helping.free', { count: free }) : t('project.tasks.full')}
        </Text>
      </div>
      <Actions task={task} />
    </li>
  );
});

/** What the person has done about the task, or why they cannot take it. */
function State({ task }: { task: OpenTask }) {
  const { t, i18n } = useTranslation();
  const { waiting, requested, timezone } = task;
  if (requested) {
    return (
      <>
        <Text size="sm">{t('signup.requested')}</Text>
        <Skipped conflicts={task.conflicts} requested />
      </>
    );
  }
  if (waiting !== null) {
    return (
      <Text size="sm" fw={600}>
        {waiting.offered_until === null
          ? t('exchange.position', { position: waiting.position })
          : t('exchange.held', { time: formatDateTimeAt(waiting.offered_until, i18n.language, timezone) })}
      </Text>
    );
  }
  return <RefusalText task={task} timezone={timezone} />;
}

function Actions({ task }: { task: OpenTask }) {
  const { t, i18n } = useTranslation();
  const { pid, title, rights, requested, waiting } = task;
  const when = formatSpanAt(task.starts_at, task.ends_at, i18n.language, task.timezone);
  const isHeld = waiting?.offered_until != null;
  const [asking, setAsking] = useState(false);
  const hintAtHours = useHoursHint(pid);
  const leave = givePlaceUp(pid);
  const sayJoined = useUndoNotification();
  const take = useChange(takePlace(pid), {
    message: (_task, pending) => {
      if (pending === undefined) return undefined;
      if (pending.state === 'requested') return t('signup.asked');
      return t(isHeld ? 'exchange.heldOver' : 'exchange.waitingNow', { title, position: pending.position });
    },
    onDone: (_task, pending) => {
      if (pending !== undefined) return;
      // The row goes from the list of what one can take, and its button with it.
      sayJoined({
        message: t('project.tasks.joinedNow', { title, when }),
        undo: () => leave.run(task),
        undone: t('project.tasks.leftNow', { title }),
        affects: leave.affects,
      });
      hintAtHours();
    },
  });
  const giveUp = useChange(leave, {
    message: () => (requested ? t('signup.withdrawn') : t('exchange.stopped', { title })),
  });
  const area = useFocusAfter<HTMLDivElement>(take.isIdle ? giveUp.status : take.status);
  const error = take.error ?? giveUp.error;
  const offered = { join: t('project.tasks.join'), ask: t('signup.ask'), wait: t('exchange.wait') };
  const action = isHeld ? undefined : (['join', 'ask', 'wait'] as const).find((one) => rights[one]);
  const withdraw = requested ? t('signup.withdraw') : waiting === null ? undefined : t('exchange.stopWaiting');
  return (
    <Group gap="xs" ref={area} className={styles.actions}>
      {isHeld ? (
        <Button
          size="xs"
          aria-label={t('exchange.takeHeldWhat', { title })}
          loading={take.isPending}
          onClick={() => take.mutate({ ...task, wait: true })}
        >
          {t('exchange.takeHeld')}
        </Button>
      ) : null}
      {action === undefined ? null : (
        <Button
          size="xs"
          variant={action === 'wait' ? 'light' : 'filled'}
          aria-label={t('helping.action', { action: offered[action], title })}
          loading={take.isPending}
          onClick={() => (action === 'ask' ? setAsking(true) : take.mutate({ ...task, wait: action === 'wait' }))}
        >
          {offered[action]}
        </Button>
      )}
      {withdraw === undefined ? null : (
        <Button
          size="xs"
          variant="default"
          aria-label={t('helping.action', { action: withdraw, title })}
          loading={giveUp.isPending}
          onClick={() => giveUp.mutate(task)}
        >
          {withdraw}
        </Button>
      )}
      <AskDialog
        title={title}
        opened={asking}
        onAsk={(note) => take.mutate({ ...task, wait: false, note })}
        onClose={() => setAsking(false)}
      />
      {error === null ? null : <ProblemAlert error={error} />}
    </Group>
  );
}
