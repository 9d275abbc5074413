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
  /** Leads to a page, does something, or downloads a file. */
  link?: LinkProps;
  onClick?: () => void;
  href?: string;
  /** Rarely needed: not beside the row. */
  menuOnly?: boolean;
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
        {actions
          .filter(({ menuOnly }) => menuOnly !== true)
          .map(({ key, ...action }) => (
            <QuickAction key={key} {...action} />
          ))}
      </span>
      <RowMenu name={name} actions={actions} />
    </span>
  );
}

function QuickAction({ text, label, link, onClick, href }: Omit<RowAction, 'key'>) {
  const look = { className: styles.action, 'aria-label': label };
  if (link !== undefined)
    return (
      <Link {...link} {...look}>
        {text}
      </Link>
    );
  if (href !== undefined)
    return (
      <a href={href} download {...look}>
        {text}
      </a>
    );
  return (
    <button type="button" onClick={onClick} {...look}>
      {text}
    </button>
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
        {actions.map(({ key, text, link, onClick, href }) =>
          href !== undefined ? (
            <Menu.Item key={key} component="a" href={href} download>
              {text}
            </Menu.Item>
          ) : link === undefined ? (
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
