import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../../client/client.ts';
import { manageTabs } from '../../../../shared/manage-pages.ts';
import { Loaded } from '../../../ui/page-state.tsx';
import { OwnersOnly } from '../owners-only.tsx';
import { projectQuery } from '../queries.ts';
import { ArchivedNotice, ReadOnlyWhenArchived } from '../read-only.tsx';
import styles from './manage-layout.module.css';
import { ManageMenu } from './manage-menu.tsx';
import { useMenu } from './menu.ts';
import { PageTabs } from './page-tabs.tsx';
import { claimCountQuery } from '../../event-day/queries.ts';
import { loadManaged } from '../managed-project.ts';
import { signInWaysQuery, useMailMode } from '../../sign-in/queries.ts';

export const loadManageLayout = loadManaged('plan_tasks', ({ load, params: { pid } }) =>
  Promise.all([load(claimCountQuery(pid)), load(signInWaysQuery)]),
);

export function ManageLayout() {
  const { pid } = useParams({ from: '/signed-in/projects/$pid/manage' });
  const project = useQuery(projectQuery(pid));
  return (
    <Loaded query={project}>
      {(found) =>
        manageTabs.some(({ right }) => found.rights[right]) ? (
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

export const loadOrganiseLayout = loadManageLayout;

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
  const menu = useMenu(project);
  if (menu.entries.length + menu.teams.length === 0) return children;
  return (
    <div className={styles.frame}>
      <ManageMenu project={project} menu={menu} />
      <div className={styles.content}>
        <PageTabs project={project} entry={menu.entries.find(({ current }) => current)} />
        {children}
        <NoEmail />
      </div>
    </div>
  );
}

/** Below the page, because it may be known later and would move what is below it. */
function NoEmail() {
  const { t } = useTranslation();
  if (useMailMode() !== 'files') return null;
  return (
    <Text size="sm" c="dimmed" mt="xl" className="muster-no-print">
      {t('manage.noEmail')}
    </Text>
  );
}

/** The pages that still work in an archived project: they read, or reopen it. */
const readingPages =
  /\/manage\/(settings|announcements|work|tasks(?:\/(?:planner|print|[0-9a-z]{26}))?|messages(?:\/[0-9a-z]+)?|totals|exports|hours(?:\/[0-9a-z]+)?|statistics|audit|forms\/[^/]+\/(passed-on|answers)|travel-money\/[^/]+\/accounts)\/?$/;

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
