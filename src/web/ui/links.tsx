import { Anchor, Button, Menu } from '@mantine/core';
import type { AnchorProps, ButtonProps, MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type LinkBase<P> = P & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof P> & { ref?: Ref<HTMLAnchorElement> };

/** A link to another page that looks like a button. */
export const ButtonLink = createLink((props: LinkBase<ButtonProps>) => <Button component="a" {...props} />);

/** A link to another page. */
export const PageLink = createLink((props: LinkBase<AnchorProps>) => <Anchor {...props} />);

/** A link to another page in a menu. */
export const MenuLink = createLink((props: LinkBase<MenuItemProps>) => <Menu.Item component="a" {...props} />);
