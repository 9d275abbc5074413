import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type DialogProps = { opened: boolean; title: string; onClose: () => void; children: ReactNode };

/** At the top of the window, so that a dialog grows downwards while it loads and nothing in it moves. */
export function Dialog({ opened, title, onClose, children }: DialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      radius="lg"
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {children}
    </Modal>
  );
}
