import { Badge, Button, Group, Paper, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenTask } from '../../../../client/client.ts';
import { formatDateTimeAt, formatSpanAt } from '../../../../locales/format/dates.ts';
import { Skipped } from '../exchange/skipped.tsx';
import { useHoursHint } from '../signup/hours-hint.ts';
import { useChange } from '../../../ui/change.ts';
import { PageLink } from '../../../ui/links.tsx';
import { ProblemAlert } from '../../../ui/problems/problem.tsx';
import { AskDialog } from '../signup/ask-dialog.tsx';
import { RefusalText } from '../signup/refusal.tsx';
import { Unwanted } from '../signup/unwanted.tsx';
import styles from '../task.module.css';
import { givePlaceUp, takePlace } from './queries.ts';

type OpenTaskCardProps = { task: OpenTask; titleOrder?: 2 | 3 };

export function OpenTaskCard({ task, titleOrder = 2 }: OpenTaskCardProps) {
  const { t, i18n } = useTranslation();
  const { pid, id, title, starts_at: from, ends_at: to, timezone, missing, open_places: free } = task;
  const about = [task.team ?? t('project.tasks.wholeProject'), task.kind?.name, task.place?.name];
  return (
    <Paper className="muster-surface" p="md" component="li">
      <Group justify="space-between" align="flex-start" gap="md">
        <div className={styles.summary}>
          <Text size="sm" fw={600}>
            {formatSpanAt(from, to, i18n.language, timezone)}
          </Text>
          <Title order={titleOrder} size="h5">
            <PageLink to="/projects/$pid/tasks/$id" params={{ pid, id }} inherit>
              {title}
            </PageLink>
          </Title>
          <Text size="sm" c="dimmed">
            {about.filter((part) => part !== undefined).join(' · ')}
          </Text>
          <Group gap="xs" mt={4}>
            {missing > 0 ? (
              <Badge color="orange" variant="light">
                {t('helping.missing', { count: missing })}
              </Badge>
            ) : null}
            <Text size="sm">{free > 0 ? t('helping.free', { count: free }) : t('project.tasks.full')}</Text>
          </Group>
          <Unwanted task={task} />
          <State task={task} />
        </div>
        <Actions task={task} />
      </Group>
    </Paper>
  );
}

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
  const take = useChange(takePlace(pid), {
    message: (_task, pending) => {
      if (pending === undefined) return t('project.tasks.joinedNow', { title, when });
      if (pending.state === 'requested') return t('signup.asked');
      return t(isHeld ? 'exchange.heldOver' : 'exchange.waitingNow', { title, position: pending.position });
    },
    onDone: (_task, pending) => {
      if (pending === undefined) hintAtHours();
    },
  });
  const giveUp = useChange(givePlaceUp(pid), {
    message: () => (requested ? t('signup.withdrawn') : t('exchange.stopped', { title })),
  });
  const error = take.error ?? giveUp.error;
  const offered = { join: t('project.tasks.join'), ask: t('signup.ask'), wait: t('exchange.wait') };
  const action = isHeld ? undefined : (['join', 'ask', 'wait'] as const).find((one) => rights[one]);
  const withdraw = requested ? t('signup.withdraw') : waiting === null ? undefined : t('exchange.stopWaiting');
  return (
    <Group gap="xs">
      {isHeld ? (
        <Button
          aria-label={t('exchange.takeHeldWhat', { title })}
          loading={take.isPending}
          onClick={() => take.mutate({ ...task, wait: true })}
        >
          {t('exchange.takeHeld')}
        </Button>
      ) : null}
      {action === undefined ? null : (
        <Button
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
