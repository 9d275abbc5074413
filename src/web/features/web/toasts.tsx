import { notificationsStore, useNotifications } from '@mantine/notifications';
import { lazy, Suspense, useState } from 'react';

const ToastList = lazy(() =>
  import('./toast-list.tsx').then(
    (module) => ({ default: module.ToastList }),
    () => ({ default: () => <></> }),
  ),
);

/** Dialogs have 200, menus 300: a message does not cover the menu that somebody opens. */
const aboveDialogs = 250;

/**
 * Short messages at the bottom centre: tables have their buttons at the right, forms and menus at the left. What
 * shows them is loaded with the first one; if that fails, the page still works.
 */
export function Toasts() {
  const hasAny = useNotifications(notificationsStore).notifications.length > 0;
  const [isLoaded, setIsLoaded] = useState(false);
  if (hasAny && !isLoaded) setIsLoaded(true);
  return isLoaded ? (
    <Suspense>
      <ToastList position="bottom-center" zIndex={aboveDialogs} />
    </Suspense>
  ) : null;
}
