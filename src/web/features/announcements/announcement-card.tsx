import { Badge, Box, Group, Paper, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Announcement } from '../../../client/client.ts';
import { formatDateTimeAt } from '../../../locales/format/dates.ts';
import { ButtonLink, PageLink } from '../../ui/links.tsx';
import { MetaLine } from './meta-line.tsx';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { useShownZone } from '../projects/event/event-zone.tsx';

type AnnouncementCardProps = {
  announcement: Announcement;
  order: 1 | 2 | 3;
  /** Among the pages for organisers, where the title leads to the page that edits it. */
  managed?: boolean;
  /** The time zone of the event, where it is known without the project. */
  timezone?: string;
};

/** One announcement with its text; its title leads to its own page, unless this is it. */
export function AnnouncementCard({ announcement, order, managed = false, timezone }: AnnouncementCardProps) {
  const { t } = useTranslation();
  const { pid, id, tid, title, body, pinned, rights } = announcement;
  return (
    <Paper className="muster-surface" p="lg" component="article" aria-labelledby={`announcement-${id}`}>
      <Group justify="space-between" align="flex-start" gap="xs" mb={4}>
        <Title order={order} size={order === 1 ? 'h2' : 'h4'} id={`announcement-${id}`} tabIndex={-1}>
          {order === 1 ? (
            title
          ) : (
            <PageLink
              to={managed && rights.edit ? '/projects/$pid/announcements/$id/edit' : '/projects/$pid/announcements/$id'}
              params={{ pid, id }}
              inherit
            >
              {title}
            </PageLink>
          )}
        </Title>
        <Group gap="xs">
          {pinned ? <Badge variant="light">{t('announcements.pinned')}</Badge> : null}
          {rights.edit && order === 1 ? (
            <ButtonLink
              to="/projects/$pid/manage/messages/new"
              params={{ pid }}
              search={{ announcement: id, ...(tid === null ? { everyone: true as const } : { tids: [tid] }) }}
              size="xs"
              variant="default"
            >
              {t('announcements.asMessage')}
            </ButtonLink>
          ) : null}
          {rights.edit ? (
            <ButtonLink
              to="/projects/$pid/announcements/$id/edit"
              params={{ pid, id }}
              size="xs"
              variant="default"
              aria-label={t('announcements.editWhich', { title })}
            >
              {t('announcements.edit')}
            </ButtonLink>
          ) : null}
        </Group>
      </Group>
      <About announcement={announcement} timezone={timezone} />
      <Box maw="44rem">
        <Markdown text={body} />
      </Box>
    </Paper>
  );
}

/** Says for whom it is, by whom and when, by the clock of the event. */
function About({ announcement, timezone }: { announcement: Announcement; timezone: string | undefined }) {
  const { t, i18n } = useTranslation();
  const { team, audience, author, created_at: created, updated_at: updated } = announcement;
  const zone = useShownZone(timezone);
  const timeOf = (at: string) => formatDateTimeAt(at, i18n.language, zone);
  const parts = [
    team ?? t(`announcements.for.${audience}`),
    author ?? '',
    timeOf(created),
    updated === created ? '' : t('announcements.changed', { date: timeOf(updated) }),
  ];
  return (
    <Text size="sm" c="dimmed" mb="sm">
      <MetaLine parts={parts} />
    </Text>
  );
}
