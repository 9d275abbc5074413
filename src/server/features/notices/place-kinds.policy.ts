export type Subject = { pid: string | null; subject: string };

/** How the subject of a notice about several tasks begins. */
export const severalPrefix = 'several-';
export const isAboutSeveral = (subject: string): boolean => subject.startsWith(severalPrefix);

const ownTasksPage = ({ pid }: Subject): string => `/projects/${pid}/tasks?mine=true`;
export const taskPage = ({ pid, subject }: Subject): string =>
  isAboutSeveral(subject) ? ownTasksPage({ pid, subject }) : `/projects/${pid}/tasks/${subject}`;
export const tasksPage = ({ pid }: Subject): string => `/projects/${pid}/tasks`;

/** How places on tasks are passed on; part of the registry of notices. */
export const placeKinds = {
  'place.offered': {
    group: 'tasks',
    mail: 'now',
    recipients:
      'the first person on the waiting list, if a place is free less than 12 hours before the task; the person who is offered a place, or everybody on the task who can swap',
    page: taskPage,
  },
  'place.declined': {
    group: 'tasks',
    mail: 'now',
    recipients: 'the person whose offer of a place was declined',
    page: taskPage,
  },
  'place.waiting': {
    group: 'tasks',
    mail: 'now',
    recipients:
      'the person who is no longer on the waiting list: they did not take the place in time, or somebody removed them; people who waited or asked for a place on a deleted task that was restored',
    page: tasksPage,
    undoes: ['task.cancelled'],
  },
  'help.asked': {
    group: 'tasks',
    mail: 'now',
    recipients: 'people who are asked to help with the task',
    page: taskPage,
  },
  'help.accepted': {
    group: 'tasks',
    mail: 'now',
    recipients: 'the person who asked for help with the task, once for everybody who says yes and gets a place',
    page: taskPage,
  },
  'attendance.question': {
    group: 'reminders',
    mail: 'now',
    recipients:
      'everyone with a task, some days before their first one, until they have confirmed that they are coming',
    page: ownTasksPage,
  },
} as const;
