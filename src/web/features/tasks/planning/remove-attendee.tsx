import { useTranslation } from 'react-i18next';
import type { Attendee, Task } from '../../../../client/client.ts';
import { currentTime } from '../../../../locales/format/dates.ts';
import { shownName } from '../../../../locales/format/names.ts';
import { useChange } from '../../../ui/change.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useMe } from '../../people/queries.ts';
import { removeAttendee } from '../queries.ts';
import { isNotified } from './is-notified.ts';
import { useTold } from '../../notices/told.ts';

type RemoveAttendeeProps = { pid: string; task: Task; person: Attendee | undefined; onClose: () => void };

/** Asks first, because the person is notified and somebody else may get the place at once. */
export function RemoveAttendee({ pid, task, person, onClose }: RemoveAttendeeProps) {
  const { t } = useTranslation();
  const told = useTold();
  const me = useMe()?.uid;
  const isNext = task.waiting_count > 0 && task.ends_at > currentTime();
  const contextOf = (uid: string) => (isNotified(uid, me, task) ? (isNext ? 'waiting' : 'notified') : 'quiet');
  const toldIf = (uid: string, text: string) => (isNotified(uid, me, task) ? told(text) : text);
  const remove = useChange(removeAttendee(pid, task.id), {
    message: ({ uid, name }) =>
      toldIf(uid, t('manage.tasks.takenOff', { context: contextOf(uid), name: shownName(t, name) })),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      opened={person !== undefined}
      title={t('manage.tasks.takeOffTitle', { name: person === undefined ? '' : shownName(t, person.name) })}
      text={toldIf(
        person?.uid ?? '',
        t('manage.tasks.takeOffText', { context: contextOf(person?.uid ?? ''), title: task.title }),
      )}
      confirm={t('manage.tasks.takeOff')}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => person && remove.mutate(person)}
      onClose={() => {
        onClose();
        remove.reset();
      }}
    />
  );
}
