import { lazy, Suspense, useState } from 'react';
import type { ConfirmModalProps } from './confirm-modal.tsx';

const ConfirmModal = lazy(async () => ({ default: (await import('./confirm-modal.tsx')).ConfirmModal }));

/** A confirmation dialog; the modal is loaded when it is first opened. */
export function ConfirmDialog(props: ConfirmModalProps) {
  const [wasOpened, setWasOpened] = useState(false);
  if (props.opened && !wasOpened) setWasOpened(true);
  return wasOpened ? (
    <Suspense>
      <ConfirmModal {...props} />
    </Suspense>
  ) : null;
}
