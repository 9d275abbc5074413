import { action, as, inHours, runJob, stage, taskWithPeople } from './notice-stage.ts';
import type { Action } from './notice-stage.ts';

/** A full task in a few hours, for which Olga waits. */
async function waitedTask() {
  const task = await taskWithPeople({ starts_at: inHours(6), ends_at: inHours(7), capacity: 3 });
  await as(stage.crew.owner, 'PUT', `tasks/${task.id}/attendance`, { wait: true });
  return task;
}

/** How places on tasks are passed on. */
export const placeActions: Record<string, Action> = {
  'a place becomes free shortly before the task': action({
    prepare: waitedTask,
    act: ({ id }) => as(stage.crew.member, 'DELETE', `tasks/${id}/attendance`),
    received: { Olga: ['place.offered'], Chen: ['task.left'] },
  }),
  'a chief removes somebody from the waiting list': action({
    prepare: waitedTask,
    act: ({ id }) => as(stage.crew.chief, 'DELETE', `tasks/${id}/waiting/${stage.crew.owner.uid}`),
    received: { Olga: ['place.waiting'] },
  }),
  'somebody takes over the place of another': action({
    prepare: async () => {
      const task = await taskWithPeople();
      await as(stage.crew.member, 'PUT', `tasks/${task.id}/attendance/offer`, {});
      return task;
    },
    act: ({ id }) => as(stage.crew.owner, 'PUT', `tasks/${id}/offers/${stage.crew.member.uid}/taken`),
    received: { Mia: ['task.removed'] },
  }),
  'somebody wants to swap for a task': action({
    prepare: async () => {
      const task = await taskWithPeople();
      const other = { title: 'Bar', tid: 'venue', starts_at: inHours(110), ends_at: inHours(112), capacity: 2 };
      const { id } = (await as(stage.crew.chief, 'POST', 'tasks', other)).json();
      await as(stage.crew.owner, 'PUT', `tasks/${id}/attendance`);
      return { task, wanted: id };
    },
    act: ({ task, wanted }) => as(stage.crew.member, 'PUT', `tasks/${task.id}/attendance/offer`, { for: wanted }),
    received: { Olga: ['place.offered'] },
  }),
  'somebody declines a place': action({
    prepare: async () => {
      const task = await taskWithPeople();
      await as(stage.crew.member, 'PUT', `tasks/${task.id}/attendance/offer`, { to: stage.crew.owner.uid });
      return task;
    },
    act: ({ id }) => as(stage.crew.owner, 'DELETE', `tasks/${id}/offers/${stage.crew.member.uid}`),
    received: { Mia: ['place.declined'] },
  }),
  'a chief asks for help': action({
    prepare: () => taskWithPeople(),
    act: ({ id }) => as(stage.crew.chief, 'POST', `tasks/${id}/help-requests`, { people: 5 }),
    received: { Olga: ['help.asked'] },
  }),
  'somebody says yes to a request for help': action({
    prepare: async () => {
      const task = await taskWithPeople();
      await as(stage.crew.chief, 'POST', `tasks/${task.id}/help-requests`, { people: 5 });
      return task;
    },
    act: ({ id }) => as(stage.crew.owner, 'PUT', `tasks/${id}/help-request`, { answer: 'yes' }),
    received: { Chen: ['help.accepted'] },
  }),
  'the first tasks are three days away': action({
    prepare: () => taskWithPeople(),
    act: async () => {
      stage.muster.clock.advance(30 * 3600);
      await runJob('places');
    },
    received: { Chen: ['attendance.question'], Mia: ['attendance.question'], Otto: ['attendance.question'] },
  }),
};
