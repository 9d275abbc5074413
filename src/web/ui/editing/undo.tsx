import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { invalidate } from '../change.ts';
import { focusPage } from '../page.tsx';
import { problemText } from '../problems/problem.tsx';

const shownMs = 15_000;

type Undoable = {
  /** A later change can name it in `replaces`. */
  id?: string;
  message: string;
  undo: () => Promise<unknown>;
  /** The message once it is undone. */
  undone?: string;
  affects: readonly QueryKey[];
  onUndone?: () => void;
};

/** Says what was done, with a button that undoes it. */
export function useUndoNotification(): (undoable: Undoable) => void {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const run = async (toast: string, { message, undo, undone, affects, onUndone }: Undoable) => {
    // The button that has the focus goes away.
    focusPage();
    notifications.update({ id: toast, message, loading: true, autoClose: false, withCloseButton: false });
    try {
      await undo();
      onUndone?.();
      await invalidate(queryClient, affects);
      notifications.show({ message: undone ?? t('series.undone') });
    } catch (error) {
      notifications.show({ color: 'red', message: problemText(t, error), autoClose: shownMs });
    }
    notifications.hide(toast);
  };
  return (undoable) => {
    const toast: string = notifications.show({
      ...(undoable.id !== undefined && { id: undoable.id }),
      autoClose: shownMs,
      message: (
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm">{undoable.message}</Text>
          <Button size="compact-sm" variant="default" flex="none" onClick={() => void run(toast, undoable)}>
            {t('series.undo')}
          </Button>
        </Group>
      ),
    });
  };
}
