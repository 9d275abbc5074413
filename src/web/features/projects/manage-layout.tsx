import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../client/client.ts';
import { PageLink } from '../../ui/links.tsx';
import { SectionFrame } from '../../ui/navigation/section-navigation.tsx';
import type { SectionGroup } from '../../ui/navigation/section-navigation.tsx';
import { OwnersOnly } from './owners-only.tsx';
import { Loaded } from '../../ui/page-state.tsx';
import { claimsQuery } from '../event-day/queries.ts';
import { useTeamSections } from '../teams/team-sections.tsx';
import { projectQuery } from './queries.ts';
import { ArchivedNotice, ReadOnlyWhenArchived } from './read-only.tsx';

/** The pages for organisers by what they are for, each with the right that it needs. */
const groups = [
  {
    key: 'project',
    parts: [
      { to: '/projects/$pid/manage', name: 'overview', right: 'appoint_owners' },
      { to: '/projects/$pid/manage/settings', name: 'settings', right: 'edit' },
      { to: '/projects/$pid/manage/owners', name: 'owners', right: 'appoint_owners' },
      { to: '/projects/$pid/manage/teams', name: 'teams', right: 'create_teams' },
    ],
  },
  {
    key: 'people',
    parts: [
      { to: '/projects/$pid/people', name: 'people', right: 'list_people' },
      { to: '/projects/$pid/manage/messages', name: 'messages', right: 'plan_tasks' },
      { to: '/projects/$pid/manage/announcements', name: 'announcements', right: 'edit' },
    ],
  },
  {
    key: 'planning',
    parts: [
      { to: '/projects/$pid/manage/tasks', name: 'tasks', right: 'plan_tasks' },
      { to: '/projects/$pid/manage/kinds', name: 'kinds', right: 'edit' },
    ],
  },
  {
    key: 'forms',
    parts: [
      { to: '/projects/$pid/manage/forms', name: 'forms', right: 'create_forms' },
      { to: '/projects/$pid/manage/travel-money', name: 'travel', right: 'edit_subsidies' },
      { to: '/projects/$pid/manage/totals', name: 'totals', right: 'see_people' },
    ],
  },
  {
    key: 'eventDay',
    parts: [
      { to: '/projects/$pid/now', name: 'now', right: 'plan_tasks' },
      { to: '/projects/$pid/manage/desk', name: 'desk', right: 'edit' },
      { to: '/projects/$pid/manage/work', name: 'work', right: 'plan_tasks' },
    ],
  },
  {
    key: 'records',
    parts: [
      { to: '/projects/$pid/manage/hours', name: 'hours', right: 'edit' },
      { to: '/projects/$pid/manage/statistics', name: 'statistics', right: 'edit' },
      { to: '/projects/$pid/manage/exports', name: 'exports', right: 'see_people' },
      { to: '/projects/$pid/manage/audit', name: 'audit', right: 'read_audit' },
    ],
  },
  {
    key: 'connections',
    parts: [
      { to: '/projects/$pid/manage/chat', name: 'chat', right: 'edit' },
      { to: '/projects/$pid/manage/webhooks', name: 'webhooks', right: 'edit' },
      { to: '/projects/$pid/manage/service-accounts', name: 'accounts', right: 'edit' },
    ],
  },
] as const;

/** A chief has few of the pages, which need no titles. */
const fewParts = 8;

export function ManageLayout() {
  const { pid } = useParams({ from: '/signed-in/projects/$pid/manage' });
  const project = useQuery(projectQuery(pid));
  return (
    <Loaded query={project}>
      {(found) =>
        groups.some(({ parts }) => parts.some(({ right }) => found.rights[right])) ? (
          <ManageFrame project={found}>
            <Page project={found} />
          </ManageFrame>
        ) : (
          <OwnersOnly project={found} />
        )
      }
    </Loaded>
  );
}

/** The same frame around pages for organisers whose address is elsewhere: a team, its tasks, people. */
export function OrganiseLayout() {
  const { pid = '' } = useParams({ strict: false });
  const project = useQuery(projectQuery(pid));
  return (
    <Loaded query={project}>
      {(found) => (
        <ManageFrame project={found}>
          <Outlet />
        </ManageFrame>
      )}
    </Loaded>
  );
}

function ManageFrame({ project, children }: { project: Project; children: ReactNode }) {
  const { t } = useTranslation();
  const { pid, name } = project;
  const { tid } = useParams({ strict: false });
  const teams = useTeamSections(pid);
  const own = useProjectSections(project);
  if (own.length + teams.length === 0) return children;
  // The sections of an open team come first, as they are what the page is about.
  const sorted = tid === undefined ? [...own, ...teams] : [...teams, ...own];
  const guide = project.rights.edit ? 'owners' : 'chiefs';
  const help = { key: 'help', text: t('shell.guides.title'), link: { to: '/help/$guide', params: { guide } } } as const;
  return (
    <SectionFrame
      dense
      label={t('manage.navigation', { project: name })}
      menuName={t('project.nav.manage')}
      groups={[...sorted, { key: 'help', sections: [help] }]}
    >
      {children}
    </SectionFrame>
  );
}

/** The pages of the project that the person may use, below its name. */
function useProjectSections({ pid, name, rights }: Project): SectionGroup[] {
  const { t } = useTranslation();
  const claims = useQuery({ ...claimsQuery(pid), enabled: rights.plan_tasks }).data?.length ?? 0;
  const mine = groups.map(({ key, parts }) => ({
    key,
    sections: parts
      .filter(({ right }) => rights[right])
      .map((part) => ({
        key: part.to,
        text: t(`manage.parts.${part.name}`),
        link: { to: part.to, params: { pid } },
        ...(part.name === 'work' && { count: claims }),
        // They are created and edited at the address that people know.
        ...((part.name === 'tasks' || part.name === 'announcements') && { also: `/projects/${pid}/${part.name}` }),
      })),
  }));
  const title = (
    <PageLink to="/projects/$pid" params={{ pid }} activeOptions={{ exact: true }} c="inherit" fw={650}>
      {name}
    </PageLink>
  );
  const sections = mine.flatMap((group) => group.sections);
  if (sections.length === 0) return [];
  if (sections.length < fewParts) return [{ key: 'project', name, title, sections }];
  return mine
    .filter((group) => group.sections.length > 0)
    .map((group) => {
      if (group.key === 'project') return { ...group, name, title };
      const heading = t(`manage.groups.${group.key}`);
      return { ...group, name: heading, title: heading, quiet: true };
    });
}

/** The pages that still work in an archived project: they read, or reopen it. */
const readingPages =
  /\/manage\/(settings|announcements|work|tasks(?:\/(?:planner|print|[0-9a-z]{26}))?|messages(?:\/[0-9a-z]+)?|totals|exports|hours(?:\/[0-9a-z]+)?|statistics|audit|forms\/[^/]+\/(passed-on|answers))\/?$/;

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
