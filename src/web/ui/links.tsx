import { Anchor, Button } from '@mantine/core';
import type { AnchorProps, ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type LinkBase<P> = P & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof P> & { ref?: Ref<HTMLAnchorElement> };

/** A link to another page that looks like a button. */
export const ButtonLink = createLink((props: LinkBase<ButtonProps>) => <Button component="a" {...props} />);

/** A link to another page. */
export const PageLink = createLink((props: LinkBase<AnchorProps>) => <Anchor {...props} />);
