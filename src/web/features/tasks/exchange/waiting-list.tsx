import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Task } from '../../../../client/client.ts';
import { formatDateTimeAt } from '../../../../locales/format/dates.ts';
import { useChange } from '../../../ui/change.ts';
import { MoreButton } from '../../../ui/more-button.tsx';
import { useRows } from '../../../ui/paging.ts';
import { ProblemAlert } from '../../../ui/problems/problem.tsx';
import { shownName } from '../../../../locales/format/names.ts';
import { removeWaiting, waitingQuery } from './queries.ts';
import { useNames } from '../../roster/namesakes.ts';

/** For planners: who waits for a place, in order. */
export function WaitingList({ task, timezone }: { task: Task; timezone: string }) {
  const { t, i18n } = useTranslation();
  const list = useInfiniteQuery({ ...waitingQuery(task.pid, task.id), enabled: task.waiting_count > 0 });
  const { rows: people, more } = useRows(list);
  const nameOf = useNames(task.pid, people);
  const remove = useChange(removeWaiting(task.pid, task.id), {
    message: ({ name }) => t('exchange.removedWaiting', { name: shownName(t, name) }),
  });
  if (task.waiting_count === 0 || people.length === 0) return null;
  return (
    <section aria-labelledby="waiting-list">
      <Title order={3} size="h5" id="waiting-list">
        {t('exchange.waitingList')}
      </Title>
      {remove.isError ? <ProblemAlert error={remove.error} /> : null}
      <Stack gap={0} component="ol" className="muster-plain-list">
        {people.map(({ uid, name, position, offered_until: until }) => (
          <Group key={uid} component="li" className="muster-row" justify="space-between" wrap="nowrap">
            <div>
              <Text>{`${position}. ${nameOf({ uid, name })}`}</Text>
              {until === null ? null : (
                <Text size="sm" c="dimmed">
                  {t('exchange.offeredUntil', { time: formatDateTimeAt(until, i18n.language, timezone) })}
                </Text>
              )}
            </div>
            <Button
              size="xs"
              variant="default"
              flex="none"
              aria-label={t('exchange.removeWaitingWhom', { name: nameOf({ uid, name }) })}
              loading={remove.isPending && remove.variables.uid === uid}
              onClick={() => remove.mutate({ uid, name })}
            >
              {t('exchange.removeWaiting')}
            </Button>
          </Group>
        ))}
      </Stack>
      <MoreButton more={more} />
    </section>
  );
}
