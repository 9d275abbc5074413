import { catalogue } from '../../src/server/errors.ts';
import type { TestApp } from '../support/app.ts';
import { canariesOf, mayFind } from '../support/canaries.ts';
import type { Canary } from '../support/canaries.ts';
import { conformance } from '../support/conformance.ts';
import type { Received } from '../support/conformance.ts';
import type { Role, World } from '../support/world.ts';
import { addressOf } from './drafts.ts';
import type { Draft } from './drafts.ts';

export type Actor = { role: Role; own: World; foreign: World };

/** What is wrong with an answer: a short name of the rule, and the particulars. */
export type Complaint = { rule: string; detail: string };

export type Judge = (actor: Actor, draft: Draft, answer: Received, altered: boolean) => Promise<Complaint | undefined>;

const complaint = (rule: string, detail: string): Complaint => ({ rule, detail: detail.slice(0, 1500) });

/** Holds answers against all that is promised of every answer. */
export function judge(muster: TestApp): Judge {
  const conforms = conformance(muster);
  return async (actor, draft, answer, altered) => {
    if (isNodesOwn(answer)) return undefined;
    const documented = () => (altered ? undefined : wrongByDocument(conforms, draft, answer));
    return wrongInItself(draft, answer) ?? documented() ?? (await leak(muster, actor, draft, answer));
  };
}

/** Node itself refuses a request without a host, or with an expectation that it does not know, and says nothing else. */
const isNodesOwn = ({ statusCode, headers, body }: Received): boolean =>
  (statusCode === 400 || statusCode === 417) && body === '' && headers['content-type'] === undefined;

const known = new Set(Object.keys(catalogue));

function wrongInItself({ method, path }: Draft, { statusCode, headers, body }: Received): Complaint | undefined {
  const type = headers['content-type'] ?? '';
  if (!(statusCode >= 200 && statusCode < 500)) return complaint('status', `${statusCode} ${body}`);
  if (statusCode >= 400 && method !== 'HEAD') {
    if (!type.startsWith('application/problem+json')) return complaint('problem type', `${statusCode} ${type} ${body}`);
    const { code, status } = JSON.parse(body) as { code: string; status: number };
    if (!known.has(code) || status !== statusCode) return complaint('problem body', body);
  }
  if (headers['x-content-type-options'] !== 'nosniff')
    return complaint('nosniff', `${statusCode} ${JSON.stringify(headers)}`);
  if (!String(headers['content-security-policy']).includes("frame-ancestors 'none'"))
    return complaint('frame-ancestors', `${statusCode} ${JSON.stringify(headers)}`);
  if ('x-injected' in headers) return complaint('header injection', JSON.stringify(headers));
  const location = headers['location'];
  if (location !== undefined && !/^\/(?!\/)/.test(location)) return complaint('redirect', location);
  const cookie = JSON.stringify(headers['set-cookie'] ?? 'Max-Age=0');
  if (!cookie.includes('Max-Age=0') && !decoded(path).startsWith('/api/sign-in'))
    return complaint('cookie', `${path} ${cookie}`);
  return Object.keys(Object.prototype).length > 0 || 'polluted' in {} ? complaint('prototype', body) : undefined;
}

function wrongByDocument(
  conforms: ReturnType<typeof conformance>,
  draft: Draft,
  answer: Received,
): Complaint | undefined {
  try {
    conforms(draft.method, addressOf(draft), answer);
    return undefined;
  } catch (error) {
    return complaint('document', String(error));
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
): Promise<Complaint | undefined> {
  const text = `${body} ${JSON.stringify(headers)}`;
  const asked = `${decoded(addressOf(draft))} ${String(draft.body)} ${JSON.stringify(draft.headers)}`;
  const where = decoded(addressOf(draft));
  for (const world of [own, foreign]) {
    for (const [name, word] of Object.entries(canariesOf(world))) {
      // What the caller sends may come back to the caller.
      if (!text.includes(word) || asked.includes(word)) continue;
      // An owner sees the addresses of whomever they have added to their project, a chief of those who apply, of
      // whatever world.
      const projectRole = name === 'email' ? leaderAnywhere : projectRoleIn;
      const roles = await projectRole(muster, own.caller, role, world);
      if (!mayFind(name as Canary, roles, where)) return complaint(`leak of ${name}`, `as ${role}: ${text}`);
    }
  }
  return undefined;
}

/** What the caller is in a world by now: an administrator may have made themselves its owner. */
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
