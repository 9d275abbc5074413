import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../client/client.ts';
import { PageLink } from '../../ui/links.tsx';
import { OwnersOnly } from './owners-only.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import layout from '../../ui/side-navigation.module.css';
import { projectQuery } from './queries.ts';
import { ArchivedNotice, ReadOnlyWhenArchived } from './read-only.tsx';

/** The pages for organisers, each with the right that it needs. */
const parts = [
  { to: '/projects/$pid/manage', name: 'overview', right: 'appoint_owners' },
  { to: '/projects/$pid/manage/settings', name: 'settings', right: 'edit' },
  { to: '/projects/$pid/manage/teams', name: 'teams', right: 'create_teams' },
  { to: '/projects/$pid/people', name: 'people', right: 'list_people' },
  { to: '/projects/$pid/announcements', name: 'announcements', right: 'edit' },
  { to: '/projects/$pid/manage/owners', name: 'owners', right: 'appoint_owners' },
  { to: '/projects/$pid/manage/forms', name: 'forms', right: 'create_forms' },
  { to: '/projects/$pid/manage/travel-money', name: 'travel', right: 'edit_subsidies' },
  { to: '/projects/$pid/manage/totals', name: 'totals', right: 'see_people' },
  { to: '/projects/$pid/manage/exports', name: 'exports', right: 'see_people' },
  { to: '/projects/$pid/manage/audit', name: 'audit', right: 'read_audit' },
] as const;

export function ManageLayout() {
  const { pid } = useParams({ from: '/signed-in/projects/$pid/manage' });
  const project = useQuery(projectQuery(pid));
  return <Loaded query={project}>{(found) => <Area project={found} />}</Loaded>;
}

function Area({ project }: { project: Project }) {
  const { t } = useTranslation();
  const { pid, rights } = project;
  const mine = parts.filter(({ right }) => rights[right]);
  if (mine.length === 0) return <OwnersOnly project={project} />;
  return (
    <div className={layout.area}>
      <nav aria-label={t('manage.navigation', { project: project.name })} className={layout.navigation}>
        <Text size="sm" mb={{ base: 4, md: 'sm' }} w="100%" px={{ base: 0, md: '0.8rem' }}>
          <PageLink to="/projects/$pid" params={{ pid }} c="inherit" fw={650}>
            {project.name}
          </PageLink>
        </Text>
        {mine.map(({ to, name }) => (
          <Link
            key={to}
            to={to}
            params={{ pid }}
            className="muster-nav-link"
            activeOptions={{ exact: name === 'overview', includeSearch: false }}
          >
            {t(`manage.parts.${name}`)}
          </Link>
        ))}
      </nav>
      <div>
        <Page project={project} />
      </div>
    </div>
  );
}

/** The pages that still work in an archived project: they read, or reopen it. */
const readingPages = /\/manage\/(settings|totals|exports|audit|forms\/[^/]+\/(passed-on|answers))\/?$/;

function Page({ project }: { project: Project }) {
  const reads = useLocation({ select: ({ pathname }) => readingPages.test(pathname) });
  if (!reads) {
    return (
      <ReadOnlyWhenArchived project={project}>
        <Outlet />
      </ReadOnlyWhenArchived>
    );
  }
  return (
    <>
      {project.state === 'archived' ? <ArchivedNotice project={project} /> : null}
      <Outlet />
    </>
  );
}
