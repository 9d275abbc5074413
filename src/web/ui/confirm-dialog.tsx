import { notifications } from '@mantine/notifications';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConfirmModal, ConfirmModalProps } from './confirm-modal.tsx';

/** A confirmation dialog; the modal is loaded when it is first opened, and without a connection it says so. */
export function ConfirmDialog(props: ConfirmModalProps) {
  const { t } = useTranslation();
  const [Loaded, setLoaded] = useState<typeof ConfirmModal>();
  const isMissing = props.opened && Loaded === undefined;
  const fail = useEffectEvent(() => {
    notifications.show({ color: 'red', message: t('problems.network'), autoClose: 10_000 });
    props.onClose();
  });
  useEffect(() => {
    if (!isMissing) return;
    import('./confirm-modal.tsx').then((module) => setLoaded(() => module.ConfirmModal), fail);
  }, [isMissing]);
  return Loaded === undefined ? null : <Loaded {...props} />;
}
