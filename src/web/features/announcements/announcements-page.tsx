import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ListIcon } from '../../ui/icons.tsx';
import { ButtonLink, PageLink } from '../../ui/links.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import { EmptyList, Loaded } from '../../ui/page-state.tsx';
import { useMe } from '../people/queries.ts';
import { OtherZone } from '../projects/event/event-zone.tsx';
import { projectQuery } from '../projects/queries.ts';
import { teamsQuery } from '../teams/queries.ts';
import { AnnouncementCard } from './announcement-card.tsx';
import { announcementQuery, announcementsQuery } from './queries.ts';
import type { Loading } from '../../loading.ts';
import { teamSearch } from '../../routes/search.ts';

export const loadAnnouncementsPage = ({ load, loadPages, params: { pid }, search }: Loading<'pid'>) =>
  Promise.all([
    load(projectQuery(pid)),
    load(teamsQuery(pid)),
    loadPages(announcementsQuery(pid, teamSearch(search).tid)),
  ]);

/** All announcements of a project, or of one of its teams, that the person may see. */
export function AnnouncementsPage() {
  const { tid } = useSearch({ from: '/projects/$pid/announcements' });
  return <Announcements all="/projects/$pid/announcements" tid={tid} />;
}

export const loadManagedAnnouncementsPage = loadAnnouncementsPage;

/** Shows the same among the pages for organisers. */
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
  const mayWrite = project?.rights.announce === true || teams.some(({ rights, disabled }) => rights.edit && !disabled);
  const canWrite = mayWrite && project?.state !== 'archived';
  const title = team === undefined ? t('announcements.title') : `${t('announcements.title')} · ${team.name}`;
  const lead = canWrite ? t('announcements.manageLead') : t('announcements.lead');
  const write = canWrite ? (
    <ButtonLink
      to="/projects/$pid/announcements/new"
      params={{ pid }}
      search={tid === undefined ? {} : { tid }}
      size="sm"
    >
      {t('announcements.new')}
    </ButtonLink>
  ) : undefined;
  return (
    <>
      {managed ? (
        <PageHead title={title} help={lead}>
          {write}
        </PageHead>
      ) : (
        <PageHeading title={title} lead={lead} />
      )}
      <Group mb={(canWrite && !managed) || tid !== undefined ? 'lg' : 0} gap="md">
        {managed ? null : write}
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
  const isSignedIn = useMe() !== null;
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
            {isSignedIn ? <OtherZone /> : null}
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

export const loadAnnouncementPage = ({ load, params: { pid, id } }: Loading<'pid' | 'id'>) =>
  load(announcementQuery(pid, id));

/** Notices and the feed lead to this page. */
export function AnnouncementPage() {
  const { t } = useTranslation();
  const { pid, id } = useParams({ from: '/projects/$pid/announcements/$id' });
  const announcement = useQuery(announcementQuery(pid, id));
  const isSignedIn = useMe() !== null;
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
          {isSignedIn ? <OtherZone /> : null}
          <AnnouncementCard announcement={found} order={1} />
        </Stack>
      )}
    </Loaded>
  );
}
