import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AwaitedTask, OwnTask } from '../../../../client/client.ts';
import { formatDateTimeAt, formatSpanAt } from '../../../../locales/format/dates.ts';
import { ButtonLink, PageLink } from '../../../ui/links.tsx';
import { Skipped } from '../exchange/skipped.tsx';
import { ownTasksQuery } from '../queries.ts';
import { awaitedTasksQuery } from './queries.ts';

/**
 * Tasks on which the person may get a place, of all projects or of one: those that need an answer from them, then those
 * where they wait for one.
 */
export function AwaitedTasks({ pid }: { pid?: string }) {
  const { t } = useTranslation();
  const tasks = (useQuery(awaitedTasksQuery).data ?? []).filter((task) => pid === undefined || task.pid === pid);
  const own = useQuery(ownTasksQuery).data ?? [];
  const waitedFor = tasks.filter((task) => !needsAnswer(task));
  return (
    <>
      <AwaitedCard id="to-answer" title={t('awaited.toAnswer')} tasks={tasks.filter(needsAnswer)} own={own} />
      <AwaitedCard
        id="awaited-tasks"
        title={t('awaited.title')}
        lead={waitedFor.some((task) => conflictsOf(task, own).length > 0) ? undefined : t('awaited.lead')}
        tasks={waitedFor}
        own={own}
      />
    </>
  );
}

const needsAnswer = ({ asked, waiting }: AwaitedTask): boolean => asked || waiting?.offered_until != null;

/** The person's own tasks at that time, because of which they can't get the place. */
const conflictsOf = (awaited: AwaitedTask, own: readonly OwnTask[]): OwnTask[] =>
  needsAnswer(awaited)
    ? []
    : own.filter((task) => task.starts_at < awaited.ends_at && task.ends_at > awaited.starts_at);

type AwaitedCardProps = {
  id: string;
  title: string;
  lead?: string | undefined;
  tasks: readonly AwaitedTask[];
  own: readonly OwnTask[];
};

function AwaitedCard({ id, title, lead, tasks, own }: AwaitedCardProps) {
  if (tasks.length === 0) return null;
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby={id}>
      <Title order={2} size="h4" mb="xs" id={id}>
        {title}
      </Title>
      {lead === undefined ? null : (
        <Text size="sm" c="dimmed" mb="xs">
          {lead}
        </Text>
      )}
      <Stack gap="sm" component="ul" className="muster-plain-list">
        {tasks.map((task) => (
          <Awaited key={task.id} task={task} conflicts={conflictsOf(task, own)} />
        ))}
      </Stack>
    </Paper>
  );
}

function Awaited({ task, conflicts }: { task: AwaitedTask; conflicts: readonly OwnTask[] }) {
  const { t, i18n } = useTranslation();
  const { pid, id, title, timezone, asked, requested, waiting } = task;
  const state = (): string => {
    if (asked) return t('awaited.asked');
    if (requested || waiting === null) return t('signup.requested');
    if (waiting.offered_until === null) return t('exchange.position', { position: waiting.position });
    return t('exchange.held', { time: formatDateTimeAt(waiting.offered_until, i18n.language, timezone) });
  };
  return (
    <Group component="li" justify="space-between" gap="xs">
      <div>
        <PageLink to="/projects/$pid/tasks/$id" params={{ pid, id }} fw={600}>
          {title}
        </PageLink>
        <Text size="sm">{state()}</Text>
        <Skipped conflicts={conflicts} requested={requested} />
        <Text size="sm" c="dimmed">
          {`${formatSpanAt(task.starts_at, task.ends_at, i18n.language, timezone)} · ${task.project}`}
        </Text>
      </div>
      {needsAnswer(task) ? (
        <ButtonLink
          to="/projects/$pid/tasks/$id"
          params={{ pid, id }}
          size="xs"
          aria-label={t('helping.action', { action: t('awaited.answer'), title })}
        >
          {t('awaited.answer')}
        </ButtonLink>
      ) : null}
    </Group>
  );
}
