import type { Task } from '../../../src/server/features/tasks/tasks.schema.ts';
import type { TestApp } from '../app.ts';
import { createCrew, createMembers } from '../world.ts';
import type { Caller, Crew } from '../world.ts';

/** A project with three more members of the team `venue`. */
export async function createOfferingCrew(muster: TestApp) {
  const crew = await createCrew(muster);
  const [ada = crew.member, ben = crew.member, cleo = crew.member] = await createMembers(muster, crew.pid, 'venue', 3);
  return { crew, ada, ben, cleo };
}

export const offering = (crewOf: () => Crew) => ({
  offer: (person: Caller, { id }: Task, body: object = {}) =>
    crewOf().as(person, 'PUT', `tasks/${id}/attendance/offer`, body),
  take: (person: Caller, { id }: Task, giver: Caller) =>
    crewOf().as(person, 'PUT', `tasks/${id}/offers/${giver.uid}/taken`),
});
