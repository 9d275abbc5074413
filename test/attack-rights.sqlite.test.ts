import { expect, test } from 'vitest';
import { sha256 } from '../src/server/lib/secrets.ts';
import { useApp } from './support/app.ts';
import { canariesOf, findable, mayFind, plantCanaries } from './support/planted/canaries.ts';
import type { Canary } from './support/planted/canaries.ts';
import { bearer, tokenOf } from './support/factories.ts';
import { isForDevices, operationsOf, requestIn } from './support/operations.ts';
import type { Operation } from './support/operations.ts';
import { stateOf } from './support/world/world-state.ts';
import { createWorld } from './support/world/create-world.ts';
import { keptWorlds } from './support/world/kept-worlds.ts';
import { isAbout, roles } from './support/world/world-types.ts';
import type { Role, World } from './support/world/world-types.ts';

const muster = useApp();

const wide = ({ parameters }: Operation, url: string) =>
  parameters.some(({ name }) => name === 'limit') ? `${url}${url.includes('?') ? '&' : '?'}limit=200` : url;

/** What ends the caller's own session comes last. */
const late = ({ path, method }: Operation) => Number(method !== 'GET') + Number(/\/me\b|sign-out/.test(path));

/** What somebody is in a world that they have nothing to do with. */
const strangerAs = (role: Role): Role[] => {
  if (role === 'visitor' || role === 'suspended') return [];
  return role === 'administrator' ? ['volunteer', 'administrator'] : ['volunteer'];
};

test('no route shows any role data that it may not see', async () => {
  const operations = operationsOf(muster).toSorted((a, b) => late(a) - late(b));
  // With teams, forms and answers of the same names: a statement that forgets the project finds them, too.
  const foreign = await createWorld(muster, 'member');
  await plantCanaries(muster, foreign);
  const found: string[] = [];
  const seen = new Set<string>();
  for (const role of roles) {
    const world = await createWorld(muster, role);
    const { email } = await plantCanaries(muster, world);
    const forms = ['secrets', 'draft'];
    for (const operation of operations.filter((one) => isAbout(role, one))) {
      for (const form of operation.path.includes('{form}') ? forms : [world.form]) {
        const { url, ...request } = requestIn({ ...world, form }, operation);
        const call = { ...request, url: wide(operation, url) };
        const { body, headers } = await muster.app.inject(call);
        const text = `${body} ${JSON.stringify(headers)}`;
        const where = `${operation.method} ${call.url} as ${role}`;
        for (const [name, canary] of Object.entries(canariesOf(world))) {
          if (!text.includes(canary)) continue;
          if (mayFind(name as Canary, [role], call.url)) seen.add(name);
          else found.push(`${name}: ${where}`);
        }
        for (const [name, canary] of Object.entries(canariesOf(foreign))) {
          if (text.includes(canary) && !mayFind(name as Canary, strangerAs(role), call.url))
            found.push(`${name} of another project: ${where}`);
        }
        if (text.includes(sha256(email))) found.push(`hash of a hidden address: ${where}`);
      }
    }
  }
  expect(found).toEqual([]);
  // The search does find what is there to be found.
  expect([...seen].toSorted()).toEqual(findable.toSorted());
});

test('identifiers of another project and of other people give no access, anywhere in a URL', async () => {
  // Everybody may sign what they can read.
  const operations = operationsOf(muster).filter(
    ({ operationId, path, method }) => path.includes('{') && method !== 'GET' && operationId !== 'sign_document',
  );
  const other = await createWorld(muster, 'member');
  const before = await stateOf(muster.db, other);
  const worlds = keptWorlds(muster);
  for (const role of ['owner', 'chief', 'member'] as const) {
    for (const operation of operations) {
      const own = await worlds.of(role);
      const mixtures: World[] = [
        { ...own, pid: other.pid },
        { ...other, headers: own.headers },
        { ...other, pid: own.pid, uid: own.uid, headers: own.headers },
        { ...own, task: other.task, token: other.token, session: other.session },
      ];
      for (const mixture of mixtures) {
        const { statusCode } = await muster.call(requestIn(mixture, operation));
        worlds.noteAnswer(role, operation.method, statusCode);
      }
      expect(await stateOf(muster.db, other), `${operation.operationId} as ${role}`).toBe(before);
    }
  }
});

test('a read-only token changes nothing, and no token works where a browser session is required', async () => {
  const worlds = keptWorlds(muster);
  const codeWithToken = async (operation: Operation, scope: 'read' | 'write') => {
    const world = await worlds.of(roleOf(operation));
    const headers = bearer(await tokenOf(muster, { uid: world.caller }, { scope }));
    const { statusCode, body } = await muster.call({ ...requestIn(world, operation), headers });
    return [`${operation.method} ${operation.path}`, statusCode, JSON.parse(body).code];
  };
  const needsBrowser = ({ access, stepUp }: Operation) => stepUp || ['browser', 'fresh'].includes(access);
  const operations = operationsOf(muster);
  for (const operation of operations.filter(needsBrowser)) {
    const name = `${operation.method} ${operation.path}`;
    expect(await codeWithToken(operation, 'write')).toEqual([name, 403, 'browser_only']);
  }
  for (const operation of operations.filter(
    (one) => !needsBrowser(one) && !isForDevices(one) && one.method !== 'GET',
  )) {
    const name = `${operation.method} ${operation.path}`;
    expect(await codeWithToken(operation, 'read')).toEqual([name, 403, 'read_only_token']);
  }
});

const roleOf = ({ access, path }: Operation): Role =>
  access === 'administrator' || path.includes('audit') ? 'administrator' : 'owner';
