import { expect } from 'vitest';
import type { TestApp } from '../app.ts';
import { createTask } from '../factories.ts';
import type { Crew } from '../world.ts';

/** An hour of the day on which all tasks of these tests are. */
export const at = (hour: number): string => `2099-01-01T${String(hour).padStart(2, '0')}:00:00.000Z`;

export const shiftsIn = (muster: TestApp) => ({
  shift: (crew: Crew, from: number, to: number, fields: object = {}) =>
    createTask(muster, crew.pid, {
      tid: 'venue',
      title: `Shift at ${from}`,
      starts_at: at(from),
      ends_at: at(to),
      capacity: 3,
      min_people: 1,
      ...fields,
    }),
  /** A draft plan that is ready. */
  draft: async (crew: Crew, body: object = {}, who = crew.owner) => {
    const created = await crew.as(who, 'POST', 'allocations', body);
    expect(created.statusCode, created.body).toBe(202);
    const { id } = created.json();
    await muster.services.draftRunner.drain();
    const response = await crew.as(who, 'GET', `allocations/${id}`);
    return { id, etag: String(response.headers['etag']), ...response.json() };
  },
});
