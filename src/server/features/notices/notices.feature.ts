import type { Feature, JobBase, OutboxBase } from '../../feature.ts';
import { deliverySchemas } from './delivery/delivery.schema.ts';
import { noticeRoutes } from './notices.routes.ts';
import { noticeSchemas } from './notices.schema.ts';
import { deleteOldNotices } from './notices.service.ts';
import { remindOfTasks } from './sending/reminders.service.ts';
import { noticePushHandlers, pushDueNotices } from './sending/pushing.service.ts';
import { noticeHandlers, sendDueNotices } from './sending/sending.service.ts';
import { settingsRoutes } from './settings/settings.routes.ts';
import { settingsSchemas } from './settings/settings.schema.ts';
import { unsubscribeRoutes } from './settings/unsubscribe.routes.ts';

const sendEverySeconds = 30;

const jobs = (services: JobBase) => [
  {
    name: 'notices',
    schedule: { every: sendEverySeconds },
    run: async (signal: AbortSignal) => {
      const reminders = await remindOfTasks(services, signal);
      const mails = await sendDueNotices(services, signal);
      const pushed = await pushDueNotices(services, signal);
      return reminders + mails + pushed === 0 ? undefined : { reminders, mails, pushed };
    },
  },
];

export const notices = {
  schemas: [...noticeSchemas, ...deliverySchemas, ...settingsSchemas],
  routes: { api: [noticeRoutes, settingsRoutes], form: [unsubscribeRoutes] },
  jobs,
  outbox: (base: OutboxBase) => ({ ...noticeHandlers(base), ...noticePushHandlers(base) }),
  expiry: [deleteOldNotices],
} satisfies Feature;
