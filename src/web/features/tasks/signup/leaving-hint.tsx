import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Task } from '../../../../client/client.ts';
import { formatDateTimeAt } from '../../../../locales/format/dates.ts';
import { kindsQuery } from './queries.ts';

/** For people on the task: until when they can leave by themselves, and what becomes of their place. */
export function LeavingHint({ task, timezone }: { task: Task; timezone: string }) {
  const { t, i18n } = useTranslation();
  const [nowMs] = useState(Date.now);
  const kinds = useQuery({ ...kindsQuery(task.pid), enabled: task.joined && task.kind !== null });
  const isKnown = task.kind === null || kinds.isSuccess;
  if (!task.joined || !isKnown || Date.parse(task.ends_at) <= nowMs) return null;
  const hours = kinds.data?.find(({ id }) => id === task.kind)?.leave_until_hours ?? 0;
  // Without a rule, people can leave as long as the task lasts.
  const untilMs = hours === 0 ? Number.POSITIVE_INFINITY : Date.parse(task.starts_at) - hours * 3_600_000;
  if (!task.rights.leave && untilMs >= nowMs) return null;
  return (
    <Text size="sm" c="dimmed">
      {task.rights.leave && hours > 0 && untilMs >= nowMs
        ? t('signup.leaveUntil', {
            when: formatDateTimeAt(new Date(untilMs).toISOString(), i18n.language, timezone),
          })
        : task.rights.leave
          ? t('signup.leaveFrees')
          : t('ui.codes.too_late_to_leave')}
    </Text>
  );
}
