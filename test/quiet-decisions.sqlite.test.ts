import type { Response as LightMyRequestResponse } from 'light-my-request';
import { expect, test } from 'vitest';
import { useApp } from './support/app.ts';
import { browserOf } from './support/factories.ts';
import { isForDevices, operationsOf, requestIn } from './support/operations.ts';
import { createWorld } from './support/world/create-world.ts';
import type { Role, World } from './support/world/world-types.ts';
import { createCaller } from './support/world.ts';
import type { Caller } from './support/world.ts';

const muster = useApp();

/** Without the identifier of the request in a problem, and the position in the feed, which all changes of all projects move. */
function contentOf(operationId: string, response: LightMyRequestResponse): string {
  const { statusCode, headers } = response;
  if (statusCode >= 400) return `${statusCode} ${response.json().code}`;
  if (operationId === 'read_changes') return JSON.stringify(response.json().data);
  return `${statusCode} ${String(headers.etag)} ${response.body}`;
}

/** What each route answers to the caller. */
async function everythingRead(world: World, headers: World['headers']): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const operation of operationsOf(muster)) {
    const { operationId, method } = operation;
    if (method !== 'GET' || isForDevices(operation) || operationId === 'get_sign_in_ways') continue;
    const response = await muster.call({ ...requestIn(world, operation), headers });
    answers.set(operationId, contentOf(operationId, response));
  }
  return answers;
}

const differing = (one: Map<string, string>, other: Map<string, string>): string[] =>
  [...one].flatMap(([name, answer]) => (other.get(name) === answer ? [] : [name]));

async function createChief({ pid, tid }: World): Promise<Caller> {
  const chief = await createCaller(muster, 'Chen');
  const created_at = muster.clock.now().toISOString();
  await muster.db.transaction((trx) =>
    trx.insertInto('memberships').values({ pid, tid, uid: chief.uid, role: 'chief', created_at }).execute(),
  );
  return chief;
}

/** The caller of each world and a member of the team have applied. The chief decides about both. */
async function decideIn({ pid, tid, caller, uid }: World, { headers }: Caller): Promise<void> {
  const decisions = [
    { uid: caller, tid, decision: 'decline', note: 'Not this year' },
    { uid, tid, decision: 'wait', note: 'Perhaps' },
  ];
  const url = `/api/projects/${pid}/applications/decisions`;
  const { results } = (await muster.call({ method: 'POST', url, headers, payload: { decisions } })).json();
  expect(results).toMatchObject([{ result: 'decided' }, { result: 'decided' }]);
  const noted = [{ uid: caller, tid, note: 'Ask again' }];
  await muster.call({ method: 'POST', url, headers, payload: { decisions: noted } });
}

test.each<{ role: Role; browser?: true; except?: string[] }>([
  { role: 'visitor' },
  { role: 'volunteer' },
  { role: 'volunteer', browser: true },
  { role: 'member' },
  { role: 'other_chief' },
  // Counts of each team, and that something was decided there, as owners read it.
  { role: 'viewer', except: ['get_dashboard', 'list_team_summaries', 'read_changes'] },
  { role: 'service', except: ['read_changes'] },
])('a decision that is not published yet changes no answer to a $role, whatever they read', async (one) => {
  using _still = muster.clock.freeze();
  const world = await createWorld(muster, one.role);
  const headers = one.browser === true ? await browserOf(muster, { uid: world.caller }) : world.headers;
  await muster.db.transaction((trx) =>
    trx.updateTable('projects').set({ decisions: 'together' }).where('pid', '=', world.pid).execute(),
  );
  const chief = await createChief(world);
  const [first, before] = [await everythingRead(world, headers), await everythingRead(world, headers)];
  // Codes that are new each time, and what the reading itself records.
  const restless = differing(first, before);
  expect(restless.length).toBeLessThan(20);
  await decideIn(world, chief);
  const after = await everythingRead(world, headers);
  const changed = differing(before, after).filter((name) => !restless.includes(name));
  expect(changed.toSorted()).toEqual(one.except ?? []);
  expect(after.get('read_changes')).not.toContain(world.caller);
});
