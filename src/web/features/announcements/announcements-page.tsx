import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ListIcon } from '../../ui/icons.tsx';
import { ButtonLink, PageLink } from '../../ui/links.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { EmptyList, Loaded } from '../../ui/page-state.tsx';
import { projectQuery } from '../projects/queries.ts';
import { useMailMode } from '../sign-in/queries.ts';
import { teamsQuery } from '../teams/queries.ts';
import { AnnouncementCard } from './announcement-card.tsx';
import { announcementQuery, announcementsQuery } from './queries.ts';

/** All announcements of a project, or of one of its teams, that the person may see. */
export function AnnouncementsPage() {
  const { tid } = useSearch({ from: '/projects/$pid/announcements' });
  return <Announcements all="/projects/$pid/announcements" tid={tid} />;
}

/** The same among the pages for organisers. */
export function ManagedAnnouncementsPage() {
  const { tid } = useSearch({ from: '/signed-in/projects/$pid/manage/announcements' });
  return <Announcements all="/projects/$pid/manage/announcements" tid={tid} managed />;
}

type AnnouncementsProps = {
  /** The page with those of all teams. */
  all: '/projects/$pid/announcements' | '/projects/$pid/manage/announcements';
  tid: string | undefined;
  managed?: boolean;
};

function Announcements({ all, tid, managed = false }: AnnouncementsProps) {
  const { t } = useTranslation();
  const { pid = '' } = useParams({ strict: false });
  const project = useQuery(projectQuery(pid)).data;
  const teams = useQuery(teamsQuery(pid)).data ?? [];
  const team = teams.find((one) => one.tid === tid);
  usePageTitle(`${t('announcements.title')} · ${team?.name ?? project?.name ?? ''}`);
  const mayWrite = project?.rights.edit === true || teams.some(({ rights, disabled }) => rights.edit && !disabled);
  const canWrite = mayWrite && project?.state !== 'archived';
  const context = useMailMode(canWrite);
  return (
    <>
      <PageHeading
        title={team === undefined ? t('announcements.title') : `${t('announcements.title')} · ${team.name}`}
        lead={canWrite ? t('announcements.manageLead', { context }) : t('announcements.lead')}
      />
      <Group mb={canWrite || tid !== undefined ? 'lg' : 0} gap="md">
        {canWrite ? (
          <ButtonLink
            to="/projects/$pid/announcements/new"
            params={{ pid }}
            search={tid === undefined ? {} : { tid }}
            size="sm"
          >
            {t('announcements.new')}
          </ButtonLink>
        ) : null}
        {tid === undefined ? null : (
          <PageLink to={all} params={{ pid }} search={{}} size="sm">
            {t('announcements.all')}
          </PageLink>
        )}
      </Group>
      <AnnouncementList pid={pid} tid={tid} managed={managed} />
      {tid === undefined ? (
        <Text size="sm" mt="lg">
          <Anchor href={`/feeds/${pid}.atom`}>{t('announcements.feed')}</Anchor>
        </Text>
      ) : null}
    </>
  );
}

type AnnouncementListProps = { pid: string; tid: string | undefined; managed: boolean };

function AnnouncementList({ pid, tid, managed }: AnnouncementListProps) {
  const { t } = useTranslation();
  const list = useInfiniteQuery(announcementsQuery(pid, tid));
  const found = list.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Loaded query={list} embedded>
      {() =>
        found.length === 0 ? (
          <EmptyList
            icon={<ListIcon size={28} />}
            title={t('announcements.none')}
            description={t('announcements.noneText')}
          />
        ) : (
          <Stack gap="md" maw="44rem">
            {found.map((announcement) => (
              <AnnouncementCard key={announcement.id} announcement={announcement} order={2} managed={managed} />
            ))}
            {list.hasNextPage ? (
              <Group justify="center">
                <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                  {t('ui.more')}
                </Button>
              </Group>
            ) : null}
          </Stack>
        )
      }
    </Loaded>
  );
}

/** One announcement: where notices and the feed lead. */
export function AnnouncementPage() {
  const { t } = useTranslation();
  const { pid, id } = useParams({ from: '/projects/$pid/announcements/$id' });
  const announcement = useQuery(announcementQuery(pid, id));
  usePageTitle(announcement.data?.title ?? t('announcements.title'));
  return (
    <Loaded query={announcement}>
      {(found) => (
        <Stack gap="md" maw="44rem">
          <Text size="sm">
            <PageLink to="/projects/$pid/announcements" params={{ pid }} search={{}}>
              {`‹ ${t('announcements.all')}`}
            </PageLink>
          </Text>
          <AnnouncementCard announcement={found} order={1} />
        </Stack>
      )}
    </Loaded>
  );
}
