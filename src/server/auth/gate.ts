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

type Locks = {
  authenticator: Authenticator;
  limiter: Limiter;
  projectRoles: ProjectRoles;
  config: Config;
  clock: Clock;
};

const freshSeconds = minutes(15);

/** The first lock: who is calling, how often, and whether this route is open to them at all. */
export function gate({ authenticator, limiter, projectRoles, config, clock }: Locks) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const access = request.routeOptions.config.access ?? 'browser';
    const caller = await identifyOrCount(authenticator, limiter, request, reply);
    request.caller = caller;
    limiter.here(reply, limits.general, caller?.uid ?? visitorKey(request));
    if (caller === null && !openToVisitors.has(access)) fail('not_signed_in');
    if (caller !== null) admitPerson(access, caller, clock.now());
    if (/^(?:project|team):/.test(access)) {
      const { pid = '', tid } = request.params as { pid?: string; tid?: string };
      const team = access.startsWith('team:') ? (tid ?? '') : undefined;
      request.projectRole = await projectRoles(caller, pid, team, access === 'team:leaving');
      if (!mayEnter(access, request.projectRole)) fail('forbidden');
    }
    if (caller !== null && !safeMethods.has(request.method)) guardWrite(request, caller, config);
  };
}

function admitPerson(access: Access, caller: Person, now: Date): void {
  if (access === 'administrator' && !caller.administrator) fail('forbidden');
  if (access === 'browser' && caller.credential.kind !== 'session') fail('browser_only');
  if (access === 'fresh') requireFreshProof(caller, now);
}

/**
 * What a session left open, or a leaked token, must not be enough for. A proof of a time that is long to come was given under
 * a wrong clock: it would stay fresh until then.
 */
export function requireFreshProof({ credential }: Person, now: Date): void {
  if (credential.kind !== 'session') fail('browser_only');
  const age = now.getTime() - Date.parse(credential.provedAt ?? '');
  if (!(Math.abs(age) <= freshSeconds * 1000)) fail('sign_in_again');
}

/**
 * Whoever is refused because their rights rest is told what brings them back, whether the gate refused or a policy.
 * A door that would stay shut with all of their rights is simply not theirs.
 */
export function explainRefusal(error: unknown, { caller, projectRole, routeOptions }: FastifyRequest): unknown {
  if (!(error instanceof Problem) || error.code !== 'forbidden' || caller === null || !caller.withheld) return error;
  const owner = projectRole?.ownerWithheld ?? false;
  if (!caller.appointed && !owner) return error;
  const { access = 'browser' } = routeOptions.config;
  const opens =
    projectRole === null
      ? access !== 'administrator' || caller.appointed
      : mayEnter(access, { ...projectRole, owner, administrator: caller.appointed });
  return opens ? new Problem('passkey_required') : error;
}

function mayEnter(access: Access, projectRole: ProjectRole): boolean {
  const tid = projectRole.team?.tid ?? '';
  if (access === 'project:people') return inProject(projectRole);
  if (access === 'project:planner') return isPlanner(projectRole);
  if (access === 'project:owner' || access === 'team:owner') return projectRole.owner;
  if (access === 'project:appointer') return projectRole.owner || projectRole.administrator;
  if (access === 'team:people') return inTeam(projectRole, tid);
  // Only owners and its own people come as far as a team that is disabled.
  if (access === 'team:leaving') return inTeam(projectRole, tid) || projectRole.teamDisabled;
  if (access === 'team:chief') return leadsTeam(projectRole, tid);
  return true;
}

/** Guessing tokens counts against the guesser's address, however many tokens are tried. */
async function identifyOrCount(
  authenticator: Authenticator,
  limiter: Limiter,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Person | null> {
  try {
    return await authenticator.identify(request);
  } catch (error) {
    limiter.here(reply, limits.general, visitorKey(request));
    throw error;
  }
}

function guardWrite(request: FastifyRequest, caller: Person, config: Config): void {
  if (!caller.credential.mayWrite) fail('read_only_token');
  if (caller.credential.kind === 'session') requireSameOrigin(request, config);
}

/** A browser attaches the cookie to whatever page asks; only our own pages may write with it. */
export function requireSameOrigin(request: FastifyRequest, config: Config): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site !== 'same-origin') fail('cross_origin');
    return;
  }
  const origin = URL.parse(request.headers.origin ?? '');
  const base = new URL(config.baseUrl);
  // Behind a proxy the name in the address bar may be one we were not told; http is never ours where we run https.
  const sameHost =
    origin?.host === request.headers.host && (base.protocol === 'http:' || origin?.protocol === 'https:');
  if (origin === null || !(origin.origin === base.origin || sameHost)) fail('cross_origin');
}

/** Past `signed_in` there is always a caller; the type system cannot know it. */
export function callerOf(request: FastifyRequest): Person {
  return request.caller ?? fail('not_signed_in');
}

/** Behind every `project:` and `team:` access the gate has put the caller's standing. */
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
