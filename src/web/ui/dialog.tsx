import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type DialogProps = { opened: boolean; title: string; onClose: () => void; children: ReactNode };

export function Dialog({ opened, title, onClose, children }: DialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      radius="lg"
      centered
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {children}
    </Modal>
  );
}
