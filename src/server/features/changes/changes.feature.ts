import type { Feature } from '../../feature.ts';
import { hours } from '../../lib/clock.ts';
import { changeRoutes } from './changes.routes.ts';
import { changeSchemas } from './changes.schema.ts';
import { deleteOldChanges } from './changes.service.ts';

export const changes = {
  schemas: changeSchemas,
  routes: { api: [changeRoutes] },
  jobs: (base) => [
    {
      name: 'changes',
      schedule: { every: hours(6) },
      run: async (signal) => {
        const deleted = await deleteOldChanges(base, signal);
        return deleted === 0 ? undefined : { deleted };
      },
    },
  ],
} satisfies Feature;
