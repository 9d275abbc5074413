import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { fail, Problem } from '../errors.ts';
import { minutes } from '../lib/clock.ts';
import type { Clock } from '../lib/clock.ts';
import { openToVisitors } from './access.ts';
import type { Access } from './access.ts';
import type { Authenticator, Person } from './caller.ts';
import { limits, visitorKey } from './rate-limits.ts';
import type { Limiter } from './rate-limits.ts';
import { inProject, inTeam, isPlanner, leadsTeam } from './project-role.ts';
import type { Actor, ProjectRole, ProjectRoles, TeamScope } from './project-role.ts';

declare module 'fastify' {
  interface FastifyRequest {
    projectRole: ProjectRole | null;
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

type Services = {
  authenticator: Authenticator;
  limiter: Limiter;
  projectRoles: ProjectRoles;
  config: Config;
  clock: Clock;
};

const freshSeconds = minutes(15);

/** Runs before every handler: identifies the caller, counts the request and checks the access that the route declares. */
export function gate({ authenticator, limiter, projectRoles, config, clock }: Services) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const access = request.routeOptions.config.access ?? 'browser';
    const caller = await identifyOrCount(authenticator, limiter, request, reply);
    request.caller = caller;
    limiter.perProcess(reply, limits.general, caller?.uid ?? visitorKey(request));
    if (caller === null && !openToVisitors.has(access)) fail('not_signed_in');
    if (caller !== null) admitPerson(access, caller, clock.now());
    if (/^(?:project|team):/.test(access)) {
      const { pid = '', tid } = request.params as { pid?: string; tid?: string };
      const team = access.startsWith('team:') ? (tid ?? '') : undefined;
      request.projectRole = await projectRoles(caller, pid, team, access === 'team:leaving');
      if (!mayEnter(access, request.projectRole)) fail('forbidden');
      if (request.projectRole.state === 'archived' && !safeMethods.has(request.method)) requireArchiveWrite(request);
    }
    if (caller !== null && !safeMethods.has(request.method)) guardWrite(request, caller, config);
  };
}

/** An archived project is read-only, except for what people may always do: leave, withdraw data, change the state. */
function requireArchiveWrite({ routeOptions }: FastifyRequest): void {
  if (routeOptions.config.alsoArchived !== true) fail('project_archived');
}

function admitPerson(access: Access, caller: Person, now: Date): void {
  if (access === 'administrator' && !caller.administrator) fail('forbidden');
  if (access === 'browser' && caller.credential.kind !== 'session') fail('browser_only');
  if (access === 'fresh') requireFreshProof(caller, now);
}

/**
 * For actions that an unattended session or a leaked token must not allow. A proof dated far in the future was made under
 * a wrong clock and would stay fresh until then, so it does not count.
 */
export function requireFreshProof({ credential }: Person, now: Date): void {
  if (credential.kind !== 'session') fail('browser_only');
  const age = now.getTime() - Date.parse(credential.provedAt ?? '');
  if (!(Math.abs(age) <= freshSeconds * 1000)) fail('sign_in_again');
}

/**
 * Turns 403 `forbidden` into `passkey_required` when the caller would have access with the rights that are withheld,
 * whether the gate or a policy refused.
 */
export function explainRefusal(error: unknown, { caller, projectRole, routeOptions }: FastifyRequest): unknown {
  if (!(error instanceof Problem) || error.code !== 'forbidden' || caller === null || !caller.withheld) return error;
  const owner = projectRole?.ownerWithheld ?? false;
  if (!caller.appointed && !owner) return error;
  const { access = 'browser' } = routeOptions.config;
  const wouldEnter =
    projectRole === null
      ? access !== 'administrator' || caller.appointed
      : mayEnter(access, { ...projectRole, owner, administrator: caller.appointed });
  return wouldEnter ? new Problem('passkey_required') : error;
}

function mayEnter(access: Access, projectRole: ProjectRole): boolean {
  const tid = projectRole.team?.tid ?? '';
  if (access === 'project:people') return inProject(projectRole);
  if (access === 'project:planner') return isPlanner(projectRole);
  if (access === 'project:owner' || access === 'team:owner') return projectRole.owner;
  if (access === 'project:appointer') return projectRole.owner || projectRole.administrator;
  if (access === 'team:people') return inTeam(projectRole, tid);
  // For a disabled team, only its owners and its own people get this far.
  if (access === 'team:leaving') return inTeam(projectRole, tid) || projectRole.teamDisabled;
  if (access === 'team:chief') return leadsTeam(projectRole, tid);
  return true;
}

/** Failed attempts count against the caller's address, however many tokens are tried. */
async function identifyOrCount(
  authenticator: Authenticator,
  limiter: Limiter,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Person | null> {
  try {
    return await authenticator.identify(request);
  } catch (error) {
    limiter.perProcess(reply, limits.general, visitorKey(request));
    throw error;
  }
}

function guardWrite(request: FastifyRequest, caller: Person, config: Config): void {
  if (!caller.credential.mayWrite) fail('read_only_token');
  if (caller.credential.kind === 'session') requireSameOrigin(request, config);
}

/** Browsers send the cookie with requests from any site; only pages of this origin may write with it. */
export function requireSameOrigin(request: FastifyRequest, config: Config): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site !== 'same-origin') fail('cross_origin');
    return;
  }
  const origin = URL.parse(request.headers.origin ?? '');
  const base = new URL(config.baseUrl);
  // Behind a proxy the host name may differ from BASE_URL, but an http page never counts if BASE_URL is https.
  const sameHost =
    origin?.host === request.headers.host && (base.protocol === 'http:' || origin?.protocol === 'https:');
  if (origin === null || !(origin.origin === base.origin || sameHost)) fail('cross_origin');
}

/** For routes that require a caller; the type system cannot know that there is one. */
export function callerOf(request: FastifyRequest): Person {
  return request.caller ?? fail('not_signed_in');
}

/** For routes with a `project:` or `team:` access, where the gate has set it. */
export function projectRoleOf(request: FastifyRequest): ProjectRole {
  return request.projectRole ?? fail('internal');
}

export function teamOf(request: FastifyRequest): TeamScope {
  return projectRoleOf(request).team ?? fail('internal');
}

export const actorOf = (request: FastifyRequest, clock: Clock): Actor => ({
  projectRole: projectRoleOf(request),
  uid: callerOf(request).uid,
  now: clock.now(),
});
