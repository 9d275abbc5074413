import { lazy, Suspense, useState } from 'react';
import type { ConfirmModalProps } from './confirm-modal.tsx';

const ConfirmModal = lazy(async () => ({ default: (await import('./confirm-modal.tsx')).ConfirmModal }));

/** Asks before something is done. What shows the question is loaded with the first one. */
export function ConfirmDialog(props: ConfirmModalProps) {
  const [wasOpened, setWasOpened] = useState(false);
  if (props.opened && !wasOpened) setWasOpened(true);
  return wasOpened ? (
    <Suspense>
      <ConfirmModal {...props} />
    </Suspense>
  ) : null;
}
