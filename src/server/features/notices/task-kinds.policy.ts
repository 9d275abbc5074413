import { taskPage, tasksPage } from './place-kinds.policy.ts';

/** Who is on a task, and what becomes of it; part of the registry of notices. */
export const taskKinds = {
  'task.added': {
    group: 'tasks',
    mail: 'now',
    recipients: 'the person whom somebody else put on the task, or on several tasks at once',
    page: taskPage,
    undoes: ['task.removed', 'task.cancelled'],
  },
  'task.removed': {
    group: 'tasks',
    mail: 'now',
    recipients: 'the person whom somebody else took off the task, also by ending their part in the project',
    page: tasksPage,
    undoes: ['task.added'],
  },
  'task.changed': {
    group: 'tasks',
    mail: 'now',
    recipients: 'everybody on the task, if its title, times, place, description or briefing change',
    page: taskPage,
  },
  'task.cancelled': {
    group: 'tasks',
    mail: 'now',
    recipients: 'everybody who was on the task that was deleted',
    page: tasksPage,
    undoes: ['task.added'],
  },
  'task.reminder': {
    group: 'reminders',
    mail: 'now',
    recipients: 'everybody on the task, 24 hours and 2 hours before it starts',
    page: taskPage,
  },
} as const;
