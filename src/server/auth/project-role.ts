import { needsPasskey } from '../../shared/deputies.ts';
import type { DeputyRole, GrantRole } from '../../shared/deputies.ts';
import { isSlug } from '../../shared/limits.ts';
import type { Db } from '../db/db.ts';
import type { Selectable } from 'kysely';
import type { MembershipsTable, ProjectsTable } from '../db/tables.ts';
import { fail } from '../errors.ts';
import { timestamp } from '../lib/clock.ts';
import type { Clock } from '../lib/clock.ts';
import type { Access, Entry } from './access.ts';
import { projectRoleQueries, everyRole } from './auth.queries.ts';
import type { Person } from './caller.ts';
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
  /** The parts of the owners' work that the caller was given for a while, until they end. */
  deputy: ReadonlySet<DeputyRole>;
  /** Those of them that are withheld until the caller confirms with a passkey. */
  deputyWithheld: ReadonlySet<DeputyRole>;
  /** Helps with tasks that are open to everybody, maybe without a team. */
  helper: boolean;
  /** The caller's enabled teams in the project, and those that they lead for a while. */
  teams: ReadonlyMap<string, MembershipsTable['role']>;
  /** Those of them that the caller leads for a while without being in them. */
  ledOnly: ReadonlySet<string>;
  /** The team of the URL. */
  team: TeamScope | null;
  teamDisabled: boolean;
};

/** Who acts in a project, and when. */
export type Actor = { projectRole: ProjectRole; caller: Person; uid: string; now: Date };

const projectScope = (pid: string): ProjectScope => ({ pid }) as ProjectScope;
const teamScope = (pid: string, tid: string): TeamScope => ({ pid, tid }) as TeamScope;

/** For background work on a row of a project that was read from the database. */
export const scopeOfRow = ({ pid }: { pid: string }): ProjectScope => projectScope(pid);
export const teamOfRow = ({ pid, tid }: { pid: string; tid: string }): TeamScope => teamScope(pid, tid);

/** For a device that was found by its token. `tids` as in the database: JSON or null. */
export const deskScope = (pid: string, tids: string | null): DeskScope =>
  ({ pid, tids: tids === null ? null : (JSON.parse(tids) as string[]) }) as DeskScope;

export type ProjectRoles = ReturnType<typeof projectRoles>;

/** Two reads with a caller, one without, however large the project is. They are made at the same time. */
export function projectRoles(db: Db, clock: Clock) {
  const reads = projectRoleQueries(db);

  const projectAndTeam = async (caller: Person | null, pid: string, tid: string | undefined) => {
    const uid = caller?.uid ?? '';
    const [row] = await reads.projectAndTeam({ pid, tid: tid !== undefined && isSlug(tid) ? tid : '', uid });
    return row ?? noSuchProject();
  };

  return async (caller: Person | null, pid: string, tid?: string, leaving = false): Promise<ProjectRole> => {
    const { kind, limit } = caller?.credential ?? {};
    if (limit != null && limit.pid !== pid) return fail('other_project');
    if (!isSlug(pid)) return noSuchProject();
    const isService = kind === 'service';
    const [row, rows] = await Promise.all([
      projectAndTeam(caller, pid, tid),
      caller === null || isService ? [] : reads.roles({ pid, uid: caller.uid, now: timestamp(clock.now()) }),
    ]);
    const held = heldRoles(rows, caller?.withheld === true);
    const isDeputy = held.deputy.size + held.deputyWithheld.size > 0;
    const seesDrafts = row.owner !== null || caller?.appointed === true || isService || isDeputy;
    if (row.state === 'draft' && !seesDrafts) return noSuchProject();
    // A disabled team exists only for owners, and for its own people who want to leave it.
    const owner = isService || (row.owner !== null && caller?.withheld !== true);
    const hidden = row.tid === null || (row.disabled_at !== null && !owner && !(leaving && row.member !== null));
    if (tid !== undefined && hidden) return fail('not_found', { detail: 'There is no such team' });
    return {
      scope: projectScope(pid),
      state: row.state,
      signedIn: caller !== null,
      owner,
      ownerWithheld: row.owner !== null && !owner,
      ...held,
      helper: row.helper !== null,
      administrator: caller?.administrator ?? false,
      limited: caller !== null && caller.credential.limit !== null,
      team: tid === undefined ? null : teamScope(pid, tid),
      teamDisabled: row.disabled_at !== null,
    };
  };
}

const noSuchProject = () => fail('not_found', { detail: 'There is no such project' });

/** `granted`: 1 for what was given until a moment, where it makes a difference. */
export type HeldRole = { tid: string; role: MembershipsTable['role'] | GrantRole; granted?: number };

/** From the rows of somebody's memberships and grants in a project. `withheld`: what needs a passkey is off. */
export function heldRoles(rows: readonly HeldRole[], withheld: boolean) {
  const teams = new Map<string, MembershipsTable['role']>();
  const ledOnly = new Set(rows.flatMap(({ tid, role }) => (role === 'chief' ? [tid] : [])));
  for (const { tid, granted } of rows) if (granted !== 1) ledOnly.delete(tid);
  const deputy = new Set<DeputyRole>();
  const deputyWithheld = new Set<DeputyRole>();
  for (const { tid, role } of rows) {
    if (role === 'chief' || (role === 'member' && !teams.has(tid))) teams.set(tid, role);
    else if (role !== 'member') (withheld && needsPasskey(role) ? deputyWithheld : deputy).add(role);
  }
  return { teams, ledOnly, deputy, deputyWithheld };
}

export const Pid = Slug('Identifier of the project.', ['2026']);

/** The part of a project role that decides about access. */
export type Roles = Pick<ProjectRole, 'owner' | 'administrator' | 'teams' | 'deputy'>;

export const noRoles: Roles = { owner: false, administrator: false, teams: new Map(), deputy: new Set() };

/** A service account has the roles of an owner, within its scopes. */
export const serviceRoles: Roles = { ...noRoles, owner: true };

/** A project in which a person has a role. */
export type OwnProject = { scope: ProjectScope; roles: Roles };
export type OwnProjects = ReadonlyMap<string, OwnProject>;

/** The projects in which somebody has a role, with one read. Owners whose rights are withheld count as no owners. */
export function ownProjects(db: Db, clock: Clock) {
  const read = everyRole(db);
  return async ({ uid, administrator, withheld, credential }: Person): Promise<OwnProjects> => {
    const { kind, limit } = credential;
    if (kind === 'service' && limit !== null)
      return new Map([[limit.pid, { scope: projectScope(limit.pid), roles: serviceRoles }]]);
    const rows = (await read({ uid, now: timestamp(clock.now()) })).filter(
      ({ pid, role }) => (role !== 'owner' || !withheld) && (limit === null || pid === limit.pid),
    );
    const projects = [...Map.groupBy(rows, ({ pid }) => pid)].map(([pid, held]): [string, OwnProject] => {
      const owner = held.some(({ role }) => role === 'owner');
      const others = held.flatMap(({ tid, role }) => (role === 'owner' ? [] : [{ tid, role }]));
      const { teams, deputy } = heldRoles(others, withheld);
      return [pid, { scope: projectScope(pid), roles: { owner, administrator, teams, deputy } }];
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

/** Whether somebody does this part of the owners' work, as an owner or a deputy. */
export const holds = ({ owner, deputy }: Pick<Roles, 'owner' | 'deputy'>, role: DeputyRole): boolean =>
  owner || deputy.has(role);

/** Whether they fill the team: decide on applications, and invite and add members. */
export const recruitsFor = (roles: Roles, tid: string): boolean => leadsTeam(roles, tid) || holds(roles, 'recruiting');

/** Whether they write for the team, or for the whole project (null). */
export const writesFor = (roles: Roles, tid: string | null): boolean => leadsTeam(roles, tid) || holds(roles, 'writer');

const partOf: { readonly [access in Access]?: DeputyRole } = {
  'project:finance': 'finance',
  'project:recruiting': 'recruiting',
  'project:desk': 'desk',
  'project:writer': 'writer',
  'project:safety': 'safety',
  'project:viewer': 'viewer',
};

/** Whether somebody with these roles has the access of a route in the project. */
export function mayEnter(
  { access, deputies, tid = '' }: Pick<Entry, 'access' | 'deputies' | 'tid'>,
  roles: Roles & { teamDisabled: boolean },
): boolean {
  if (deputies.some((role) => roles.deputy.has(role))) return true;
  const part = partOf[access];
  if (part !== undefined) return holds(roles, part);
  if (access === 'project:people') return inProject(roles);
  if (access === 'project:planner') return isPlanner(roles);
  // This access is for devices, which have no roles.
  if (access === 'project:device') return false;
  if (access === 'project:owner' || access === 'team:owner') return roles.owner;
  if (access === 'project:appointer') return roles.owner || roles.administrator;
  if (access === 'team:people') return inTeam(roles, tid);
  // For a disabled team, only its owners and its own people get this far.
  if (access === 'team:leaving') return inTeam(roles, tid) || roles.teamDisabled;
  if (access === 'team:chief') return leadsTeam(roles, tid);
  return true;
}
