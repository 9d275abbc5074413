import type { Db, Trx } from '../db/db.ts';
import type { Selectable } from 'kysely';
import type { MembershipsTable, ProjectsTable } from '../db/tables.ts';
import { fail } from '../errors.ts';
import type { Access } from './access.ts';
import { findActiveIn, listRoles, ownsProject, projectRoleQueries } from './auth.queries.ts';
import type { Person } from './caller.ts';
import { everyRole } from './every-role.queries.ts';
import { Slug } from '../lib/schema.ts';

declare const brand: unique symbol;

/** Which project's rows a query may use. Only this file creates one, after it has checked that the project exists. */
export type ProjectScope = { readonly pid: string; readonly [brand]: true };
export type TeamScope = ProjectScope & { readonly tid: string };

/** What a device sees: the tasks of these teams, or all if null. */
export type DeskScope = ProjectScope & { readonly tids: readonly string[] | null };

/** The caller's roles in the project of the URL. */
export type ProjectRole = {
  scope: ProjectScope;
  state: Selectable<ProjectsTable>['state'];
  signedIn: boolean;
  owner: boolean;
  administrator: boolean;
  /** With a limited credential: no private data of others, whatever the role. */
  limited: boolean;
  /** An owner whose rights are withheld until they confirm with a passkey. */
  ownerWithheld: boolean;
  /** Helps with tasks that are open to everybody, maybe without a team. */
  helper: boolean;
  /** The caller's enabled teams in the project. */
  teams: ReadonlyMap<string, MembershipsTable['role']>;
  /** The team of the URL. */
  team: TeamScope | null;
  teamDisabled: boolean;
};

/** Who acts in a project, and when. */
export type Actor = { projectRole: ProjectRole; caller: Person; uid: string; now: Date };

const slug = /^[a-z0-9][a-z0-9_-]{0,63}$/;

const projectScope = (pid: string): ProjectScope => ({ pid }) as ProjectScope;
const teamScope = (pid: string, tid: string): TeamScope => ({ pid, tid }) as TeamScope;

/** For background work on a row of a project that was read from the database. */
export const scopeOfRow = ({ pid }: { pid: string }): ProjectScope => projectScope(pid);
export const teamOfRow = ({ pid, tid }: { pid: string; tid: string }): TeamScope => teamScope(pid, tid);

/** For a device that was found by its token. `tids` as in the database: JSON or null. */
export const deskScope = (pid: string, tids: string | null): DeskScope =>
  ({ pid, tids: tids === null ? null : (JSON.parse(tids) as string[]) }) as DeskScope;

export type ProjectRoles = ReturnType<typeof projectRoles>;

/** Two reads with a caller, one without, however large the project is. */
export function projectRoles(db: Db) {
  const reads = projectRoleQueries(db);

  const projectAndTeam = async (caller: Person | null, pid: string, tid: string | undefined, leaving: boolean) => {
    const { kind, limit } = caller?.credential ?? {};
    if (limit != null && limit.pid !== pid) return fail('other_project');
    if (!slug.test(pid)) return fail('not_found', { detail: 'There is no such project' });
    const [row] = await reads.projectAndTeam({
      pid,
      tid: tid !== undefined && slug.test(tid) ? tid : '',
      uid: caller?.uid ?? '',
    });
    const isService = kind === 'service';
    const seesDrafts = row?.owner != null || caller?.appointed === true || isService;
    if (row === undefined || (row.state === 'draft' && !seesDrafts))
      return fail('not_found', { detail: 'There is no such project' });
    // A disabled team exists only for owners, and for its own people who want to leave it.
    const owner = isService || (row.owner !== null && caller?.withheld !== true);
    const hidden = row.tid === null || (row.disabled_at !== null && !owner && !(leaving && row.member !== null));
    if (tid !== undefined && hidden) return fail('not_found', { detail: 'There is no such team' });
    return { ...row, owner, ownerWithheld: row.owner !== null && !owner };
  };

  return async (caller: Person | null, pid: string, tid?: string, leaving = false): Promise<ProjectRole> => {
    const row = await projectAndTeam(caller, pid, tid, leaving);
    const isPerson = caller !== null && caller.credential.kind !== 'service';
    const memberships = isPerson ? await reads.teams({ pid, uid: caller.uid }) : [];
    return {
      scope: projectScope(pid),
      state: row.state,
      signedIn: caller !== null,
      owner: row.owner,
      ownerWithheld: row.ownerWithheld,
      helper: row.helper !== null,
      administrator: caller?.administrator ?? false,
      limited: caller !== null && caller.credential.limit !== null,
      teams: new Map(memberships.map(({ tid: own, role }) => [own, role])),
      team: tid === undefined ? null : teamScope(pid, tid),
      teamDisabled: row.disabled_at !== null,
    };
  };
}

/**
 * The roles of a person on whose behalf a background job runs, such as the sender of a scheduled message.
 * Undefined if the account is suspended, or the account or the project is gone.
 */
export async function roleForBackgroundWork(trx: Trx, pid: string, uid: string): Promise<ProjectRole | undefined> {
  const project = await findActiveIn(trx, pid, uid);
  if (project === undefined) return undefined;
  return {
    scope: projectScope(pid),
    state: project.state,
    signedIn: true,
    owner: await ownsProject(trx, pid, uid),
    ownerWithheld: false,
    helper: project.helper !== null,
    limited: false,
    administrator: false,
    teams: new Map((await listRoles(trx, pid, uid)).map(({ tid, role }) => [tid, role])),
    team: null,
    teamDisabled: false,
  };
}

/** As part of a path. */
export const Pid = Slug('Identifier of the project.', ['2026']);

/** The part of a project role that decides about access. */
export type Roles = Pick<ProjectRole, 'owner' | 'administrator' | 'teams'>;

/** A service account has the roles of an owner, within its scopes. */
export const serviceRoles: Roles = { owner: true, administrator: false, teams: new Map() };

/** A project in which a person has a role. */
export type OwnProject = { scope: ProjectScope; roles: Roles };
export type OwnProjects = ReadonlyMap<string, OwnProject>;

/** The projects in which somebody has a role, with one read. Owners whose rights are withheld count as no owners. */
export function ownProjects(db: Db) {
  const read = everyRole(db);
  return async ({ uid, administrator, withheld, credential }: Person): Promise<OwnProjects> => {
    const { kind, limit } = credential;
    if (kind === 'service' && limit !== null)
      return new Map([[limit.pid, { scope: projectScope(limit.pid), roles: serviceRoles }]]);
    const rows = (await read({ uid })).filter(
      ({ pid, role }) => (role !== 'owner' || !withheld) && (limit === null || pid === limit.pid),
    );
    const projects = [...Map.groupBy(rows, ({ pid }) => pid)].map(([pid, roles]): [string, OwnProject] => {
      const owner = roles.some(({ role }) => role === 'owner');
      const teams = new Map(roles.flatMap(({ tid, role }) => (role === 'owner' ? [] : [[tid, role]])));
      return [pid, { scope: projectScope(pid), roles: { owner, administrator, teams } }];
    });
    return new Map(projects);
  };
}

export const inProject = ({ owner, teams }: Pick<Roles, 'owner' | 'teams'>): boolean => owner || teams.size > 0;
export const isPlanner = ({ owner, teams }: Roles): boolean => owner || [...teams.values()].includes('chief');
export const inTeam = ({ owner, teams }: Roles, tid: string): boolean => owner || teams.has(tid);
/** Owners lead all teams, and decide for the whole project (null). */
export const leadsTeam = ({ owner, teams }: Pick<Roles, 'owner' | 'teams'>, tid: string | null): boolean =>
  owner || (tid !== null && teams.get(tid) === 'chief');

/** The teams of which the person is a chief. */
export const teamsLedBy = ({ teams }: Pick<Roles, 'teams'>): string[] =>
  [...teams].flatMap(([tid, role]) => (role === 'chief' ? [tid] : []));

/** Whether somebody with these roles has the access of a route in the project. */
export function mayEnter(access: Access, roles: Roles & { teamDisabled: boolean }, tid = ''): boolean {
  if (access === 'project:people') return inProject(roles);
  if (access === 'project:planner') return isPlanner(roles);
  // Only devices, which have no roles.
  if (access === 'project:desk') return false;
  if (access === 'project:owner' || access === 'team:owner') return roles.owner;
  if (access === 'project:appointer') return roles.owner || roles.administrator;
  if (access === 'team:people') return inTeam(roles, tid);
  // For a disabled team, only its owners and its own people get this far.
  if (access === 'team:leaving') return inTeam(roles, tid) || roles.teamDisabled;
  if (access === 'team:chief') return leadsTeam(roles, tid);
  return true;
}
