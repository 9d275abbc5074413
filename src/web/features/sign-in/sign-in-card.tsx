import { Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { usePageTitle } from '../../ui/page.tsx';

type SignInCardProps = { icon: ReactNode; title: string; text: ReactNode; children?: ReactNode };

let shown: string | undefined;

/** One step of signing in. When a step replaces another, its heading takes the focus, so that it is read out. */
export function SignInCard({ icon, title, text, children }: SignInCardProps) {
  usePageTitle(title);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (shown !== undefined && shown !== title) heading.current?.focus();
    shown = title;
    return () => {
      shown = undefined;
    };
  }, [title]);
  return (
    <Paper className="muster-surface" maw="28rem" mx="auto" p={{ base: 'lg', xs: 'xl' }}>
      <Stack gap="lg">
        <Stack gap="xs">
          <ThemeIcon variant="light" size={44} radius="md" mb="xs">
            {icon}
          </ThemeIcon>
          <Title order={1} size="h2" tabIndex={-1} ref={heading}>
            {title}
          </Title>
          <Text c="dimmed" component="div">
            {text}
          </Text>
        </Stack>
        {children}
      </Stack>
    </Paper>
  );
}
