import { Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Dashboard, Project } from '../../../client/client.ts';
import { formatDeadlineAt } from '../../../locales/format/deadline.ts';
import { currentTime, formatDateTimeAt, formatSpanAt } from '../../../locales/format/dates.ts';
import { ButtonLink, PageLink } from '../../ui/links.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { claimCountQuery } from '../event-day/queries.ts';
import { sentenceOf } from '../audit/sentences.ts';
import { GivenPlaces } from '../tasks/exchange/given-places.tsx';
import { Unconfirmed } from '../tasks/exchange/unconfirmed.tsx';
import { allRequestsQuery } from '../tasks/signup/queries.ts';
import { RequestsToDecide, requestsId } from '../tasks/signup/requests-to-decide.tsx';
import { isOver } from '../projects/current.ts';
import { projectQuery } from '../projects/queries.ts';
import { useInvitedChiefs } from '../teams/invitations/invited-chiefs.ts';
import { MetaLine } from '../announcements/meta-line.tsx';
import { invitedAsQuery } from '../teams/invitations/queries.ts';
import { gapOf } from '../tasks/coverage/gap.ts';
import { Item, ListCard } from '../../ui/cards/list-card.tsx';
import { dashboardQuery } from './queries.ts';
import { WorkToApprove } from './work-to-approve.tsx';
import type { Loads } from '../../loading.ts';
import { loadWaiting } from './waiting.ts';

type OwnerDashboardProps = {
  project: { pid: string; name: string };
  /** True on the overview of the project, which needs no link to itself. */
  isOverview?: boolean;
};

export async function loadOwnerDashboard({ load, loadPages }: Loads, pid: string) {
  const project = await load(projectQuery(pid));
  if (!project.rights.see_hours || project.state === 'archived') return;
  const loadGaps = async () => {
    const { teams_without_chief: teams } = await load(dashboardQuery(pid));
    const isOpen = teams.length > 0 && !isOver(project, currentTime());
    if (isOpen && project.rights.edit) await load(invitedAsQuery(pid, 'chief'));
  };
  const loadDecisions = () => Promise.all([load(claimCountQuery(pid)), loadWaiting({ loadPages }, pid)]);
  await Promise.all([loadGaps(), project.rights.edit && loadDecisions()]);
}

/** What waits for an owner, where people are missing, and what happened since yesterday. */
export function OwnerDashboard({ project: { pid, name }, isOverview = false }: OwnerDashboardProps) {
  const { t } = useTranslation();
  const project = useQuery(projectQuery(pid));
  const dashboard = useQuery({ ...dashboardQuery(pid), enabled: project.data?.rights.see_hours === true });
  const over = project.data !== undefined && isOver(project.data, currentTime());
  if (project.data?.rights.see_hours === false || project.data?.state === 'archived') return null;
  const decides = project.data?.rights.edit === true;
  return (
    <section aria-labelledby="owner-dashboard">
      <Group justify="space-between" mb="md">
        <Title order={2} size="h3" id="owner-dashboard">
          {isOverview ? t('homes.owner.today') : t('homes.owner.title', { project: name })}
        </Title>
        {isOverview ? null : (
          <ButtonLink to="/projects/$pid/manage" params={{ pid }} size="sm">
            {t('homes.owner.manage', { project: name })}
          </ButtonLink>
        )}
      </Group>
      <Loaded query={dashboard} embedded>
        {(found) => (
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
            {over && decides ? <AfterEvent pid={pid} /> : null}
            {found.open_loans > 0 && decides ? <StillOut pid={pid} count={found.open_loans} /> : null}
            {decides ? <Decisions {...found} /> : null}
            {over ? null : <Gaps {...found} decides={decides} zone={project.data?.timezone ?? 'UTC'} />}
            <Answers {...found} decides={decides} zone={project.data?.timezone ?? 'UTC'} />
            {decides ? <Recent {...found} zone={project.data?.timezone ?? 'UTC'} /> : null}
          </SimpleGrid>
        )}
      </Loaded>
      {decides ? (
        <Stack gap="lg" mt="lg">
          <RequestsToDecide pid={pid} timezone={project.data?.timezone ?? 'UTC'} />
          <GivenPlaces pid={pid} timezone={project.data?.timezone ?? 'UTC'} isHome={!isOverview} />
          <Unconfirmed pid={pid} timezone={project.data?.timezone ?? 'UTC'} />
        </Stack>
      ) : null}
    </section>
  );
}

/** More teams than this are only counted. */
const teamsShown = 10;

function Decisions({ pid, applications, applied_teams: appliedTeams, claims, travel }: Dashboard) {
  const { t } = useTranslation();
  const work = useQuery(claimCountQuery(pid)).data ?? 0;
  const requests = useInfiniteQuery(allRequestsQuery(pid)).data?.pages[0]?.total ?? 0;
  const isEmpty = applications.length + travel.length + work + claims + requests === 0;
  return (
    <ListCard
      id="decisions"
      title={t('homes.owner.decisions')}
      empty={isEmpty ? t('homes.owner.noDecisions') : undefined}
    >
      {applications.slice(0, teamsShown).map(({ tid, name, count }) => (
        <Item key={tid}>
          <PageLink to="/projects/$pid/teams/$tid/manage" params={{ pid, tid }} search={{ tab: 'applications' }}>
            {t('homes.owner.applications', { count, team: name })}
          </PageLink>
        </Item>
      ))}
      {appliedTeams <= teamsShown ? null : (
        <Item>
          <PageLink to="/projects/$pid/manage/teams" params={{ pid }}>
            {t('homes.owner.moreApplications', { count: appliedTeams - teamsShown })}
          </PageLink>
        </Item>
      )}
      {requests === 0 ? null : (
        <Item>
          <PageLink to="." hash={requestsId(pid)}>
            {t('homes.owner.requests', { count: requests })}
          </PageLink>
        </Item>
      )}
      {work === 0 ? null : <WorkToApprove pid={pid} count={work} />}
      {claims === 0 ? null : (
        <Item>
          <PageLink to="/projects/$pid/manage/claims" params={{ pid }}>
            {t('homes.owner.claims', { count: claims })}
          </PageLink>
        </Item>
      )}
      {travel.map(({ form, title, count }) => (
        <Item key={form}>
          <PageLink to="/projects/$pid/manage/travel-money/$form" params={{ pid, form }}>
            {t('homes.owner.travel', { count, form: title })}
          </PageLink>
        </Item>
      ))}
    </ListCard>
  );
}

type Zoned = Dashboard & { zone: Project['timezone'] };

type GapsProps = Zoned & { /** Deputies who only read get no links to what they may not change. */ decides: boolean };

function Gaps({
  pid,
  tasks,
  teams_without_chief: teams,
  teams_without_chief_count: teamCount,
  zone,
  decides,
}: GapsProps) {
  const { t, i18n } = useTranslation();
  const invited = useQuery({ ...invitedAsQuery(pid, 'chief'), enabled: teamCount > 0 && decides }).data ?? [];
  const aboutChiefs = useInvitedChiefs();
  const isEmpty = tasks.short + teamCount === 0;
  return (
    <ListCard id="gaps" title={t('homes.owner.gaps')} empty={isEmpty ? t('homes.owner.noGaps') : undefined}>
      {teams.slice(0, teamsShown).map(({ tid, name }) => (
        <Item key={tid} about={aboutChiefs(invited, [tid])}>
          {decides ? (
            <PageLink to="/projects/$pid/manage/teams" params={{ pid }} search={{ chiefs: tid }}>
              {t('homes.owner.noChief', { team: name })}
            </PageLink>
          ) : (
            t('homes.owner.noChief', { team: name })
          )}
        </Item>
      ))}
      {!decides || teamCount <= teamsShown ? null : (
        <Item>
          <PageLink to="/projects/$pid/manage/teams" params={{ pid }}>
            {t('homes.owner.moreNoChief', { count: teamCount - teamsShown })}
          </PageLink>
        </Item>
      )}
      {tasks.short === 0 ? null : (
        <Item
          note={[
            ...(tasks.missing > 0 ? [t('helping.missing', { count: tasks.missing })] : []),
            t('helping.free', { count: tasks.places }),
          ].join(' · ')}
        >
          <PageLink to="/projects/$pid/manage/tasks" params={{ pid }} search={{ open: true }}>
            {t('homes.owner.short', { count: tasks.short })}
          </PageLink>
        </Item>
      )}
      {tasks.next.map((task) => (
        <Item
          key={task.id}
          note={gapOf(t, task)}
          about={<MetaLine parts={[task.team, formatSpanAt(task.starts_at, task.ends_at, i18n.language, zone)]} />}
        >
          <PageLink to="/projects/$pid/tasks/$id" params={{ pid, id: task.id }}>
            {task.title}
          </PageLink>
        </Item>
      ))}
    </ListCard>
  );
}

function Answers({ pid, missing_answers: missing, invitations, zone, decides }: GapsProps) {
  const { t, i18n } = useTranslation();
  const empty = missing.length + invitations.open === 0 ? t('homes.owner.noAnswers') : undefined;
  return (
    <ListCard id="answers" title={t('homes.owner.answers')} empty={empty}>
      {missing.map(({ form, title, count, closes_at: closes }) => (
        <Item
          key={form}
          about={
            closes === null
              ? undefined
              : t('project.forms.closesAt', { time: formatDeadlineAt({ t, i18n }, closes, zone) })
          }
        >
          <PageLink to="/projects/$pid/people" params={{ pid }} search={{ form, answered: false }}>
            {t('homes.owner.notAnswered', { form: title, count })}
          </PageLink>
        </Item>
      ))}
      {invitations.open === 0 ? null : (
        <Item note={invitations.ending === 0 ? undefined : t('homes.owner.ending', { count: invitations.ending })}>
          {decides ? (
            <PageLink to="/projects/$pid/manage/teams" params={{ pid }}>
              {t('homes.owner.invitations', { count: invitations.open })}
            </PageLink>
          ) : (
            t('homes.owner.invitations', { count: invitations.open })
          )}
        </Item>
      )}
    </ListCard>
  );
}

function Recent({ pid, recent, zone }: Zoned) {
  const { t, i18n } = useTranslation();
  const empty = recent.count === 0 ? t('homes.owner.noRecent') : undefined;
  return (
    <ListCard id="recent" title={t('homes.owner.recent')} empty={empty}>
      {recent.data.map((entry) => (
        <Stack key={entry.id} component="li" gap={0}>
          <Text size="sm">{sentenceOf({ t, i18n }, entry, zone)}</Text>
          <Text size="xs" c="dimmed" component="time" dateTime={entry.at}>
            {formatDateTimeAt(entry.at, i18n.language, zone)}
          </Text>
        </Stack>
      ))}
      <Item>
        <PageLink to="/projects/$pid/manage/audit" params={{ pid }}>
          {t('homes.owner.allRecent', { count: recent.count })}
        </PageLink>
      </Item>
    </ListCard>
  );
}

/** Shown from the evening of the last day. */
function StillOut({ pid, count }: { pid: string; count: number }) {
  const { t } = useTranslation();
  return (
    <ListCard id="still-out" title={t('goods.open.title')}>
      <Item>
        <PageLink to="/projects/$pid/manage/hand-outs" params={{ pid }} hash="open-loans">
          {t('goods.open.count', { count })}
        </PageLink>
      </Item>
      <Item>
        <PageLink to="/projects/$pid/manage/messages/new" params={{ pid }} search={{ open_loans: true }}>
          {t('goods.open.message')}
        </PageLink>
      </Item>
    </ListCard>
  );
}

/** What owners still have to do, in order. */
function AfterEvent({ pid }: { pid: string }) {
  const { t } = useTranslation();
  return (
    <ListCard id="after-event" title={t('homes.after.title')}>
      <Item>
        <PageLink to="/projects/$pid/manage/hours" params={{ pid }}>
          {t('homes.after.hours')}
        </PageLink>
      </Item>
      <Item>
        <PageLink to="/projects/$pid/manage/messages/new" params={{ pid }} search={{ thanks: true }}>
          {t('homes.after.thank')}
        </PageLink>
      </Item>
      <Item>
        <PageLink to="/projects/$pid/manage" params={{ pid }} hash="next-year">
          {t('homes.after.next')}
        </PageLink>
      </Item>
      <Item>
        <PageLink to="/projects/$pid/manage/settings" params={{ pid }} hash="state">
          {t('homes.after.archive')}
        </PageLink>
      </Item>
    </ListCard>
  );
}
