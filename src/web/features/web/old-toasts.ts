import { hideNotification, notificationsStore } from '@mantine/notifications';
import type { Router } from '../../routes.tsx';

/** Messages with a button, such as Undo, are elements. */
const plainToasts = () =>
  notificationsStore.getState().notifications.filter(({ message }) => typeof message === 'string');

/**
 * A message replaces an identical one, and disappears with its page. One that was shown after the last key or click
 * stays: it comes from the action that opens the next page, such as "Task created".
 */
export function removeOldToasts(router: Router): void {
  let older: string[] = [];
  const remember = () => {
    older = plainToasts().flatMap(({ id }) => id ?? []);
  };
  for (const use of ['keydown', 'pointerdown']) window.addEventListener(use, remember, { capture: true });
  router.subscribe('onBeforeLoad', ({ pathChanged }) => {
    if (pathChanged) for (const id of older) hideNotification(id);
  });
  notificationsStore.subscribe(() => {
    const last = plainToasts().at(-1);
    const repeated = plainToasts().find(({ id, message }) => id !== last?.id && message === last?.message);
    if (repeated?.id !== undefined) hideNotification(repeated.id);
  });
}
