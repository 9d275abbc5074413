import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../client/client.ts';
import { AnnouncementCard } from './announcement-card.tsx';
import { latestAnnouncementsQuery } from './queries.ts';

/** What is pinned, for visitors of the front page. Nothing if nothing is. */
export function PinnedAnnouncements({ project: { pid, timezone } }: { project: Project }) {
  const { t } = useTranslation();
  const pinned = (useQuery(latestAnnouncementsQuery(pid)).data?.data ?? []).filter((one) => one.pinned);
  if (pinned.length === 0) return null;
  return (
    <Stack gap="md" component="section" aria-label={t('announcements.title')}>
      {pinned.map((announcement) => (
        <AnnouncementCard key={announcement.id} announcement={announcement} order={2} timezone={timezone} />
      ))}
    </Stack>
  );
}
