import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Task } from '../../../../client/client.ts';
import { BatchProgress } from '../../../ui/batch-progress.tsx';
import { useBatches } from '../../../ui/batches.ts';
import { invalidate } from '../../../ui/change.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { affectedByTask, deleteTask } from '../queries.ts';

type DeleteChosenProps = { pid: string; tasks: readonly Task[]; onDone: () => void };

/** Deletes the selected tasks one by one, after asking. */
export function DeleteChosen({ pid, tasks, onDone }: DeleteChosenProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [confirming, setConfirming] = useState(false);
  const work = useBatches<Task, unknown>({
    size: 1,
    send: async ([task]) => (task === undefined ? undefined : deleteTask(pid, task).run()),
    onEnd: (answers, left) => {
      void invalidate(queryClient, affectedByTask(pid));
      if (left.length > 0) return;
      setConfirming(false);
      onDone();
      notifications.show({ message: t('homes.tasks.deleted', { count: answers.length }) });
    },
  });
  const count = tasks.length;
  if (count === 0) return null;
  return (
    <Group gap="xs">
      <output>{t('tables.selected', { count })}</output>
      <Button size="xs" color="red" variant="outline" onClick={() => setConfirming(true)}>
        {t('homes.tasks.delete')}
      </Button>
      <Button size="xs" variant="default" onClick={onDone}>
        {t('tables.clear')}
      </Button>
      <ConfirmDialog
        opened={confirming}
        title={t('homes.tasks.deleteTitle', { count })}
        text={t('homes.tasks.deleteText')}
        confirm={t('homes.tasks.delete')}
        pending={work.running}
        error={work.error}
        onConfirm={() => work.run(tasks)}
        onClose={() => {
          work.stop();
          setConfirming(false);
        }}
      >
        {work.running ? (
          <BatchProgress label={t('homes.tasks.delete')} done={work.done} all={work.all} onStop={work.stop} />
        ) : null}
      </ConfirmDialog>
    </Group>
  );
}
