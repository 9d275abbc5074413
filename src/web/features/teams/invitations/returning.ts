import type { Invitation, Me, Project, RosterEntry, Team } from '../../../../client/client.ts';

/** Somebody of an earlier project, and whether they can be invited to the same team. */
export type Returning = Pick<Invitation, 'tid' | 'role' | 'email'> & {
  name: string;
  team: string;
  state: 'open' | 'inTeam' | 'invited' | 'suspended';
};

type Person = Pick<RosterEntry, 'name' | 'email' | 'suspended' | 'teams'>;
type Context = {
  /** The teams to which people can be invited. */
  teams: readonly Pick<Team, 'tid' | 'name'>[];
  /** The people of the new project. */
  now: readonly Pick<Person, 'email' | 'teams'>[];
  invited: readonly Pick<Invitation, 'tid' | 'email'>[];
  me: Pick<Me, 'email'> | null;
  /** Only owners invite chiefs. */
  rights: Pick<Project['rights'], 'edit'>;
};

export const keyOf = ({ tid, email }: Pick<Returning, 'tid' | 'email'>): string => `${tid}/${email}`;

/** By team, so that few requests invite them all. Without the person who invites. */
export function returning(people: readonly Person[], { teams, now, invited, me, rights }: Context): Returning[] {
  const inTeam = new Set(now.flatMap(({ email, teams: joined }) => joined.map(({ tid }) => keyOf({ tid, email }))));
  const open = new Set(invited.map(keyOf));
  return teams.flatMap(({ tid, name: team }) =>
    people.flatMap(({ name, email, suspended, teams: joined }): Returning[] => {
      const was = joined.find((one) => one.tid === tid);
      if (was === undefined || email === me?.email) return [];
      const key = keyOf({ tid, email });
      const state = inTeam.has(key) ? 'inTeam' : open.has(key) ? 'invited' : suspended ? 'suspended' : 'open';
      return [{ tid, email, name, team, state, role: rights.edit ? was.role : 'member' }];
    }),
  );
}

/** Names of teams that the new project does not have. */
export function missingTeams(people: readonly Person[], teams: readonly Pick<Team, 'tid' | 'disabled'>[]): string[] {
  const known = new Set(teams.filter(({ disabled }) => !disabled).map(({ tid }) => tid));
  const left = people.flatMap((person) => person.teams.filter(({ tid }) => !known.has(tid)));
  return [...new Set(left.map(({ name }) => name))];
}
