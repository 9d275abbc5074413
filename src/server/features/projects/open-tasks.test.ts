import { expect, test } from 'vitest';
import { useApp } from '../../../../test/support/app.ts';
import { createProject, createTask } from '../../../../test/support/factories.ts';

const muster = useApp();
const times = { starts_at: '2099-01-01T10:00:00.000Z', ends_at: '2099-01-01T12:00:00.000Z' };

async function hasOpenTasks(...tasks: Parameters<typeof createTask>[2][]): Promise<boolean> {
  const pid = await createProject(muster);
  for (const task of tasks) await createTask(muster, pid, { ...times, visibility: 'signed_in', ...task });
  const { data } = (await muster.call({ url: '/api/projects?limit=200' })).json();
  return data.find((project: { pid: string }) => project.pid === pid).open_tasks;
}

test('a project has open tasks if people without a team can take an upcoming one now', async () => {
  expect(await hasOpenTasks({})).toBe(true);
  expect(await hasOpenTasks({ joining: 'approval' })).toBe(true);
  expect(await hasOpenTasks({ opens_at: '2020-01-01T00:00:00.000Z' })).toBe(true);
  expect(await hasOpenTasks()).toBe(false);
  const closed = [
    { visibility: 'team' as const },
    { visibility: 'project' as const },
    { joining: 'planners' as const },
    { opens_at: '2098-01-01T00:00:00.000Z' },
    { capacity: 1, attendee_count: 1 },
    { starts_at: '2020-01-01T10:00:00.000Z', ends_at: '2020-01-01T12:00:00.000Z' },
  ];
  expect(await hasOpenTasks(...closed)).toBe(false);
});
