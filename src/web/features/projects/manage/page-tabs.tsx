import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useParams, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../../client/client.ts';
import { applicationCountQuery } from '../../teams/applications/queries.ts';
import { teamQuery } from '../../teams/queries.ts';
import { useOpenTabInView } from '../../../ui/navigation/open-tab.ts';
import { teamTabs } from '../../teams/search.ts';
import styles from './manage-layout.module.css';
import type { MenuEntry, MenuLink } from './menu.ts';

type PageTabsProps = { project: Project; entry: MenuEntry | undefined };

/** The tabs of the open team, or else those of the open entry of the menu. */
export function PageTabs({ project: { pid }, entry }: PageTabsProps) {
  const team = useOpenTeam(pid);
  if (team !== undefined) return <Tabs label={team.name} tabs={team.tabs} />;
  return entry === undefined || entry.tabs.length < 2 ? null : <Tabs label={entry.text} tabs={entry.tabs} />;
}

function Tabs({ label, tabs }: { label: string; tabs: readonly MenuLink[] }) {
  const list = useOpenTabInView(tabs.find(({ current }) => current)?.key);
  return (
    <nav ref={list} aria-label={label} className={styles.tabs}>
      {tabs.map(({ key, text, link, current, count = 0 }) => (
        <Link
          key={key}
          {...link}
          activeOptions={{ exact: true, includeSearch: true }}
          {...(current && { 'aria-current': 'page' as const })}
          className={styles.tab}
        >
          {text}
          {count === 0 ? null : (
            <Badge size="xs" ms={6} component="span">
              {count}
            </Badge>
          )}
        </Link>
      ))}
    </nav>
  );
}

/** The team that the page is about. An announcement for a team is written at an address outside of its own. */
function useShownTeam(): { tid: string | undefined; tab: string } {
  const params = useParams({ strict: false });
  const search = useSearch({ strict: false });
  const isAnnouncing = useLocation({ select: ({ pathname }) => pathname.endsWith('/announcements/new') });
  return isAnnouncing ? { tid: search.tid, tab: 'announcements' } : { tid: params.tid, tab: search.tab ?? 'people' };
}

function useOpenTeam(pid: string): { name: string; tabs: MenuLink[] } | undefined {
  const { t } = useTranslation();
  const { tid = '', tab: opened } = useShownTeam();
  const team = useQuery({ ...teamQuery(pid, tid), enabled: tid !== '' }).data;
  const leads = team?.rights.edit === true;
  const waiting = useQuery({ ...applicationCountQuery(pid, tid), enabled: leads }).data ?? 0;
  if (tid === '' || !leads) return undefined;
  return {
    name: team.name,
    tabs: teamTabs.map((tab) => ({
      key: tab,
      text: t(`manage.team.tabs.${tab}`),
      link: { to: '/projects/$pid/teams/$tid/manage', params: { pid, tid }, search: tab === 'people' ? {} : { tab } },
      current: tab === opened,
      ...(tab === 'applications' && { count: waiting }),
    })),
  };
}
