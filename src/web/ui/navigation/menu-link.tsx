import { Menu } from '@mantine/core';
import type { MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { LinkBase } from '../links.tsx';

/** A link to another page in a menu. Not with the other links: every page loads those, and menus are large. */
export const MenuLink = createLink((props: LinkBase<MenuItemProps>) => <Menu.Item component="a" {...props} />);
