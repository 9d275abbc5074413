import { expect, test } from 'vitest';
import { useApp } from './support/app.ts';
import { operationsOf, requestIn } from './support/operations.ts';
import { createWorld } from './support/world/create-world.ts';

const muster = useApp();

test('reading with identifiers of another project returns 404', async () => {
  const nested = operationsOf(muster).filter(({ path, method }) => method === 'GET' && /tasks\/\{id\}/.test(path));
  expect(nested.length).toBeGreaterThan(2);
  for (const operation of nested) {
    const [own, other] = [await createWorld(muster, 'owner'), await createWorld(muster, 'owner')];
    const { statusCode } = await muster.call(requestIn({ ...own, task: other.task }, operation));
    expect(statusCode, operation.path).toBe(404);
  }
});

test('a chief can neither change a task of another team nor move one to another team', async () => {
  const world = await createWorld(muster, 'chief');
  const url = `/api/projects/${world.pid}/tasks`;
  const times = { starts_at: '2026-07-02T09:00:00Z', ends_at: '2026-07-02T11:00:00Z', capacity: 1 };
  const call = (method: 'POST' | 'PATCH', at: string, payload: object): Promise<{ statusCode: number }> =>
    muster.call({ method, url: at, headers: world.headers, payload });
  for (const tid of ['others', null]) {
    expect((await call('POST', url, { title: 'x', tid, ...times })).statusCode).toBe(403);
    expect((await call('PATCH', `${url}/${world.task}`, { tid })).statusCode).toBe(403);
  }
  await muster.db.transaction((trx) =>
    trx.updateTable('tasks').set({ tid: 'others' }).where('id', '=', world.task).execute(),
  );
  for (const payload of [{ title: 'x' }, { tid: 'crew' }, { capacity: 9 }]) {
    expect((await call('PATCH', `${url}/${world.task}`, payload)).statusCode).toBe(403);
  }
  const theirs = await muster.call({
    method: 'DELETE',
    url: `${url}/${world.task}?force=true`,
    headers: world.headers,
  });
  expect(theirs.statusCode).toBe(403);
});

test('a person who left every team can still leave a task', async () => {
  const world = await createWorld(muster, 'member');
  const url = `/api/projects/${world.pid}/tasks/${world.task}/attendance`;
  const { headers } = world;
  expect((await muster.call({ method: 'PUT', url, headers })).statusCode).toBe(204);
  await muster.db.transaction((trx) => trx.deleteFrom('memberships').where('pid', '=', world.pid).execute());
  // They have the place already, so this changes nothing.
  expect((await muster.call({ method: 'PUT', url, headers })).statusCode).toBe(204);
  expect((await muster.call({ method: 'DELETE', url, headers })).statusCode).toBe(204);
  const task = await muster.db.read
    .selectFrom('tasks')
    .select('attendee_count')
    .where('id', '=', world.task)
    .executeTakeFirst();
  expect(task?.attendee_count).toBe(0);
});
