import { expect, test } from 'vitest';
import { useApp } from './support/app.ts';
import { isForDevices, operationsOf, requestIn } from './support/operations.ts';
import { createWorld } from './support/world/create-world.ts';
import { keptWorlds } from './support/world/kept-worlds.ts';

const muster = useApp();

/** Lists without paging: naturally bounded, or fixed by the published API. */
const unpaged = new Set([
  'list_members',
  'list_members_by_query',
  'list_members_short',
  'list_errors',
  'list_dietary_habits',
  'list_push_subscriptions',
  // There are at most 200 of each, and few in practice.
  'list_own_skills',
  'list_budgets',
  'list_own_claims',
  'list_due_payments',
  'list_person_skills',
  'list_hand_outs',
  'list_catalogue_uses',
  'list_documents',
  'list_document_versions',
  'list_tags',
  'list_place_codes',
  'list_confirmations',
  'list_groups',
  'list_substitutes',
  // At most 500 teams, and the days of a project.
  'list_my_entitlements',
  'list_imports',
  'list_uncounted_scans',
  'list_thing_loans',
  'list_task_days',
  'list_team_summaries',
]);

test('every list pages within its limit and rejects an invalid limit or cursor', async () => {
  const lists = operationsOf(muster).filter(
    // Only forms about travel money have payments; the form of the world is another.
    ({ operationId }) =>
      operationId.startsWith('list_') && !unpaged.has(operationId) && operationId !== 'list_payments',
  );
  expect(lists.length).toBeGreaterThan(10);
  const worlds = keptWorlds(muster);
  for (const operation of lists) {
    const where = `${operation.method} ${operation.path}`;
    const world = await worlds.of(/admin|audit|users\/\{uid\}/.test(operation.path) ? 'administrator' : 'owner');
    const { url, ...request } = requestIn(world, operation);
    const get = (search: string) => muster.call({ ...request, url: `${url}${url.includes('?') ? '&' : '?'}${search}` });
    const page = await get('limit=1');
    expect(page.statusCode, `${where}: ${page.body}`).toBe(200);
    expect(page.json(), where).toMatchObject({ data: expect.any(Array) });
    expect(page.json(), where).toHaveProperty('next');
    expect(page.json().data.length, where).toBeLessThanOrEqual(1);
    for (const search of ['limit=0', 'limit=201', 'limit=x', 'limit=1.5', 'cursor=x', 'cursor=W10', 'unknown=1']) {
      const refused = await get(search);
      expect(refused.statusCode, `${where} ${search}: ${refused.body}`).toBe(400);
      expect(refused.json().errors[0].pointer, `${where} ${search}`).toBe(`/querystring/${search.split('=')[0]}`);
    }
  }
});

test('every write rejects an unknown field', async () => {
  const writes = operationsOf(muster).filter((one) => one.body !== undefined && !isForDevices(one));
  expect(writes.length).toBeGreaterThan(20);
  const worlds = keptWorlds(muster);
  for (const operation of writes) {
    const admins = ['create_project', 'suspend_user', 'put_sign_in_rules', 'choose_leading_project'].includes(
      operation.operationId,
    );
    const world = await worlds.of(admins ? 'administrator' : 'owner');
    const { payload, ...request } = requestIn(world, operation);
    const response = await muster.call({ ...request, payload: { ...(payload as object), unheard_of: 1 } });
    const where = `${operation.method} ${operation.path}: ${response.body}`;
    expect(response.statusCode, where).toBe(400);
    const pointers = response.json().errors.map((error: { pointer: string }) => error.pointer);
    expect(pointers, where).toContain('/unheard_of');
  }
});

/** Exports with columns of their own: readable ones, contacts in two columns, sign-up sheets without contacts, the books. */
const ownColumns = new Set([
  'export_project_people',
  'export_members',
  'export_attendees',
  'export_applications',
  'export_claims',
]);
/** Nobody of this world has answered its form or has hours; the tests of forms and hours check these columns. */
const answerless = new Set(['export_responses', 'export_passed_on', 'export_hours']);

test('every CSV export has the rows and columns of its list', async () => {
  const operations = operationsOf(muster);
  const exports = operations.filter(
    ({ path }) => path.split('?')[0]?.endsWith('.csv') && !/template|statement|statistics|order|hotel-list/.test(path),
  );
  expect(exports.length).toBeGreaterThanOrEqual(9);
  for (const operation of exports) {
    const list = operations.find(({ method, path }) => method === 'GET' && path === operation.path.replace('.csv', ''));
    if (list === undefined) throw new Error(`${operation.path} has no list`);
    const world = await createWorld(muster, operation.path === '/api/audit.csv' ? 'administrator' : 'owner');
    const entry = {
      method: 'PUT',
      url: `/api/projects/${world.pid}/tasks/${world.task}/attendees/${world.uid}`,
    } as const;
    await muster.call({ ...entry, headers: world.headers });
    const { data, next, total: _total, ...shared } = (await muster.call(requestIn(world, list))).json();
    const lines = (await muster.call(requestIn(world, operation))).body.trimEnd().split('\r\n');
    const head = lines.shift()?.replace('\uFEFF', '').split(',') ?? [];
    expect(next, list.path).toBeNull();
    // Reading the audit log is itself recorded, so its export is longer by then.
    const older = operation.path.startsWith('/api/audit') ? lines.slice(-data.length) : lines;
    expect(older, operation.path).toHaveLength(data.length);
    const columns = new Set(head.map((name) => name.split('.')[0]));
    expect(data.length === 0, operation.path).toBe(answerless.has(operation.operationId));
    const wanted =
      data.length === 0 || ownColumns.has(operation.operationId)
        ? columns
        : new Set(Object.keys({ ...data[0], ...shared }));
    // What the reader may do, and what is of use only in the list, is not exported.
    for (const own of [
      'rights',
      'refusal',
      'refusals',
      'missing_skills',
      'granted_skills',
      'missing_documents',
      'time_rule',
      'given',
    ])
      wanted.delete(own);
    expect(columns, operation.path).toEqual(wanted);
  }
});
