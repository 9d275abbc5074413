import { expect, test } from 'vitest';
import { useApp } from './support/app.ts';
import { placeCode } from './support/world/event-day.ts';
import { bearer } from './support/factories.ts';
import { operationsOf, pathIn } from './support/operations.ts';
import type { Operation } from './support/operations.ts';
import { createWorld } from './support/world/create-world.ts';
import { preparedWorld } from './support/world/prepared-world.ts';
import type { World } from './support/world/world-types.ts';

/** Every example is sent as it is in the document; only identifiers become those of a prepared world. */
const muster = useApp();

/** What only the service, a mail or an authenticator gives out cannot be in an example: the answer is that it is unknown. */
const exceptions: Record<string, string> = {
  inspect_sign_in_link: 'invalid_link',
  sign_in: 'invalid_link',
  sign_in_with_code: 'invalid_code',
  report_not_me: 'invalid_link',
  sign_in_with_passkey: 'invalid_passkey',
  confirm_session: 'passkey_refused',
  add_passkey: 'passkey_refused',
  confirm_with_recovery_code: 'invalid_recovery_code',
  exchange_token: 'invalid_credentials',
  confirm_email_change: 'invalid_link',
  revert_email_change: 'invalid_link',
  unsubscribe: 'invalid_link',
  read_guardian_consent: 'invalid_link',
  answer_guardian_consent: 'invalid_link',
  // Needs an answered form about travel money: payments.test.ts sends the same body.
  make_payments: 'not_allowed',
  // It needs hours: hours.test.ts has an example.
  issue_certificate: 'no_hours',
  // Needs a task at this place that is in progress: check-in.test.ts has one.
  check_in: 'no_task_here',
  // Needs a form with questions for people who apply: call.test.ts has one.
  save_my_application: 'invalid_input',
};

/** What the document calls an identifier, a team, a project and a form. */
const sample = /^(?:01jd0c8m3v5q2w7x9y1z4b6n8\w|venue|2026|shirts?)$/;

/** What is used in place of a sample, by the name of the field or parameter. */
const identifiers = (world: World): Record<string, string> => ({
  uid: world.uid,
  uids: world.uid,
  owners: world.uid,
  to: world.uid,
  by: world.caller,
  id: world.task,
  task: world.task,
  place: world.place,
  kind: world.task,
  requires: world.task,
  skills: world.task,
  project: world.pid,
  pid: world.pid,
  form: world.form,
  tid: world.tid,
  tids: world.tid,
  preferred_teams: world.tid,
});

/** What else depends on the world. */
const replacements: Record<string, (world: World) => Record<string, string>> = {
  create_project: ({ pid }) => ({ pid: '2026', copy_from: pid }),
  list_returning_people: ({ pid }) => ({ from: pid }),
  create_payout: ({ approvedClaim }) => ({ claims: approvedClaim, method: 'other' }),
  change_money_settings: ({ budget }) => ({ travel_budget: budget }),
  create_team: () => ({ tid: 'venue' }),
  add_synced_group: ({ groupServer }) => ({ server: groupServer, group: 'staff' }),
  create_allocation: () => ({ days: '2026-06-02' }),
  copy_tasks: () => ({ from_day: '2026-06-02' }),
  check_in: ({ pid, place }) => ({ code: placeCode(pid, place) }),
  add_members: ({ uid }) => ({ email: `${uid}@example.org` }),
  import_people: ({ tid }) => ({ text: `Name\tE-Mail\tTeam\nAda Lovelace\tada@example.org\t${tid}` }),
  import_responses: ({ uid }) => ({ text: `Email Address\tSize\tCut\n${uid}@example.org\tM\tStraight` }),
};

function filledIn(value: unknown, world: World, operationId: string, key = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => filledIn(one, world, operationId, key));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, filledIn(one, world, operationId, name)]),
    );
  if (typeof value !== 'string') return value;
  return replacements[operationId]?.(world)[key] ?? (sample.test(value) ? (identifiers(world)[key] ?? value) : value);
}

const takesKey = ({ parameters }: Operation): boolean => parameters.some(({ name }) => name === 'idempotency-key');

/** Devices use a token of their own. */
async function headersFor({ access }: Operation, { headers, pid }: World): Promise<Record<string, string>> {
  if (access !== 'project:device') return headers;
  const payload = { name: 'Entrance' };
  const created = await muster.call({ method: 'POST', url: `/api/projects/${pid}/devices`, headers, payload });
  return bearer(created.json().token);
}

/** The example is an answer to a form that passes nothing on. */
const stopPassingOn = ({ pid }: World) =>
  muster.db.transaction((trx) =>
    trx.updateTable('forms').set({ passes_on: '[]', passes_until: null }).where('pid', '=', pid).execute(),
  );

test('every example of a request body succeeds, and once only if it is repeated with its key', async () => {
  const operations = operationsOf(muster).filter(({ body }) => body !== undefined);
  expect(operations.length).toBeGreaterThan(70);
  const failed: string[] = [];
  for (const operation of operations) {
    const { operationId, method, path, body } = operation;
    const world = await preparedWorld(muster, operation);
    if (operationId === 'save_own_response' || operationId === 'import_responses') await stopPassingOn(world);
    const key = takesKey(operation) ? { 'idempotency-key': 'the-same' } : {};
    const request = {
      method,
      url: `${pathIn(world, path)}${operationId === 'unsubscribe' ? '?code=dWlk' : ''}`,
      headers: { ...(await headersFor(operation, world)), ...key },
      payload: filledIn(body, world, operationId) as object,
    };
    const response = await muster.call(request);
    const outcome = response.statusCode < 300 ? 'success' : response.json().code;
    if (outcome !== (exceptions[operationId] ?? 'success')) failed.push(`${operationId}: ${response.body}`);
    if (outcome !== 'success' || !takesKey(operation)) continue;
    const again = await muster.call(request);
    const isReplayed = again.headers['idempotency-replayed'] === 'true' && again.body === response.body;
    if (again.statusCode !== response.statusCode || !isReplayed) failed.push(`${operationId} again: ${again.body}`);
  }
  expect(failed).toEqual([]);
});

test('every example of a query parameter succeeds', async () => {
  const worlds = {
    owner: await createWorld(muster, 'owner'),
    administrator: await createWorld(muster, 'administrator'),
  };
  const failed: string[] = [];
  let count = 0;
  for (const { operationId, method, path, parameters } of operationsOf(muster)) {
    const given = parameters.filter((one) => one.in === 'query' && one.example !== undefined);
    if (method !== 'GET' || path.includes('?')) continue;
    const world = worlds[/^\/api\/(?:audit|users|admin)/.test(path) ? 'administrator' : 'owner'];
    for (const { name, example } of given) {
      // Tables have both.
      const needed = given.filter(
        (one) => one.required === true || one.name === name || /^(?:rows|columns)$/.test(name),
      );
      const query = new URLSearchParams(
        needed.map((one) => [one.name, String(filledIn(one.example, world, operationId, one.name))]),
      );
      const url = `${pathIn(world, path)}?${query.toString()}`;
      const { statusCode, body } = await muster.call({ url, headers: world.headers });
      count += 1;
      if (statusCode !== 200) failed.push(`${operationId} ${name}=${String(example)}: ${body}`);
    }
  }
  expect(count).toBeGreaterThan(30);
  expect(failed).toEqual([]);
});
