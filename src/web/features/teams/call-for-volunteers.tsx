import { Badge, EmptyState, Group, Paper, SimpleGrid, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Project, Team } from '../../../client/client.ts';
import { currentTime } from '../../../locales/format/dates.ts';
import { PeopleIcon } from '../../ui/icons.tsx';
import { ButtonLink, PageLink } from '../../ui/links.tsx';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { Loaded, EmptyList } from '../../ui/page-state.tsx';
import { useMe } from '../people/queries.ts';
import { CallTimes, hasCall, isCallOpen } from './applications/call-times.tsx';
import { ApplyLink } from './applications/apply-link.tsx';
import { teamsQuery } from './queries.ts';

/** More cards than this make the page slow. The page of the teams has all of them, also without JavaScript. */
const cardsAtOnce = 40;

type CallProps = { project: Project; archived?: boolean; /** Can create the first team. */ creates?: boolean };

/** The teams of a project, what they are looking for, and their open places. Asks people to join if a team accepts applications. */
export function CallForVolunteers({ project, archived = false, creates = false }: CallProps) {
  const { t } = useTranslation();
  const { pid } = project;
  const teams = useQuery(teamsQuery(pid));
  const seeks = !archived && (teams.data ?? []).some((team) => !team.disabled && team.takes_applications);
  const { isIn } = useOwnPart(pid);
  const asks = seeks && !isIn;
  return (
    <section aria-labelledby="call">
      <Title order={2} size="h3" id="call">
        {asks ? t('project.call.title') : t('project.teams.title')}
      </Title>
      <Text c="dimmed" mb="lg">
        {asks ? t('project.call.lead') : t('project.teams.lead')}
      </Text>
      {hasCall(project) && seeks ? (
        <Group mb="lg" gap="md">
          <CallTimes project={project} />
          <CallLink project={project} />
        </Group>
      ) : null}
      <Loaded query={teams} embedded>
        {(found) => {
          const enabled = found.filter((team) => !team.disabled);
          if (enabled.length > 0) return <Teams project={project} teams={enabled} archived={archived} />;
          return <NoTeams pid={pid} creates={creates && !archived} />;
        }}
      </Loaded>
    </section>
  );
}

/** To the questions, and to one's own application. After the call, only people with an account find something there. */
function CallLink({ project }: { project: Project }) {
  const { t } = useTranslation();
  const isVisitor = useMe() === null;
  const { pid, call_closes_at: closes } = project;
  const isOpen = isCallOpen(project);
  const isOver = !isOpen && closes !== null && closes <= new Date(currentTime()).toISOString();
  if (isOver && isVisitor) return null;
  return (
    <ButtonLink to="/projects/$pid/apply" params={{ pid }} variant={isOpen ? 'filled' : 'default'}>
      {t(isOpen ? 'apply.call.open' : isOver ? 'apply.ownTitle' : 'apply.call.read')}
    </ButtonLink>
  );
}

function Teams({ project, teams, archived }: { project: Project; teams: Team[]; archived: boolean }) {
  const { t } = useTranslation();
  const { pid } = project;
  const signedIn = useMe() !== null;
  const { isIn, isOwner, tids } = useOwnPart(pid);
  const seeks = teams.some((team) => team.takes_applications);
  const texts = seeks ? 'apply' : 'project.call';
  const isCut = teams.length > cardsAtOnce;
  const bySeeking = Object.groupBy(teams, (team) => (team.takes_applications ? 'seeking' : 'others'));
  const first = isCut ? [...(bySeeking.seeking ?? []), ...(bySeeking.others ?? [])].slice(0, cardsAtOnce) : teams;
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" component="ul" className="muster-plain-list">
        {first.map((team) => (
          <Paper key={team.tid} className="muster-surface" p="lg" component="li">
            <Title order={3} size="h4" mb={4}>
              <PageLink to="/projects/$pid/teams/$tid" params={{ pid, tid: team.tid }} inherit>
                {team.name}
              </PageLink>
            </Title>
            <Group mb="xs" gap="xs">
              {tids.has(team.tid) ? <Badge>{t('project.teams.mine')}</Badge> : null}
              <OpenPlaces team={team} archived={archived} />
              {isOwner ? null : <ApplyLink project={project} team={team} archived={archived} />}
            </Group>
            {team.public_description === '' ? (
              <Text c="dimmed">{t('project.call.noText')}</Text>
            ) : (
              <Markdown text={team.public_description} compact />
            )}
          </Paper>
        ))}
      </SimpleGrid>
      {isCut ? (
        <Text mt="lg">
          <PageLink to="/projects/$pid/teams" params={{ pid }}>
            {t('project.tasks.allTeams')}
          </PageLink>
        </Text>
      ) : null}
      {archived || isIn ? null : (
        <Group className="muster-notice" mt="lg" justify="space-between" gap="md">
          <Text maw="36rem">{signedIn ? t(`${texts}.howSignedIn`) : t(`${texts}.how`)}</Text>
          {signedIn ? (
            seeks ? (
              <ButtonLink to="/me/profile">{t('project.call.profile')}</ButtonLink>
            ) : (
              <ButtonLink to="/me/offer">{t('project.call.offer')}</ButtonLink>
            )
          ) : (
            <ButtonLink to="/sign-in" search={{ next: `/projects/${pid}` }}>
              {seeks ? t('project.call.signIn') : t('shell.signIn')}
            </ButtonLink>
          )}
        </Group>
      )}
    </>
  );
}

/** Whether the person is in the event already, and in which of its teams. */
function useOwnPart(pid: string) {
  const own = useMe()?.projects.find((project) => project.pid === pid);
  const tids = new Set(own?.teams.map(({ tid }) => tid));
  const isOwner = own?.owner === true;
  return { tids, isOwner, isIn: isOwner || tids.size > 0 };
}

type OpenPlacesProps = { team: Pick<Team, 'open_places' | 'takes_applications' | 'disabled'>; archived: boolean };

/** Whether somebody can still join the team; nothing for one that nobody can join, or that has no maximum size. */
export function OpenPlaces({ team, archived }: OpenPlacesProps) {
  const { t } = useTranslation();
  if (archived || team.disabled) return null;
  if (!team.takes_applications && team.open_places !== 0)
    return <Badge variant="default">{t('project.call.byInvitation')}</Badge>;
  if (team.open_places === null) return null;
  if (team.open_places === 0) return <Badge variant="default">{t('project.call.full')}</Badge>;
  return <Badge variant="light">{t('project.call.places', { count: team.open_places })}</Badge>;
}

/** Visitors come back later; owners create the first team. */
export function NoTeams({ pid, creates }: { pid: string; creates: boolean }) {
  const { t } = useTranslation();
  return (
    <EmptyList
      icon={<PeopleIcon size={28} />}
      title={t('project.call.none')}
      description={creates ? t('project.call.noneOwner') : t('project.call.noneText')}
    >
      {creates ? (
        <EmptyState.Actions>
          <ButtonLink to="/projects/$pid/manage/teams" params={{ pid }}>
            {t('manage.teams.create')}
          </ButtonLink>
        </EmptyState.Actions>
      ) : null}
    </EmptyList>
  );
}
