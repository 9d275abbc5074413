import { Anchor, Button } from '@mantine/core';
import type { AnchorProps, ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

/** The properties of a component that becomes a link. */
export type LinkBase<P> = P & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof P> & { ref?: Ref<HTMLAnchorElement> };

/** A link to another page that looks like a button. */
export const ButtonLink = createLink((props: LinkBase<ButtonProps>) => <Button component="a" {...props} />);

/** A link to another page. */
export const PageLink = createLink((props: LinkBase<AnchorProps>) => <Anchor {...props} />);
