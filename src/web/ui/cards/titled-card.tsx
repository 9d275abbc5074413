import { Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

type TitledCardProps = { id: string; title: string; lead: string; children: ReactNode };

/** A section of a page with a heading and a lead; `id` labels it for screen readers. */
export function TitledCard({ id, title, lead, children }: TitledCardProps) {
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby={id}>
      <Title order={2} size="h4" mb={4} id={id}>
        {title}
      </Title>
      <Text c="dimmed" mb="xs">
        {lead}
      </Text>
      {children}
    </Paper>
  );
}
