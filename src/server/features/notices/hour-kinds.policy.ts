import type { Subject } from './place-kinds.policy.ts';

const workPage = ({ pid }: Subject): string => `/projects/${pid}/work`;
const hoursPage = ({ pid }: Subject): string => `/projects/${pid}/my-hours`;

/** Who was there, and for how long; part of the registry of notices. */
export const hourKinds = {
  'hours.changed': {
    group: 'hours',
    mail: 'now',
    recipients:
      'the person whose hours were changed after the task, or who was marked as a no-show; also if that is undone after they were notified',
    page: hoursPage,
  },
  'hours.work': {
    group: 'hours',
    mail: 'now',
    recipients: 'the person whose work without a task was entered, approved, declined or deleted by somebody else',
    page: workPage,
  },
  'hours.claimed': {
    group: 'hours',
    mail: 'now',
    recipients: 'the chiefs of the team that somebody entered work for; the owners of the project if it has none',
    page: workPage,
  },
  'hours.unmarked': {
    group: 'hours',
    mail: 'digest',
    recipients: 'chiefs, the day after: the tasks of their team with people who were not checked in or out',
    page: ({ pid }: Subject) => `/projects/${pid}/manage/tasks`,
  },
  'certificate.ready': {
    group: 'hours',
    mail: 'now',
    recipients: 'the person who gets the certificate',
    page: hoursPage,
  },
  'certificate.revoked': {
    group: 'hours',
    mail: 'now',
    recipients: 'the person whose certificate an owner revoked',
    page: hoursPage,
  },
} as const;
