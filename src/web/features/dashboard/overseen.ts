import type { Me } from '../../../client/client.ts';

/** More teams than this are listed on the project's pages. */
const teamsShown = 4;

export const ledTeamsOf = (me: Me) =>
  me.projects.flatMap(({ pid, name: project, teams }) =>
    teams.filter(({ role }) => role === 'chief').map(({ tid, name }) => ({ pid, project, tid, name })),
  );

export const shownTeamsOf = (me: Me) => ledTeamsOf(me).slice(0, teamsShown);

/** The projects of these teams, with what waits for their chiefs. Owners have it on the dashboard of the project. */
export function projectsLedBy(me: Me): string[] {
  const owned = new Set(me.projects.filter(({ owner }) => owner).map(({ pid }) => pid));
  return [...new Set(shownTeamsOf(me).map(({ pid }) => pid))].filter((pid) => !owned.has(pid));
}

/** `owned`: the project whose dashboard is on home. */
export type Organiser = { me: Me; owned: { pid: string } | undefined };

/** The projects whose places that people want to give up are listed on home. */
export const overseenBy = ({ me, owned }: Organiser): string[] => [
  ...(owned === undefined ? [] : [owned.pid]),
  ...projectsLedBy(me),
];
