import { bearer, tokenOf } from '../factories.ts';
import { action, apply, as, asAdministrator, decide, inHours, runJob, stage, taskWithPeople } from './notice-stage.ts';
import type { Action } from './notice-stage.ts';

/** A task of the first team on which planners decide who gets a place. */
async function taskToAskFor(): Promise<{ id: string }> {
  const times = { starts_at: inHours(100), ends_at: inHours(102) };
  const task = { title: 'Desk', tid: 'venue', ...times, capacity: 9, joining: 'approval' };
  return (await as(stage.crew.chief, 'POST', 'tasks', task)).json();
}

const newSkill = async (): Promise<{ id: string }> =>
  (await as(stage.crew.owner, 'POST', 'skills', { name: 'First aid' })).json();

const pastWork = () => ({ title: 'Tables', tid: 'venue', starts_at: inHours(-3), ends_at: inHours(-1) });

/** Sam is on the waiting list of the first team. */
async function somebodyWaits(): Promise<void> {
  await apply(stage.crew.stranger);
  await decide('wait');
}

/** Changes of tasks, teams and roles. Olga owns the project, Chen leads the first team with Mia, Otto the second, and Sam is in none. */
export const planActions: Record<string, Action> = {
  'a chief puts a member on a task': action({
    prepare: () => taskWithPeople(),
    act: ({ id }) => as(stage.crew.chief, 'PUT', `tasks/${id}/attendees/${stage.crew.owner.uid}`),
    received: { Olga: ['task.added'] },
  }),
  'a chief takes a member off a task': action({
    prepare: () => taskWithPeople(),
    act: ({ id }) => as(stage.crew.chief, 'DELETE', `tasks/${id}/attendees/${stage.crew.member.uid}`),
    received: { Mia: ['task.removed'] },
  }),
  'members join and leave tasks themselves': action({
    prepare: () => taskWithPeople(),
    act: ({ id }) => as(stage.crew.member, 'DELETE', `tasks/${id}/attendance`),
    received: {},
  }),
  'a member leaves a task on the day': action({
    prepare: () => taskWithPeople({ starts_at: inHours(5), ends_at: inHours(6) }),
    act: ({ id }) => as(stage.crew.member, 'DELETE', `tasks/${id}/attendance`),
    received: { Chen: ['task.left'] },
  }),
  'a member offers their place on the day': action({
    prepare: () => taskWithPeople({ starts_at: inHours(5), ends_at: inHours(6) }),
    act: ({ id }) => as(stage.crew.member, 'PUT', `tasks/${id}/attendance/offer`, {}),
    received: { Chen: ['task.offered'] },
  }),
  'a task moves': action({
    prepare: () => taskWithPeople(),
    act: ({ id }) => as(stage.crew.chief, 'PATCH', `tasks/${id}`, { ends_at: inHours(103) }),
    received: { Mia: ['task.changed'], Otto: ['task.changed'] },
  }),
  'a task moves into another task of some of its people': action({
    prepare: async () => {
      const task = await taskWithPeople();
      const other = { title: 'Door', tid: 'venue', capacity: 9, starts_at: inHours(200), ends_at: inHours(202) };
      const { id } = (await as(stage.crew.chief, 'POST', 'tasks', other)).json();
      await as(stage.crew.member, 'PUT', `tasks/${id}/attendance`);
      return task;
    },
    act: ({ id }) =>
      as(stage.crew.chief, 'PATCH', `tasks/${id}`, {
        starts_at: inHours(200.5),
        ends_at: inHours(201),
        release_conflicting: true,
      }),
    received: { Mia: ['task.removed'], Otto: ['task.changed'] },
  }),
  'a task is deleted': action({
    prepare: () => taskWithPeople(),
    act: ({ id }) => as(stage.crew.chief, 'DELETE', `tasks/${id}?force=true`),
    received: { Mia: ['task.cancelled'], Otto: ['task.cancelled'] },
  }),
  'a member asks for a place': action({
    prepare: () => taskToAskFor(),
    act: ({ id }) => as(stage.crew.member, 'PUT', `tasks/${id}/attendance`),
    received: { Chen: ['request.received'] },
  }),
  'a chief declines a request': action({
    prepare: async () => {
      const task = await taskToAskFor();
      await as(stage.crew.member, 'PUT', `tasks/${task.id}/attendance`);
      return task;
    },
    act: ({ id }) => as(stage.crew.chief, 'PUT', `tasks/${id}/requests/${stage.crew.member.uid}`, { approved: false }),
    received: { Mia: ['request.declined'] },
  }),
  'a chief gives a member a skill': action({
    prepare: () => newSkill(),
    act: ({ id }) => as(stage.crew.chief, 'PUT', `people/${stage.crew.member.uid}/skills/${id}`),
    received: { Mia: ['skill.granted'] },
  }),
  'the event begins in a week, and somebody has something left to do': action({
    prepare: async () => {
      const rules = { title: 'Rules', body: 'Helmets.', required_for: 'tasks' };
      const { id } = (await as(stage.crew.owner, 'POST', 'documents', rules)).json();
      for (const who of [stage.crew.owner, stage.crew.chief, stage.crew.otherChief])
        await as(who, 'PUT', `documents/${id}/signature`, { version: 1 });
      const payload = { starts_on: inHours(140).slice(0, 10), ends_on: inHours(170).slice(0, 10) };
      const url = `/api/projects/${stage.crew.pid}`;
      await stage.muster.call({ method: 'PATCH', url, headers: stage.crew.owner.headers, payload });
    },
    act: async () => {
      await runJob('checklists');
      await runJob('checklists');
    },
    received: { Mia: ['checklist.due'] },
  }),
  'a skill ends in a month': action({
    prepare: async () => {
      const skill = { name: 'First aid', valid_months: 3 };
      const { id } = (await as(stage.crew.owner, 'POST', 'skills', skill)).json();
      await as(stage.crew.chief, 'PUT', `people/${stage.crew.member.uid}/skills/${id}`);
    },
    act: async () => {
      stage.muster.clock.advance(70 * 86_400);
      await runJob('skills');
    },
    received: { Mia: ['skill.expiring'] },
  }),
  'a chief takes a skill from a member': action({
    prepare: async () => {
      const skill = await newSkill();
      await as(stage.crew.member, 'PUT', 'my-skills', { skills: [skill.id] });
      return skill;
    },
    act: ({ id }) => as(stage.crew.chief, 'DELETE', `people/${stage.crew.member.uid}/skills/${id}`),
    received: { Mia: ['skill.withdrawn'] },
  }),
  'a task is a day away': action({
    prepare: () => taskWithPeople({ starts_at: inHours(30), ends_at: inHours(31) }),
    act: async () => {
      stage.muster.clock.advance(8 * 3600);
      await runJob('notices');
    },
    received: { Mia: ['task.reminder'], Otto: ['task.reminder'], Chen: ['task.reminder'] },
  }),
  'there are new tasks that are open to everybody': action({
    prepare: async () => {
      const { headers } = stage.crew.stranger;
      const payload = { mail: { 'task.opened': true }, digest: 'daily', quiet_hours: null };
      await stage.muster.call({ method: 'PUT', url: '/api/me/notice-settings', headers, payload });
      await taskWithPeople({ visibility: 'signed_in' });
    },
    act: async () => {
      await runJob('new-tasks');
    },
    received: { Sam: ['task.opened'] },
  }),
  'a chief marks somebody as absent': action({
    prepare: () => taskWithPeople({ starts_at: inHours(1), ends_at: inHours(2) }),
    act: ({ id }) =>
      as(stage.crew.chief, 'PATCH', `tasks/${id}/attendees/${stage.crew.member.uid}`, { state: 'no_show' }),
    received: { Mia: ['hours.changed'] },
  }),
  'a chief enters work of a member': action({
    act: () => as(stage.crew.chief, 'POST', 'work', { ...pastWork(), uid: stage.crew.member.uid }),
    received: { Mia: ['hours.work'] },
  }),
  'a member enters their own work': action({
    act: () => as(stage.crew.member, 'POST', 'work', pastWork()),
    received: { Chen: ['hours.claimed'] },
  }),
  'nobody is checked out of a task': action({
    prepare: () => taskWithPeople({ starts_at: inHours(1), ends_at: inHours(2) }),
    act: async () => {
      stage.muster.clock.advance(5 * 3600);
      await runJob('attendance');
      stage.muster.clock.advance(40 * 3600);
      await runJob('attendance');
    },
    received: { Chen: ['hours.unmarked'] },
  }),
  'a chief adds somebody to the team': action({
    act: () => as(stage.crew.chief, 'PUT', `teams/venue/members/${stage.crew.stranger.uid}`),
    received: { Sam: ['team.added'] },
  }),
  'a chief adds several people, and themselves again': action({
    act: () =>
      as(stage.crew.chief, 'POST', 'teams/venue/members', {
        people: [stage.crew.stranger, stage.crew.otherChief, stage.crew.chief].map(({ uid }) => ({ uid })),
      }),
    received: { Sam: ['team.added'], Otto: ['team.added'] },
  }),
  'a chief removes somebody who was on a task': action({
    prepare: () => taskWithPeople(),
    act: () => as(stage.crew.chief, 'DELETE', `teams/venue/members/${stage.crew.member.uid}`),
    received: { Mia: ['task.removed', 'team.removed'] },
  }),
  'a member leaves the team': action({
    act: () => as(stage.crew.member, 'DELETE', `teams/venue/members/${stage.crew.member.uid}`),
    received: { Chen: ['team.left'] },
  }),
  'a member leaves the team, and somebody waits for a place': action({
    prepare: () => somebodyWaits(),
    act: () => as(stage.crew.member, 'DELETE', `teams/venue/members/${stage.crew.member.uid}`),
    received: { Chen: ['application.room', 'team.left'] },
  }),
  'an owner removes a member, and somebody waits for a place': action({
    prepare: () => somebodyWaits(),
    act: () => as(stage.crew.owner, 'DELETE', `teams/venue/members/${stage.crew.member.uid}`),
    received: { Mia: ['team.removed'], Chen: ['application.room'] },
  }),
  'an owner disables the team': action({
    act: () => as(stage.crew.owner, 'PUT', 'teams/venue/disabled'),
    received: { Chen: ['team.disabled'], Mia: ['team.disabled'] },
  }),
  'an owner enables the team again': action({
    prepare: () => as(stage.crew.owner, 'PUT', 'teams/venue/disabled'),
    act: () => as(stage.crew.owner, 'DELETE', 'teams/venue/disabled'),
    received: { Chen: ['team.enabled'], Mia: ['team.enabled'] },
  }),
  'an API token changes roles': action({
    prepare: async () => bearer(await tokenOf(stage.muster, stage.crew.chief)),
    act: (headers) => as({ ...stage.crew.chief, headers }, 'PUT', `teams/venue/members/${stage.crew.stranger.uid}`),
    received: { Sam: ['team.added'], Olga: ['security.roles_changed'] },
  }),
  'a member becomes chief': action({
    act: () => as(stage.crew.owner, 'PUT', `teams/venue/chiefs/${stage.crew.member.uid}`),
    received: { Mia: ['role.changed'] },
  }),
  'somebody becomes chief of a team that they were not in': action({
    act: () => as(stage.crew.owner, 'PUT', `teams/venue/chiefs/${stage.crew.stranger.uid}`),
    received: { Sam: ['team.added'] },
  }),
  'a chief becomes a member again': action({
    act: () => as(stage.crew.owner, 'DELETE', `teams/venue/chiefs/${stage.crew.chief.uid}`),
    received: { Chen: ['role.changed'] },
  }),
  'somebody becomes owner': action({
    act: () => asAdministrator('PUT', `/api/projects/${stage.crew.pid}/owners/${stage.crew.chief.uid}`),
    received: { Chen: ['role.changed'] },
  }),
  'somebody is no longer owner': action({
    prepare: () => asAdministrator('PUT', `/api/projects/${stage.crew.pid}/owners/${stage.crew.chief.uid}`),
    act: () => asAdministrator('DELETE', `/api/projects/${stage.crew.pid}/owners/${stage.crew.chief.uid}`),
    received: { Chen: ['role.changed'] },
  }),
};
