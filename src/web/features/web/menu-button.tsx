import { ActionIcon } from '@mantine/core';
import type { ActionIconProps } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { ComponentProps, ReactNode, Ref } from 'react';

// menus.tsx imports MenuIcon from here; the cycle is harmless, because it is loaded when a menu is first opened.
const loadMenus = () => import('./menus.tsx');
const ChoiceMenu = lazy(async () => ({ default: (await loadMenus()).ChoiceMenu }));
const AccountMenu = lazy(async () => ({ default: (await loadMenus()).AccountMenu }));

type IconProps = ActionIconProps & { label: string; icon: ReactNode; ref?: Ref<HTMLButtonElement> };

/** The round button that opens a menu of the header. */
export const MenuIcon = ({ label, icon, ...props }: IconProps & Omit<ComponentProps<'button'>, keyof IconProps>) => (
  <ActionIcon size="lg" radius="xl" aria-label={label} title={label} aria-haspopup="menu" {...props}>
    {icon}
  </ActionIcon>
);

type MenuButtonProps = { button: IconProps; children: ReactNode };

/** Menus are a sixth of the scripts of the home page, so they are loaded when somebody is about to open one. */
function MenuButton({ button, children }: MenuButtonProps) {
  const [isWanted, setIsWanted] = useState(false);
  const preload = () => void loadMenus().catch(() => {});
  const closed = (
    <MenuIcon
      {...button}
      aria-expanded={false}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setIsWanted(true)}
    />
  );
  return isWanted ? <Suspense fallback={closed}>{children}</Suspense> : closed;
}

export const ChoiceMenuButton = (props: Omit<ComponentProps<typeof ChoiceMenu>, 'button'> & { icon: ReactNode }) => {
  const { icon, ...menu } = props;
  const button = { label: menu.label, icon, variant: 'subtle', color: 'gray', c: 'inherit' };
  return (
    <MenuButton button={button}>
      <ChoiceMenu {...menu} button={button} />
    </MenuButton>
  );
};

export const AccountMenuButton = (props: Omit<ComponentProps<typeof AccountMenu>, 'button'> & { icon: ReactNode }) => {
  const { icon, ...menu } = props;
  const button = { label: menu.label, icon, variant: 'light', ml: 4 };
  return (
    <MenuButton button={button}>
      <AccountMenu {...menu} button={button} />
    </MenuButton>
  );
};
