import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { RouteAccess } from '../src/server/auth/access.ts';
import { useApp } from './support/app.ts';
import { bearer, tokenOf } from './support/factories.ts';
import { operationsOf, requestIn } from './support/operations.ts';
import type { Operation } from './support/operations.ts';
import { createWorld } from './support/world/create-world.ts';
import type { Role, World } from './support/world/world-types.ts';

const muster = useApp();

const listed = readFileSync(new URL('opening-writes.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [protection = '', method = '', url = ''] = line.split(/ +/);
    return { protection, route: `${method} ${url}` };
  });

const isWrite = ({ method }: { method: string }): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(method);
const routeOf = ({ method, path }: Operation): string => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
const routesWith = (protection: string): Set<string> =>
  new Set(listed.filter((one) => one.protection === protection).map(({ route }) => route));

test('every write is in test/opening-writes.txt with what protects it', () => {
  const writes = muster.routes.filter(isWrite).map(({ method, url }) => `${method} ${url}`);
  expect(listed.map(({ route }) => route).toSorted()).toEqual(writes.toSorted());
});

/** What the declaration of a route must say. What is not declared is tried below, or by tests of the feature. */
const declared: Record<string, (route: RouteAccess) => boolean> = {
  proof: ({ access, stepUp }) => access === 'fresh' || stepUp,
  browser: ({ access }) => access !== 'public',
  secret: ({ access }) => access === 'public',
  device: ({ access }) => access === 'project:device',
  'proof-when': ({ access }) => access !== 'public',
  waits: ({ access }) => access !== 'public',
  notified: ({ access }) => access !== 'public',
  checked: ({ access }) => access === 'project:owner' || access === 'project:finance',
  own: ({ access }) => access !== 'public',
  closes: ({ access }) => access !== 'public',
  organises: ({ access }) =>
    /^(?:administrator|(?:project|team):(?:planner|owner|appointer|chief|finance|desk|recruiting|writer|safety))$/.test(
      access,
    ),
};

test('every write declares what protects it', () => {
  const protections = new Map(listed.map(({ route, protection }) => [route, protection]));
  const wrong = muster.routes
    .filter(isWrite)
    .filter((route) => declared[protections.get(`${route.method} ${route.url}`) ?? '']?.(route) !== true);
  expect(wrong).toEqual([]);
});

/** The caller of each kind of route, with an old session, and a token of theirs. */
async function oldSessions() {
  const worlds = new Map<Role, { world: World; token: Record<string, string> }>();
  for (const role of ['member', 'owner', 'administrator'] as const) {
    const world = await createWorld(muster, role);
    worlds.set(role, { world, token: bearer(await tokenOf(muster, { uid: world.caller })) });
  }
  await muster.db.transaction((trx) =>
    trx.updateTable('api_tokens').set({ private_read_at: '2026-01-01T00:00:00.000Z' }).execute(),
  );
  muster.clock.advance(15 * 60 + 1);
  return (role: Role) => {
    const found = worlds.get(role);
    if (found === undefined) throw new Error(`no world for ${role}`);
    return found;
  };
}

const roleFor = ({ access }: Operation): Role => (access === 'administrator' ? 'administrator' : 'owner');

test('what needs a proof is refused to a token, and asks an old session for one', async () => {
  const as = await oldSessions();
  const proof = routesWith('proof');
  const browser = routesWith('browser');
  const answers: string[] = [];
  for (const operation of operationsOf(muster)) {
    const route = routeOf(operation);
    if (!proof.has(route) && !browser.has(route)) continue;
    const { world, token } = as(roleFor(operation));
    const request = requestIn(world, operation);
    const byToken = (await muster.call({ ...request, headers: token })).json().code;
    if (byToken !== 'browser_only') answers.push(`${route} with a token: ${byToken}`);
    if (!proof.has(route)) continue;
    const bySession = (await muster.call(request)).json().code;
    if (bySession !== 'sign_in_again') answers.push(`${route} with an old session: ${bySession}`);
  }
  expect(answers).toEqual([]);
});

/** The request that opens something, for each route that needs a proof only then. */
const opening: Record<string, { role: Role; payload?: (world: World) => object }> = {
  'POST /api/me/exchange-credentials': { role: 'member', payload: () => ({ scope: 'private:read' }) },
  'PUT /api/me/invitations/:id/acceptance': { role: 'member' },
  'POST /api/me/tokens/:id/renewal': { role: 'member' },
  'POST /api/projects': {
    role: 'administrator',
    payload: ({ uid }) => ({ owners: [uid] }),
  },
  'PATCH /api/projects/:pid/chat-channels/:id': { role: 'owner', payload: () => ({ active: true }) },
  'POST /api/projects/:pid/teams/:tid/invitations': {
    role: 'owner',
    payload: () => ({ emails: ['eve@example.org'], role: 'owner' }),
  },
  'PUT /api/projects/:pid/forms/:form/response': { role: 'member' },
  'PUT /api/projects/:pid/claims/:id/submission': { role: 'member', payload: () => ({ share_bank: true }) },
  'PUT /api/projects/:pid/claims/:id/decision': { role: 'owner', payload: () => ({ decision: 'approve' }) },
  'PUT /api/projects/:pid/my-groups': { role: 'member', payload: () => ({ agrees: true }) },
  'POST /api/projects/:pid/people/import': { role: 'owner' },
  'POST /api/projects/:pid/forms/:form/responses/import': { role: 'owner' },
};

test('what opens something only with some requests needs a proof for these', async () => {
  const as = await oldSessions();
  expect(Object.keys(opening).toSorted()).toEqual([...routesWith('proof-when')].toSorted());
  await muster.db.transaction((trx) => trx.updateTable('invitations').set({ role: 'chief' }).execute());
  const answers: Record<string, string[]> = {};
  for (const operation of operationsOf(muster)) {
    const one = opening[routeOf(operation)];
    if (one === undefined) continue;
    const { world, token } = as(one.role);
    const request = requestIn(world, operation);
    const payload = { ...Object(request.payload), ...one.payload?.(world) };
    const sent = { ...request, ...(Object.keys(payload).length > 0 && { payload }) };
    const byToken = await muster.call({ ...sent, headers: token });
    answers[routeOf(operation)] = [byToken.json().code, (await muster.call(sent)).json().code];
  }
  const refused = Object.keys(opening).map((route) => [route, ['browser_only', 'sign_in_again']]);
  expect(answers).toEqual(Object.fromEntries(refused));
});
