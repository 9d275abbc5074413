import { ActionIcon, Popover, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './page-head.module.css';

type PageHeadProps = {
  title: string;
  /** What the page is for. Opened by the "?" beside the title. */
  help?: ReactNode;
  /** A fact that belongs to the title, such as a state or a date. */
  note?: ReactNode;
  /** The actions of the page. */
  children?: ReactNode;
};

/** One line above a page for organisers: its title, what explains it, and at the other end what one can do there. */
export function PageHead({ title, help, note, children }: PageHeadProps) {
  return (
    <div className={styles.head}>
      <div className={styles.named}>
        <Title order={1} tabIndex={-1}>
          {title}
        </Title>
        {help === undefined ? null : <PageHelp>{help}</PageHelp>}
      </div>
      {note === undefined ? null : <div className={styles.note}>{note}</div>}
      {children === undefined ? null : <div className={`${styles.actions} muster-no-print`}>{children}</div>}
    </div>
  );
}

function PageHelp({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Popover
      width="min(24rem, calc(100vw - 2rem))"
      position="bottom-start"
      shadow="md"
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <ActionIcon
          variant="default"
          radius="xl"
          size="sm"
          className={`${styles.help} muster-no-print`}
          aria-label={t('ui.pageHelp')}
        >
          ?
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown tabIndex={-1} data-autofocus aria-label={t('ui.pageHelp')}>
        <Text size="sm" component="div">
          {children}
        </Text>
      </Popover.Dropdown>
    </Popover>
  );
}
