import { Box, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { MoreButton } from '../more-button.tsx';
import type { More } from '../paging.ts';
import styles from './list-card.module.css';

type ListCardProps = {
  id: string;
  title: string;
  empty?: string | undefined;
  /** Loads more rows, if the API has any. */
  more?: More | undefined;
  /** What can be done with the whole list. */
  action?: ReactNode;
  children: ReactNode;
};

/** A card with a list, or one sentence where there is nothing to list. */
export function ListCard({ id, title, empty, more, action, children }: ListCardProps) {
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby={id}>
      <Title order={3} size="h5" mb="sm" id={id}>
        {title}
      </Title>
      {empty === undefined ? (
        <Stack gap="xs" component="ul" className="muster-plain-list">
          {children}
        </Stack>
      ) : (
        <Text c="dimmed">{empty}</Text>
      )}
      <MoreButton more={more} />
      {action === undefined ? null : <Box mt="sm">{action}</Box>}
    </Paper>
  );
}

type ItemProps = { note?: string | undefined; about?: ReactNode; children: ReactNode };

/** One line of a card, with a note at its end and more about it below. */
export function Item({ note, about, children }: ItemProps) {
  return (
    <li>
      <Group className={styles.line} justify="space-between" gap="0 var(--mantine-spacing-md)">
        {children}
        {note === undefined ? null : (
          <Text size="sm" c="dimmed">
            {note}
          </Text>
        )}
      </Group>
      {about === undefined || about === null || about === '' ? null : (
        <Text size="sm" c="dimmed">
          {about}
        </Text>
      )}
    </li>
  );
}
