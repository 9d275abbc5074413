import { taskPage, tasksPage } from './place-kinds.policy.ts';

/** Who is on a task, and what becomes of it; part of the registry of notices. */
export const taskKinds = {
  'task.added': {
    group: 'tasks',
    mail: 'now',
    recipients: 'the person who was assigned by somebody else, to one task or several',
    page: taskPage,
    undoes: ['task.removed', 'task.cancelled'],
  },
  'task.removed': {
    group: 'tasks',
    mail: 'now',
    recipients: 'the person who was removed from the task by somebody else, also when they leave the project',
    page: tasksPage,
    undoes: ['task.added'],
  },
  'task.left': {
    group: 'tasks',
    mail: 'now',
    recipients:
      "the chiefs of the task's team, if somebody leaves less than 48 hours before the task or while it is on; the owners of the project if it has none",
    page: taskPage,
  },
  'task.offered': {
    group: 'tasks',
    mail: 'now',
    recipients:
      "the chiefs of the task's team, if somebody offers their place less than 48 hours before the task; the owners of the project if it has none",
    page: taskPage,
  },
  'task.changed': {
    group: 'tasks',
    mail: 'now',
    recipients: 'everyone on the task, if its title, times, location, description or briefing change',
    page: taskPage,
  },
  'task.cancelled': {
    group: 'tasks',
    mail: 'now',
    recipients: 'everyone who was on the task that was deleted',
    page: tasksPage,
    undoes: ['task.added'],
  },
  'task.reminder': {
    group: 'reminders',
    mail: 'now',
    recipients: 'everyone on the task, 24 hours and 2 hours before it starts',
    page: taskPage,
  },
} as const;
