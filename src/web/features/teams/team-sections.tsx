import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { SectionGroup } from '../../ui/navigation/section-navigation.tsx';
import { useMe } from '../people/queries.ts';
import { teamApplicationsQuery } from './applications/queries.ts';
import { teamQuery } from './queries.ts';

const tabs = ['people', 'applications', 'tasks', 'announcements', 'texts', 'chat'] as const;

/** The sections of the team whose page is open, and links to the other teams that the person leads. */
export function useTeamSections(pid: string): SectionGroup[] {
  const { t } = useTranslation();
  const { tid } = useParams({ strict: false });
  const open = useOpenTeam(pid, tid);
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

function useOpenTeam(pid: string, tid: string | undefined): SectionGroup[] {
  const { t } = useTranslation();
  const { tab: opened = 'people' } = useSearch({ strict: false });
  const team = useQuery({ ...teamQuery(pid, tid ?? ''), enabled: tid !== undefined }).data;
  const leads = team?.rights.edit === true;
  const waiting = useQuery({ ...teamApplicationsQuery(pid, tid ?? ''), enabled: leads }).data?.length ?? 0;
  if (tid === undefined || !leads) return [];
  return [
    {
      key: tid,
      title: team.name,
      name: team.name,
      sections: tabs.map((tab) => ({
        key: tab,
        text: t(`manage.team.tabs.${tab}`),
        link: { to: '/projects/$pid/teams/$tid/manage', params: { pid, tid }, search: tab === 'people' ? {} : { tab } },
        current: tab === opened,
        ...(tab === 'applications' && { count: waiting }),
      })),
    },
  ];
}
