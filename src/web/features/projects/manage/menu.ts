import { useQuery } from '@tanstack/react-query';
import { useMatches, useParams } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../../client/client.ts';
import { manageEntries } from '../../../../shared/manage-pages.ts';
import type { ManageEntry, ManageTab } from '../../../../shared/manage-pages.ts';
import { claimCountQuery } from '../../event-day/queries.ts';
import { useMe } from '../../people/queries.ts';

export type MenuLink = {
  key: string;
  text: string;
  link: LinkProps;
  current: boolean;
  /** How many decisions wait there. */
  count?: number;
};
export type MenuEntry = MenuLink & { key: ManageEntry['entry']; tabs: readonly MenuLink[] };
export type Menu = { entries: readonly MenuEntry[]; teams: readonly MenuLink[] };

/** The entries that the person may use, each with its tabs, and the teams that they lead. */
export function useMenu({ pid, rights }: Project): Menu {
  const { t } = useTranslation();
  const shown = useShownPage();
  const { tid } = useParams({ strict: false });
  const claims = useQuery({ ...claimCountQuery(pid), enabled: rights.plan_tasks }).data ?? 0;
  const led = useMe()?.projects.find((project) => project.pid === pid)?.teams ?? [];
  const teams = led
    .filter(({ role }) => role === 'chief')
    .map((team) => ({
      key: team.tid,
      text: team.name,
      link: { to: '/projects/$pid/teams/$tid/manage', params: { pid, tid: team.tid } } as const,
      current: team.tid === tid,
    }));
  const atOwnTeam = teams.some(({ current }) => current);
  const tabOf = ({ tab, pages }: ManageTab): MenuLink => ({
    key: tab,
    text: t(`manage.parts.${tab}`),
    link: { to: pages[0], params: { pid } },
    current: !atOwnTeam && pages.some((page) => page === shown),
    ...(tab === 'work' && { count: claims }),
  });
  const entries = manageEntries.flatMap(({ entry, tabs }): MenuEntry[] => {
    const mine = tabs.filter((tab: ManageTab) => rights[tab.right]).map(tabOf);
    const [first] = mine;
    if (first === undefined) return [];
    return [
      {
        key: entry,
        text: t(`manage.entries.${entry}`),
        link: first.link,
        current: mine.some(({ current }) => current),
        count: mine.reduce((sum, { count = 0 }) => sum + count, 0),
        tabs: mine,
      },
    ];
  });
  return { entries, teams };
}

/** The page that is open, as the list of pages has it. */
const useShownPage = (): string | undefined =>
  useMatches({ select: (matches) => matches.at(-1)?.fullPath.replace(/(?<=.)\/$/, '') });
