import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DeputyRole } from '../../shared/deputies.ts';
import type { Config } from '../config.ts';
import { fail, Problem } from '../errors.ts';
import { minutes } from '../lib/clock.ts';
import type { Clock } from '../lib/clock.ts';
import { entryOf, openToVisitors } from './access.ts';
import type { Access } from './access.ts';
import type { Authenticator, Person } from './caller.ts';
import { admitDevice } from './devices.ts';
import type { Devices } from './devices.ts';
import { limits, visitorKey } from './rate-limits.ts';
import type { Limiter } from './rate-limits.ts';
import { mayEnter } from './project-role.ts';
import type { Actor, ProjectRole, ProjectRoles, TeamScope } from './project-role.ts';

declare module 'fastify' {
  interface FastifyRequest {
    projectRole: ProjectRole | null;
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

type Services = {
  authenticator: Authenticator;
  devices: Devices;
  limiter: Limiter;
  projectRoles: ProjectRoles;
  config: Config;
  clock: Clock;
};

/** How long a sign-in or a confirmation counts as fresh. */
export const freshSeconds = minutes(15);

/**
 * Identifies the caller, counts the request and checks the access that the route declares: `onRequest` when the headers
 * have arrived, and `preHandler` again when a body has. A client can hold the body back for as long as the connection
 * limits allow, and the caller may lose their rights in that time. Long downloads check again as they go
 * (`confirmAccess`), because a client can read them as slowly.
 */
export function gate({ authenticator, devices, limiter, projectRoles, config, clock }: Services) {
  const fresh = (caller: Person): void => requireFreshProof(caller, clock.now());

  const admit = async (request: FastifyRequest, found: Person | null, requireProof = fresh): Promise<void> => {
    const entry = entryOf(request);
    const { access, pid, tid } = entry;
    const caller = found === null ? null : withinLimit(request, found);
    request.caller = caller;
    if (caller === null && !openToVisitors.has(access)) fail('not_signed_in');
    if (caller !== null) refuseForeignReads(request, caller);
    if (caller !== null) admitPerson(access, caller, requireProof);
    if (pid !== undefined) {
      request.projectRole = await projectRoles(caller, pid, tid, access === 'team:leaving');
      if (!mayEnter(entry, request.projectRole)) fail('forbidden');
      if (request.projectRole.state === 'archived' && !safeMethods.has(request.method)) requireArchiveWrite(request);
    }
    if (caller !== null && !safeMethods.has(request.method)) guardWrite(request, caller, config);
    if (caller !== null && request.routeOptions.config.stepUp === true) requireProof(caller);
    if (caller !== null && request.routeOptions.config.readsPrivate === true) requirePrivateScope(caller);
  };

  return {
    onRequest: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const device = await counted(limiter, request, reply, () => devices.identify(request));
      if (device !== null) {
        limiter.perProcess(reply, limits.general, `device ${device.id}`);
        return admitDevice(request, device);
      }
      const caller = await counted(limiter, request, reply, () => authenticator.identify(request));
      limiter.perProcess(reply, limits.general, caller?.uid ?? visitorKey(request));
      await admit(request, caller);
      // A long download may take longer than a proof stays fresh.
      if (caller !== null)
        request.confirmAccess = async () => admit(request, await authenticator.identify(request), () => {});
    },
    preHandler: async (request: FastifyRequest): Promise<void> => {
      if (safeMethods.has(request.method) || !hasBody(request)) return;
      if (request.device !== null)
        return admitDevice(request, (await devices.identify(request)) ?? fail('not_signed_in'));
      if (request.caller === null) return;
      await admit(request, await authenticator.identify(request));
    },
  };
}

/** Without one of these headers there is no body to wait for. */
const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** An archived project is read-only, except for what people may always do: leave, withdraw data, change the state. */
function requireArchiveWrite({ routeOptions }: FastifyRequest): void {
  if (routeOptions.config.alsoArchived !== true) fail('project_archived');
}

/**
 * Service accounts and limited tokens reach only routes that declare a scope, in their own project. On public routes
 * without one they are visitors.
 */
function withinLimit(request: FastifyRequest, caller: Person): Person | null {
  const { limit } = caller.credential;
  if (limit === null || request.routeOptions.config.access === 'token') return caller;
  const { scope } = request.routeOptions.config;
  const { access, pid } = entryOf(request);
  if (scope === undefined && openToVisitors.has(access)) return null;
  if (scope === undefined) return fail('scope_missing', { detail: 'No scope gives access to this' });
  if (pid !== undefined && pid !== limit.pid) return fail('other_project');
  if (!limit.scopes.includes(scope)) return fail('scope_missing', { detail: `This needs the scope \`${scope}\`` });
  return caller;
}

function admitPerson(access: Access, caller: Person, requireProof: (caller: Person) => void): void {
  if (access === 'administrator' && !caller.administrator) fail('forbidden');
  if (access === 'token' && caller.credential.kind === 'session') fail('not_signed_in', { detail: 'Send a token' });
  if (access === 'browser' && caller.credential.kind !== 'session') fail('browser_only');
  if (access === 'fresh') requireProof(caller);
}

/** For actions that an unattended session or a leaked token must not allow. */
export function requireFreshProof(caller: Person, now: Date): void {
  if (caller.credential.kind !== 'session') fail('browser_only');
  if (!hasFreshProof(caller, now)) fail('sign_in_again');
}

/**
 * Whether a browser proved lately who uses it. A proof dated far in the future was made under a wrong clock and would
 * stay fresh until then, so it does not count.
 */
export function hasFreshProof({ credential }: Person, now: Date): boolean {
  const age = now.getTime() - Date.parse(credential.provedAt ?? '');
  return credential.kind === 'session' && Math.abs(age) <= freshSeconds * 1000;
}

/** A token reads the caller's private data only if they chose so when they made it. */
export function requirePrivateScope({ credential }: Person): void {
  if (!credential.readsPrivate)
    fail('private_scope_required', {
      detail: 'Create new credentials on the page "API access" with "Can read my private data" switched on',
    });
}

/**
 * Turns 403 `forbidden` into `passkey_required` when the caller would have access with the rights that are withheld,
 * whether the gate or a policy refused.
 */
export function explainRefusal(error: unknown, request: FastifyRequest): unknown {
  const { caller, projectRole } = request;
  if (!(error instanceof Problem) || error.code !== 'forbidden' || caller === null || !caller.withheld) return error;
  const { ownerWithheld: owner, deputyWithheld } = projectRole ?? { ownerWithheld: false, deputyWithheld: none };
  if (!caller.appointed && !owner && deputyWithheld.size === 0) return error;
  const entry = entryOf(request);
  const wouldEnter =
    projectRole === null
      ? entry.access !== 'administrator' || caller.appointed
      : mayEnter(entry, {
          ...projectRole,
          owner,
          deputy: projectRole.deputy.union(deputyWithheld),
          administrator: caller.appointed,
        });
  return wouldEnter ? new Problem('passkey_required') : error;
}

const none: ReadonlySet<DeputyRole> = new Set();

/** Failed attempts count against the caller's address, however many tokens are tried. */
async function counted<T>(
  limiter: Limiter,
  request: FastifyRequest,
  reply: FastifyReply,
  identify: () => Promise<T>,
): Promise<T> {
  try {
    return await identify();
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
  caller: callerOf(request),
  uid: callerOf(request).uid,
  now: clock.now(),
});

const foreign = new Set(['cross-site', 'same-site']);

/**
 * A link on another site makes the browser send the cookie with a read: it could download private data into the person's
 * folder and write the audit log in their name. Pages of this origin, bookmarks and typed addresses are allowed.
 */
function refuseForeignReads({ headers, routeOptions }: FastifyRequest, caller: Person): void {
  if (caller.credential.kind !== 'session' || openToVisitors.has(routeOptions.config.access ?? 'browser')) return;
  const site = headers['sec-fetch-site'];
  if (typeof site === 'string' && foreign.has(site)) fail('cross_origin');
}
