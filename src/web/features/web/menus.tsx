import { Menu, Text } from '@mantine/core';
import type { ActionIconProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me } from '../../../client/client.ts';
import { MenuIcon } from './menu-button.tsx';

type Button = ActionIconProps & { label: string; icon: ReactNode };
type Choice = { value: string; label: string; lang?: string };
type ChoiceGroup = { label: string; value: string; choices: readonly Choice[]; onChoose: (value: string) => void };
type ChoiceMenuProps = ChoiceGroup & {
  button: Button;
  /** Something else to choose in the same menu. */
  also?: ChoiceGroup;
};

/**
 * Opens at once: it is loaded when its button is pressed. That button is gone then, so the menu has to give the focus back
 * itself.
 */
export function ChoiceMenu({ label, button, also, ...choice }: ChoiceMenuProps) {
  const target = useRef<HTMLButtonElement>(null);
  return (
    <Menu position="bottom-end" withinPortal defaultOpened onClose={() => target.current?.focus()}>
      <Menu.Target>
        <MenuIcon {...button} ref={target} />
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>
        <Choices {...choice} />
        {also === undefined ? null : (
          <>
            <Menu.Divider />
            <Menu.Label>{also.label}</Menu.Label>
            <Choices {...also} />
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function Choices({ value, choices, onChoose }: Omit<ChoiceGroup, 'label'>) {
  return (
    <Menu.RadioGroup value={value} onChange={onChoose}>
      {choices.map((choice) => (
        <Menu.RadioItem key={choice.value} value={choice.value} lang={choice.lang} closeMenuOnClick>
          {choice.label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

type AccountMenuProps = { label: string; button: Button; me: Me; onSignOut: () => void };

export function AccountMenu({ label, button, me, onSignOut }: AccountMenuProps) {
  const { t } = useTranslation();
  const target = useRef<HTMLButtonElement>(null);
  return (
    <Menu position="bottom-end" withinPortal width={240} defaultOpened onClose={() => target.current?.focus()}>
      <Menu.Target>
        <MenuIcon {...button} ref={target} />
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>
        <Menu.Label>
          <Text fw={600} size="sm" c="var(--mantine-color-text)">
            {me.name}
          </Text>
          {me.email}
        </Menu.Label>
        <Menu.Item component={Link} to="/">
          {t('shell.home')}
        </Menu.Item>
        <Menu.Item component={Link} to="/projects">
          {t('project.list.title')}
        </Menu.Item>
        <Menu.Item component={Link} to="/me">
          {t('person.nav.title')}
        </Menu.Item>
        <Menu.Item component={Link} to="/help">
          {t('shell.guides.title')}
        </Menu.Item>
        {me.roles.includes('administrator') ? (
          <Menu.Item component={Link} to="/admin">
            {t('admin.title')}
          </Menu.Item>
        ) : null}
        <Menu.Divider />
        <Menu.Item onClick={onSignOut}>{t('shell.signOut')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
