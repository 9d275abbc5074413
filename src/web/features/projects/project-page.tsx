import { Alert, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../client/client.ts';
import { PageLink } from '../../ui/links.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { useMe } from '../people/queries.ts';
import { LatestAnnouncements } from '../announcements/latest-announcements.tsx';
import { EventColours } from './event/event-colours.tsx';
import { EventHero } from './event/event-hero.tsx';
import styles from './project-page.module.css';
import { useOpenTabInView } from '../../ui/navigation/open-tab.ts';
import { currentProjectQuery, projectQuery } from './queries.ts';
import { CallForVolunteers } from '../teams/call-for-volunteers.tsx';
import type { Loading } from '../../loading.ts';
import { latestAnnouncementsQuery } from '../announcements/queries.ts';
import { ownApplicationsQuery } from '../teams/applications/queries.ts';
import { teamsQuery } from '../teams/queries.ts';
import { loadThanksLink, ThanksLink } from '../thanks/thanks-link.tsx';

export const loadProjectLayout = ({ load, params: { pid } }: Loading<'pid'>) => load(projectQuery(pid));

/** The name and navigation that all pages of a project share. */
export function ProjectLayout() {
  const { pid } = useParams({ from: '/projects/$pid' });
  const project = useQuery(projectQuery(pid));
  return <Loaded query={project}>{(found) => <Frame project={found} />}</Loaded>;
}

/** Pages that belong to a tab with another address. */
const pagesBelow = {
  overview: /\/(?:announcements|thanks)(?:\/|$)/,
  tasks: /\/(?:open-tasks|availability|my-skills)\/?$/,
  myDay: /\/(?:my-hours|work)\/?$/,
  forms: /\/claims(?:\/|$)/,
};

function Frame({ project }: { project: Project }) {
  const { t } = useTranslation();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const tabs = useOpenTabInView<HTMLDivElement>(path);
  const isOverview = /^\/projects\/[^/]+\/?$/.test(path);
  // The form to apply for a team asks for the name itself.
  const isTeam = /\/teams\/[^/]+\/?$/.test(path);
  const marked = (tab: keyof typeof pagesBelow) => pagesBelow[tab].test(path) && { 'aria-current': 'page' as const };
  const me = useMe();
  const { pid, name, rights } = project;
  // The header names the project that signed-in people look at; to visitors, always the one that leads.
  const leading = useQuery(currentProjectQuery).data?.pid;
  const isNamed = isOverview || me !== null || leading === pid;
  const isDeputy = (me?.projects.find((own) => own.pid === pid)?.grants.length ?? 0) > 0;
  const manages = rights.edit || rights.create_teams || rights.appoint_owners || isDeputy;
  return (
    <EventColours project={project}>
      <Group
        ref={tabs}
        component="nav"
        gap={4}
        mb={{ base: 'md', sm: 'xl' }}
        className={styles.tabs}
        aria-label={t('project.nav.label', { name })}
      >
        <Text fw={650} me="sm" className={`${styles.name} ${isNamed ? styles.repeated : ''}`}>
          {name}
        </Text>
        <Link
          to="/projects/$pid"
          params={{ pid }}
          className="muster-nav-link"
          activeOptions={{ exact: true }}
          {...marked('overview')}
        >
          {t('project.nav.overview')}
        </Link>
        <Link to="/projects/$pid/teams" params={{ pid }} className="muster-nav-link">
          {t('project.nav.teams')}
        </Link>
        <Link to="/projects/$pid/staff" params={{ pid }} className="muster-nav-link">
          {t('project.nav.staff')}
        </Link>
        {rights.see_tasks ? (
          <Link
            to="/projects/$pid/tasks"
            params={{ pid }}
            className="muster-nav-link"
            activeOptions={{ includeSearch: false }}
            {...marked('tasks')}
          >
            {t('project.nav.tasks')}
          </Link>
        ) : me === null || project.state === 'archived' ? null : (
          <Link
            to="/projects/$pid/open-tasks"
            params={{ pid }}
            className="muster-nav-link"
            activeOptions={{ includeSearch: false }}
            {...marked('tasks')}
          >
            {t('helping.title')}
          </Link>
        )}
        {me === null || project.state === 'archived' ? null : (
          <Link to="/projects/$pid/my-day" params={{ pid }} className="muster-nav-link" {...marked('myDay')}>
            {t('homes.myDay')}
          </Link>
        )}
        {rights.list_people ? (
          <Link
            to="/projects/$pid/people"
            params={{ pid }}
            className="muster-nav-link"
            activeOptions={{ includeSearch: false }}
          >
            {t('people.title')}
          </Link>
        ) : null}
        {me === null ? null : (
          <Link to="/projects/$pid/forms" params={{ pid }} className="muster-nav-link" {...marked('forms')}>
            {t('project.nav.forms')}
          </Link>
        )}
        {manages ? (
          <Link to="/projects/$pid/manage" params={{ pid }} className="muster-nav-link">
            {t('project.nav.manage')}
          </Link>
        ) : null}
      </Group>
      {project.state === 'public' ? null : (
        <Alert variant="outline" color={project.state === 'draft' ? 'yellow' : 'gray'} mb="xl">
          {t(`manage.states.texts.${project.state}`)}
        </Alert>
      )}
      {me?.name === '' && !isTeam ? (
        <Text className="muster-notice" mb="xl">
          {t('project.nameless')} <PageLink to="/me/profile">{t('project.addName')}</PageLink>
        </Text>
      ) : null}
      <Outlet />
    </EventColours>
  );
}

export const loadProjectOverviewPage = ({ me, load, params: { pid } }: Loading<'pid'>) =>
  Promise.all([
    load(latestAnnouncementsQuery(pid)),
    load(teamsQuery(pid)),
    load(projectQuery(pid)).then((project) => loadThanksLink(load, project)),
    me && load(ownApplicationsQuery),
  ]);

export function ProjectOverviewPage() {
  const { pid } = useParams({ from: '/projects/$pid' });
  const project = useQuery(projectQuery(pid)).data;
  usePageTitle(project?.name ?? '');
  return project === undefined ? null : <Overview project={project} />;
}

function Overview({ project }: { project: Project }) {
  return (
    <Stack gap={48}>
      <EventHero project={project} />
      <ThanksLink project={project} />
      <LatestAnnouncements pid={project.pid} canWrite={project.rights.announce && project.state !== 'archived'} />
      <CallForVolunteers
        project={project}
        archived={project.state === 'archived'}
        creates={project.rights.create_teams}
      />
    </Stack>
  );
}
