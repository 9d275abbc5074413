import type { Feature, JobBase } from '../../feature.ts';
import { minutes } from '../../lib/clock.ts';
import { groupSyncRoutes } from './group-sync.routes.ts';
import { groupSyncSchemas } from './group-sync.schema.ts';
import { deleteOldLog, queueRuns, syncHandlers } from './syncing/syncing.service.ts';

const jobs = (services: JobBase) => [
  {
    name: 'groups',
    schedule: { every: minutes(1) },
    run: async (signal: AbortSignal) => {
      const runs = await queueRuns(services, signal);
      return runs === 0 ? undefined : { runs };
    },
  },
];

/** Mailing lists and channels on other servers follow teams, chiefs and staff. */
export const groupSync = {
  schemas: groupSyncSchemas,
  routes: { api: [groupSyncRoutes] },
  jobs,
  outbox: syncHandlers,
  expiry: [deleteOldLog],
} satisfies Feature;
