import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type SideDrawerProps = { opened: boolean; title: string; onClose: () => void; children: ReactNode };

/** Beside a table, which stays in sight while one of its rows is edited. */
export function SideDrawer({ opened, title, onClose, children }: SideDrawerProps) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={title}
      position="right"
      size="30rem"
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {children}
    </Drawer>
  );
}
