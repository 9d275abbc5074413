import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatDateTimeAt } from '../../../locales/format/dates.ts';
import { PageLink } from '../../ui/links.tsx';
import { MetaLine } from './meta-line.tsx';
import { ownAnnouncementsQuery } from './queries.ts';

/** The newest announcements of the person's projects and teams, on the home page. */
export function OwnAnnouncements() {
  const { t, i18n } = useTranslation();
  const found = useQuery(ownAnnouncementsQuery).data ?? [];
  if (found.length === 0) return null;
  return (
    <Paper className="muster-surface" p="lg" component="section" aria-labelledby="own-announcements">
      <Title order={2} size="h4" mb="xs" id="own-announcements">
        {t('announcements.title')}
      </Title>
      <Stack gap="sm" component="ul" className="muster-plain-list">
        {found.map(({ id, pid, title, project, team, created_at: created, timezone, pinned }) => (
          <Group key={id} component="li" justify="space-between" gap="0 var(--mantine-spacing-md)">
            <Group gap="xs">
              <PageLink to="/projects/$pid/announcements/$id" params={{ pid, id }}>
                {title}
              </PageLink>
              {pinned ? (
                <Badge size="sm" variant="light">
                  {t('announcements.pinned')}
                </Badge>
              ) : null}
            </Group>
            <Text size="sm" c="dimmed">
              <MetaLine parts={[project, team, formatDateTimeAt(created, i18n.language, timezone)]} />
            </Text>
          </Group>
        ))}
      </Stack>
    </Paper>
  );
}
