import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { SectionGroup } from '../../ui/navigation/section-navigation.tsx';
import { useMe } from '../people/queries.ts';
import { teamApplicationsQuery } from './applications/queries.ts';
import { teamQuery } from './queries.ts';
import { teamTabs } from './search.ts';

/** The sections of the team whose page is open, and links to the other teams that the person leads. */
export function useTeamSections(pid: string): SectionGroup[] {
  const { t } = useTranslation();
  const { tid, tab } = useShownTeam();
  const open = useOpenTeam(pid, tid, tab);
  const others = (useMe()?.projects.find((project) => project.pid === pid)?.teams ?? []).filter(
    (team) => team.role === 'chief' && team.tid !== tid,
  );
  if (others.length === 0) return open;
  return [
    ...open,
    {
      key: 'own',
      title: t('homes.frame.ownTeams'),
      name: t('homes.frame.ownTeams'),
      sections: others.map((team) => ({
        key: team.tid,
        text: team.name,
        link: { to: '/projects/$pid/teams/$tid/manage', params: { pid, tid: team.tid } },
      })),
    },
  ];
}

/** The team that the page is about. An announcement for a team is written at an address outside of its own. */
function useShownTeam(): { tid: string | undefined; tab: string } {
  const params = useParams({ strict: false });
  const search = useSearch({ strict: false });
  const isAnnouncing = useLocation({ select: ({ pathname }) => pathname.endsWith('/announcements/new') });
  return isAnnouncing ? { tid: search.tid, tab: 'announcements' } : { tid: params.tid, tab: search.tab ?? 'people' };
}

function useOpenTeam(pid: string, tid: string | undefined, opened: string): SectionGroup[] {
  const { t } = useTranslation();
  const team = useQuery({ ...teamQuery(pid, tid ?? ''), enabled: tid !== undefined }).data;
  const leads = team?.rights.edit === true;
  const waiting = useQuery({ ...teamApplicationsQuery(pid, tid ?? ''), enabled: leads }).data?.length ?? 0;
  if (tid === undefined || !leads) return [];
  return [
    {
      key: tid,
      title: team.name,
      name: team.name,
      sections: teamTabs.map((tab) => ({
        key: tab,
        text: t(`manage.team.tabs.${tab}`),
        link: { to: '/projects/$pid/teams/$tid/manage', params: { pid, tid }, search: tab === 'people' ? {} : { tab } },
        current: tab === opened,
        ...(tab === 'applications' && { count: waiting }),
      })),
    },
  ];
}
