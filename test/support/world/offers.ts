import { expect } from 'vitest';
import type { NewTask, Task } from '../../../src/server/features/tasks/tasks.schema.ts';
import type { TestApp } from '../app.ts';
import { createCrew, createMembers } from '../world.ts';
import type { Caller, Crew } from '../world.ts';

/** A project with three more members of the team `venue`. */
export async function createOfferingCrew(muster: TestApp) {
  const crew = await createCrew(muster);
  const [ada = crew.member, ben = crew.member, cleo = crew.member] = await createMembers(muster, crew.pid, 'venue', 3);
  return { crew, ada, ben, cleo };
}

const hour = 3_600_000;

export const offering = (crewOf: () => Crew) => ({
  /** Two hours with two places, `from` hours after `start`. */
  createTaskAt: async (start: number, from: number, fields: Partial<NewTask>): Promise<Task> => {
    const response = await crewOf().as(crewOf().owner, 'POST', 'tasks', {
      title: `Desk ${from}`,
      tid: 'venue',
      starts_at: new Date(start + from * hour).toISOString(),
      ends_at: new Date(start + (from + 2) * hour).toISOString(),
      capacity: 2,
      ...fields,
    });
    expect(response.statusCode).toBe(201);
    return response.json();
  },
  join: async (person: Caller, { id }: Task) =>
    expect((await crewOf().as(person, 'PUT', `tasks/${id}/attendance`)).statusCode).toBe(204),
  offer: (person: Caller, { id }: Task, body: object = {}) =>
    crewOf().as(person, 'PUT', `tasks/${id}/attendance/offer`, body),
  take: (person: Caller, { id }: Task, giver: Caller) =>
    crewOf().as(person, 'PUT', `tasks/${id}/offers/${giver.uid}/taken`),
});
