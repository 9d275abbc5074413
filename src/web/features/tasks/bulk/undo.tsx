import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { invalidate } from '../../../ui/change.ts';
import { problemText } from '../../../ui/problems/problem.tsx';
import { undoStep } from './queries.ts';

const shownMs = 15_000;

/** Says what was done, with a button that undoes it. */
export function useUndoable(pid: string): (step: string | null, message: string) => void {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { run, affects } = undoStep(pid);
  const undo = async (step: string, toast: string) => {
    notifications.hide(toast);
    try {
      await run(step);
      await invalidate(queryClient, affects);
      notifications.show({ message: t('series.undone') });
    } catch (error) {
      notifications.show({ color: 'red', message: problemText(t, error), autoClose: shownMs });
    }
  };
  return (step, message) => {
    const toast = `step-${step}`;
    notifications.show({
      id: toast,
      autoClose: shownMs,
      message: (
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm">{message}</Text>
          {step === null ? null : (
            <Button size="compact-sm" variant="default" flex="none" onClick={() => void undo(step, toast)}>
              {t('series.undo')}
            </Button>
          )}
        </Group>
      ),
    });
  };
}
