import { catalogue } from '../../src/server/errors.ts';
import type { TestApp } from '../support/app.ts';
import { canariesOf, mayFind } from '../support/planted/canaries.ts';
import type { Canary } from '../support/planted/canaries.ts';
import { conformance } from '../support/conformance.ts';
import type { Received } from '../support/conformance.ts';
import type { Role, World } from '../support/world/world-types.ts';
import { urlOf } from './drafts.ts';
import type { Draft } from './drafts.ts';

export type Actor = { role: Role; own: World; foreign: World };

/** A broken rule: its short name and the details. */
export type Violation = { rule: string; detail: string };

export type Judge = (actor: Actor, draft: Draft, answer: Received, altered: boolean) => Promise<Violation | undefined>;

const violation = (rule: string, detail: string): Violation => ({ rule, detail: detail.slice(0, 1500) });

/** Checks responses against the rules that hold for every response. */
export function judge(muster: TestApp): Judge {
  const conforms = conformance(muster);
  return async (actor, draft, answer, altered) => {
    if (isFromNode(answer)) return undefined;
    // `/teams/%2e%2e/invitations` is another path.
    const isOtherPath = withoutDots(decoded(draft.path)) !== decoded(draft.path);
    const documented = () => (altered || isOtherPath ? undefined : documentViolation(conforms, draft, answer));
    return generalViolation(draft, answer) ?? documented() ?? (await leak(muster, actor, draft, answer));
  };
}

/** Node itself rejects a request without a Host header, or with an unknown Expect header, with an empty body. */
const isFromNode = ({ statusCode, headers, body }: Received): boolean =>
  (statusCode === 400 || statusCode === 417) && body === '' && headers['content-type'] === undefined;

const known = new Set(Object.keys(catalogue));

function generalViolation({ method, path }: Draft, { statusCode, headers, body }: Received): Violation | undefined {
  const type = headers['content-type'] ?? '';
  if (!(statusCode >= 200 && statusCode < 500)) return violation('status', `${statusCode} ${body}`);
  // Outside the API an unknown path is a page. `/api/%2e%2e/x` is outside.
  const { pathname = path } = URL.parse(path, 'http://muster.test') ?? {};
  const isMissingPage = statusCode === 404 && type.startsWith('text/html') && !/^\/(api|members)(\/|$)/i.test(pathname);
  if (statusCode >= 400 && method !== 'HEAD' && !isMissingPage) {
    if (!type.startsWith('application/problem+json')) return violation('problem type', `${statusCode} ${type} ${body}`);
    const { code, status } = JSON.parse(body) as { code: string; status: number };
    if (!known.has(code) || status !== statusCode) return violation('problem body', body);
  }
  if (headers['x-content-type-options'] !== 'nosniff')
    return violation('nosniff', `${statusCode} ${JSON.stringify(headers)}`);
  if (!String(headers['content-security-policy']).includes("frame-ancestors 'none'"))
    return violation('frame-ancestors', `${statusCode} ${JSON.stringify(headers)}`);
  if ('x-injected' in headers) return violation('header injection', JSON.stringify(headers));
  const location = headers['location'];
  if (location !== undefined && !/^\/(?!\/)/.test(location)) return violation('redirect', location);
  const cookie = JSON.stringify(headers['set-cookie'] ?? 'Max-Age=0');
  if (!cookie.includes('Max-Age=0') && !withoutDots(decoded(path)).startsWith('/api/sign-in'))
    return violation('cookie', `${path} ${cookie}`);
  return Object.keys(Object.prototype).length > 0 || 'polluted' in {} ? violation('prototype', body) : undefined;
}

/** As the server sees the path: `/./api` is `/api`. */
const withoutDots = (path: string): string => URL.parse(path, 'http://localhost')?.pathname ?? path;

function documentViolation(
  conforms: ReturnType<typeof conformance>,
  draft: Draft,
  answer: Received,
): Violation | undefined {
  try {
    conforms(draft.method, urlOf(draft), answer);
    return undefined;
  } catch (error) {
    return violation('document', String(error));
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export async function leak(
  muster: TestApp,
  { role, own, foreign }: Actor,
  draft: Draft,
  { headers, body }: Received,
): Promise<Violation | undefined> {
  const text = `${body} ${JSON.stringify(headers)}`;
  const requestText = `${decoded(urlOf(draft))} ${String(draft.body)} ${JSON.stringify(draft.headers)}`;
  const where = decoded(urlOf(draft));
  for (const world of [own, foreign]) {
    for (const [name, word] of Object.entries(canariesOf(world))) {
      // Values from the request may be echoed.
      if (!text.includes(word) || requestText.includes(word)) continue;
      // An owner sees the addresses of everybody they have added to their project, and a chief those of applicants,
      // from any world.
      const projectRole = name === 'email' ? leaderAnywhere : projectRoleIn;
      const roles = await projectRole(muster, own.caller, role, world);
      if (!mayFind(name as Canary, roles, where)) return violation(`leak of ${name}`, `as ${role}: ${text}`);
    }
  }
  return undefined;
}

/** The caller's current roles in a world: an administrator may have made themselves its owner. */
async function projectRoleIn({ db }: TestApp, uid: string, role: Role, { pid, tid }: World): Promise<Role[]> {
  if (role === 'visitor' || role === 'suspended') return [role];
  const owner = await db.read
    .selectFrom('project_owners')
    .where('pid', '=', pid)
    .where('uid', '=', uid)
    .select('uid')
    .execute();
  const teams = await db.read
    .selectFrom('memberships')
    .where('pid', '=', pid)
    .where('uid', '=', uid)
    .select('tid')
    .execute();
  return [
    'volunteer',
    ...(role === 'administrator' ? (['administrator'] as const) : []),
    ...(owner.length > 0 ? (['owner'] as const) : []),
    ...(teams.some((one) => one.tid === tid) ? (['member'] as const) : []),
  ];
}

async function leaderAnywhere({ db }: TestApp, uid: string, role: Role): Promise<Role[]> {
  const owned = await db.read.selectFrom('project_owners').where('uid', '=', uid).select('pid').limit(1).execute();
  const led = await db.read
    .selectFrom('memberships')
    .where('uid', '=', uid)
    .where('role', '=', 'chief')
    .select('pid')
    .limit(1)
    .execute();
  return [
    ...(owned.length > 0 ? (['owner'] as const) : []),
    ...(led.length > 0 ? (['chief'] as const) : []),
    ...(['owner', 'chief'].includes(role) ? (['volunteer'] as const) : [role]),
  ];
}
