import { Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ButtonLink, PageLink } from '../../ui/links.tsx';
import { useMe } from '../people/queries.ts';
import { OtherZone } from '../projects/event/event-zone.tsx';
import { AnnouncementCard } from './announcement-card.tsx';
import { latestAnnouncementsQuery } from './queries.ts';

type LatestAnnouncementsProps = { pid: string; tid?: string; canWrite: boolean; managed?: boolean };

/** The newest announcements of a project or a team. Nothing for people who can neither read nor write one. */
export function LatestAnnouncements({ pid, tid, canWrite, managed = false }: LatestAnnouncementsProps) {
  const { t } = useTranslation();
  const found = useQuery(latestAnnouncementsQuery(pid, tid)).data;
  const isSignedIn = useMe() !== null;
  if (found === undefined || (found.data.length === 0 && !canWrite)) return null;
  return (
    <section aria-labelledby="announcements" className="muster-no-print">
      <Group justify="space-between" mb="md">
        <Title order={2} size="h3" id="announcements">
          {t('announcements.title')}
        </Title>
        {canWrite ? (
          <ButtonLink
            to="/projects/$pid/announcements/new"
            params={{ pid }}
            search={tid === undefined ? {} : { tid }}
            size="sm"
            variant="default"
          >
            {t('announcements.new')}
          </ButtonLink>
        ) : null}
      </Group>
      <Stack gap="md">
        {isSignedIn && found.data.length > 0 ? <OtherZone /> : null}
        {found.data.length === 0 ? <Text c="dimmed">{t('announcements.noneHere')}</Text> : null}
        {found.data.map((announcement) => (
          <AnnouncementCard key={announcement.id} announcement={announcement} order={3} managed={managed} />
        ))}
        <div>
          <PageLink
            to={managed ? '/projects/$pid/manage/announcements' : '/projects/$pid/announcements'}
            params={{ pid }}
            search={tid === undefined ? {} : { tid }}
          >
            {t('announcements.all')}
          </PageLink>
        </div>
      </Stack>
    </section>
  );
}
