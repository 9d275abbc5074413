import { ActionIcon, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MoreIcon } from '../icons.tsx';
import styles from './row-actions.module.css';

export type RowAction = {
  key: string;
  text: string;
  /** Includes the name of the row, for those who do not see it. */
  label: string;
  /** Either leads to a page or does something. */
  link?: LinkProps;
  onClick?: () => void;
};

/**
 * What can be done with a row: beside it while the pointer or the focus is there, and always in a menu. Touch screens have the
 * menu only.
 */
export function RowActions({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  if (actions.length === 0) return null;
  return (
    <span className={styles.actions}>
      <span className={styles.quick}>
        {actions.map(({ key, text, label, link, onClick }) =>
          link === undefined ? (
            <button key={key} type="button" className={styles.action} aria-label={label} onClick={onClick}>
              {text}
            </button>
          ) : (
            <Link key={key} {...link} className={styles.action} aria-label={label}>
              {text}
            </Link>
          ),
        )}
      </span>
      <RowMenu name={name} actions={actions} />
    </span>
  );
}

/** Only the menu, for rows without room. It is made when it is first opened: a table has a hundred of them. */
export function RowMenu({ name, actions }: { name: string; actions: readonly Omit<RowAction, 'label'>[] }) {
  const { t } = useTranslation();
  const [isWanted, setIsWanted] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  const button = (
    <ActionIcon
      ref={target}
      variant="subtle"
      color="gray"
      className={styles.more}
      aria-label={t('tables.actionsOn', { name })}
      aria-haspopup="menu"
      onClick={() => setIsWanted(true)}
    >
      <MoreIcon size={18} />
    </ActionIcon>
  );
  if (!isWanted) return button;
  return (
    <Menu defaultOpened position="bottom-end" withinPortal returnFocus={false} onClose={() => target.current?.focus()}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ key, text, link, onClick }) =>
          link === undefined ? (
            <Menu.Item key={key} onClick={onClick}>
              {text}
            </Menu.Item>
          ) : (
            <Menu.Item key={key} renderRoot={(props) => <Link {...link} {...props} />}>
              {text}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
