import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './manage-layout.module.css';

type MenuSheetProps = { opened: boolean; title: string; onClose: () => void; children: ReactNode };

/** The menu on phones. Loaded when somebody opens it. */
export function MenuSheet({ opened, title, onClose, children }: MenuSheetProps) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="bottom"
      radius="lg"
      classNames={{ content: styles.sheetContent ?? '' }}
      title={title}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <div className={styles.sheet}>{children}</div>
    </Drawer>
  );
}
