import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import type { Trx } from '../src/server/db/db.ts';
import { useApp } from './support/app.ts';
import { bearer, tokenOf } from './support/factories.ts';
import { isForDevices, operationsOf, requestIn } from './support/operations.ts';
import type { Operation } from './support/operations.ts';
import { openConnection } from './support/servers/raw-connection.ts';
import { stateOf } from './support/world/world-state.ts';
import { keptWorlds } from './support/world/kept-worlds.ts';
import type { Role, World } from './support/world/world-types.ts';

const muster = useApp();
const worlds = keptWorlds(muster);
let url: string;
beforeAll(async () => {
  await muster.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(muster.app.server.address() as AddressInfo).port}`;
});

const needsBrowser = new Set(['browser', 'fresh']);
const writes = () =>
  operationsOf(muster).filter(
    (one) => one.method !== 'GET' && one.method !== 'OPTIONS' && one.access !== 'public' && !isForDevices(one),
  );

const roleFor = ({ access }: Operation): Role => (access === 'administrator' ? 'administrator' : 'owner');
/** Queries of the gate: the caller, and for routes of a project the place and the caller's teams. */
const queriesOfGate = ({ access }: Operation): number => (/^(?:project|team):/.test(access) ? 3 : 1);

/** Takes something from the caller, and returns the statement that gives it back. */
type Loss = (trx: Trx, world: World) => Promise<(trx: Trx) => { execute: () => Promise<unknown> }>;

/** Sends the headers, lets the gate check them, changes something, and only then sends the body. */
async function holdBody(
  operation: Operation,
  world: World,
  headers: Record<string, string>,
  loss: Loss,
): Promise<{ status: number; before: string; after: string }> {
  const request = requestIn(world, operation);
  const { 'content-type': type = 'application/json' } = request.headers as Record<string, string | undefined>;
  const body = Buffer.isBuffer(request.payload) ? request.payload : Buffer.from(JSON.stringify(request.payload ?? {}));
  const connection = await openConnection(url);
  const seen = muster.db.queryCount();
  const lines = [
    `${operation.method} ${request.url} HTTP/1.1`,
    'host: muster.test',
    'connection: close',
    `content-type: ${type}`,
    `content-length: ${body.length}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  connection.write(`${lines.join('\r\n')}\r\n\r\n`);
  while (muster.db.queryCount() < seen + queriesOfGate(operation)) await sleep(1);
  const giveBack = await muster.db.transaction((trx) => loss(trx, world));
  const before = await stateOf(muster.db, world);
  connection.write(body);
  const answer = await connection.closed;
  const after = await stateOf(muster.db, world);
  await muster.db.transaction((trx) => giveBack(trx).execute());
  return { status: Number(answer.split(' ', 2)[1]), before, after };
}

async function expectRefused(
  operation: Operation,
  statuses: readonly number[],
  loss: Loss,
  headersOf = async (world: World): Promise<Record<string, string>> => world.headers,
): Promise<void> {
  // A refused request changes nothing, so that the next one finds the same world.
  const world = await worlds.of(roleFor(operation));
  const { status, before, after } = await holdBody(operation, world, await headersOf(world), loss);
  const where = `${operation.method} ${operation.path}`;
  expect([where, statuses.includes(status) ? 'refused' : status]).toEqual([where, 'refused']);
  expect(after, where).toBe(before);
}

test('a held request of somebody who was suspended changes nothing', async () => {
  // Suspended people may still erase their account.
  const operations = writes().filter(({ path }) => path !== '/api/me' && !path.startsWith('/api/me/confirmation'));
  expect(operations.length).toBeGreaterThan(45);
  for (const operation of operations) {
    await expectRefused(operation, [401], async (trx, { caller }) => {
      const suspend = (run: Trx, at: string | null) =>
        run.updateTable('people').set({ suspended_at: at }).where('uid', '=', caller);
      await suspend(trx, '2026-06-01T09:00:00.000Z').execute();
      return (later) => suspend(later, null);
    });
  }
});

test('a held request of a session that was ended changes nothing', async () => {
  for (const operation of writes()) {
    await expectRefused(operation, [401], async (trx, { caller }) => {
      const sessions = await trx.deleteFrom('sessions').where('uid', '=', caller).returningAll().execute();
      return (later) => later.insertInto('sessions').values(sessions);
    });
  }
});

test('a held request with a token that was revoked changes nothing', async () => {
  const operations = writes().filter(({ access, stepUp }) => !stepUp && !needsBrowser.has(access));
  for (const operation of operations) {
    await expectRefused(
      operation,
      [401],
      async (trx, { caller }) => {
        const revoke = (run: Trx, at: string | null) =>
          run.updateTable('api_tokens').set({ revoked_at: at }).where('uid', '=', caller);
        await revoke(trx, '2026-06-01T09:00:00.000Z').execute();
        return (later) => revoke(later, null);
      },
      async ({ caller }) => bearer(await tokenOf(muster, { uid: caller })),
    );
  }
});

const losesProject: Loss = async (trx, { caller }) => {
  const rows = await trx.deleteFrom('project_owners').where('uid', '=', caller).returningAll().execute();
  const grants = await trx.deleteFrom('grants').where('uid', '=', caller).returningAll().execute();
  return (later) => {
    const owners = later.insertInto('project_owners').values(rows);
    const deputies = later.insertInto('grants').values(grants);
    return { execute: async () => Promise.all([owners.execute(), deputies.execute()]) };
  };
};

const losesOffice: Loss = async (trx, { caller }) => {
  const since = (run: Trx, at: string | null) =>
    run.updateTable('people').set({ administrator_since: at }).where('uid', '=', caller);
  await since(trx, null).execute();
  return (later) => since(later, '2026-06-01T09:00:00.000Z');
};

/** Open to everybody who is signed in: losing a role takes nothing away. */
const needsNoRole = new Set([
  'delete_own_response',
  'withdraw_consent',
  'delete_own_thanks',
  'set_own_listing',
  'leave_task',
  'apply_to_team',
  'withdraw_application',
  'save_my_application',
  'sign_document',
  'withdraw_my_application',
  'withdraw_claim',
  'share_bank_for_claim',
  'unshare_bank_for_claim',
  'delete_claim_file',
  'add_claim_file',
  'change_claim',
  'send_claim',
  // They are about what the person has: a place, an offer, a question.
  'confirm_attendance',
  'withdraw_offer',
  'decline_offer',
]);

test('a held request of somebody who lost their role changes nothing', async () => {
  const operations = writes().filter(
    ({ access, operationId }) =>
      access === 'administrator' || (/^(?:project|team):/.test(access) && !needsNoRole.has(operationId)),
  );
  expect(operations.length).toBeGreaterThan(25);
  for (const operation of operations) {
    // A signed-in caller gets as far as the rule that they do not meet.
    const statuses = operation.access.endsWith(':signed_in') ? [403, 404, 409, 422] : [403, 404];
    await expectRefused(operation, statuses, operation.access === 'administrator' ? losesOffice : losesProject);
  }
});
