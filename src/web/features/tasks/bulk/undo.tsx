import { notifications } from '@mantine/notifications';
import { useUndoNotification } from '../../../ui/editing/undo.tsx';
import { undoStep } from './queries.ts';

/** Says what was done, with a button that undoes the step of planning. */
export function useUndoable(pid: string): (step: string | null, message: string) => void {
  const notify = useUndoNotification();
  const { run, affects } = undoStep(pid);
  return (step, message) =>
    step === null ? void notifications.show({ message }) : notify({ message, undo: () => run(step), affects });
}
