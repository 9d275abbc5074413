import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../client/client.ts';
import { PageLink } from '../../ui/links.tsx';
import { OwnersOnly } from './no-access.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import './manage.css';
import { projectQuery } from './manage-queries.ts';

/** The parts of the owners' area, each shown to those to whom the service grants it. */
const parts = [
  { to: '/projects/$pid/manage', word: 'overview', right: 'appoint_owners' },
  { to: '/projects/$pid/manage/settings', word: 'settings', right: 'edit' },
  { to: '/projects/$pid/manage/teams', word: 'teams', right: 'create_teams' },
  { to: '/projects/$pid/manage/owners', word: 'owners', right: 'appoint_owners' },
  { to: '/projects/$pid/manage/forms', word: 'forms', right: 'create_forms' },
  { to: '/projects/$pid/manage/travel-money', word: 'travel', right: 'edit_subsidies' },
  { to: '/projects/$pid/manage/totals', word: 'totals', right: 'see_people' },
  { to: '/projects/$pid/manage/exports', word: 'exports', right: 'see_people' },
  { to: '/projects/$pid/manage/audit', word: 'audit', right: 'read_audit' },
] as const;

export function ManageLayout() {
  const { pid } = useParams({ from: '/signed-in/projects/$pid/manage' });
  const project = useQuery(projectQuery(pid));
  return <Loaded query={project}>{({ body }) => <Area project={body} />}</Loaded>;
}

function Area({ project }: { project: Project }) {
  const { t } = useTranslation();
  const { pid, rights } = project;
  const mine = parts.filter(({ right }) => rights[right]);
  if (mine.length === 0) return <OwnersOnly project={project} />;
  return (
    <div className="muster-manage">
      <nav aria-label={t('manage.navigation', { project: project.name })} className="muster-manage-nav">
        <Text size="sm" mb={{ base: 4, md: 'sm' }} w="100%" px={{ base: 0, md: '0.8rem' }}>
          <PageLink to="/projects/$pid" params={{ pid }} c="inherit" fw={650}>
            {project.name}
          </PageLink>
        </Text>
        {mine.map(({ to, word }) => (
          <Link
            key={to}
            to={to}
            params={{ pid }}
            className="muster-nav-link"
            activeOptions={{ exact: word === 'overview', includeSearch: false }}
          >
            {t(`manage.parts.${word}`)}
          </Link>
        ))}
      </nav>
      <div>
        <Outlet />
      </div>
    </div>
  );
}
