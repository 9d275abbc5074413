import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useId } from 'react';
import type { ReactNode } from 'react';

type TotalsCardProps = { id?: string; title: string; lead: ReactNode; aside?: ReactNode; children: ReactNode };

export function TotalsCard({ id: anchor, title, lead, aside, children }: TotalsCardProps) {
  const id = useId();
  return (
    <Paper className="muster-surface" p={{ base: 'lg', xs: 'xl' }} component="section" id={anchor} aria-labelledby={id}>
      <Group justify="space-between" gap="xs" align="flex-start">
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {aside}
      </Group>
      <Text size="sm" c="dimmed" mb="md">
        {lead}
      </Text>
      <Stack gap="lg">{children}</Stack>
    </Paper>
  );
}
