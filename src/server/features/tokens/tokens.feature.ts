import type { Feature } from '../../feature.ts';
import { hours } from '../../lib/clock.ts';
import { notifyOfEndings } from './ending.service.ts';
import { deleteExpiredExchangeCredentials } from './tokens.queries.ts';
import { tokenRoutes } from './tokens.routes.ts';
import { tokenSchemas } from './tokens.schema.ts';

export const tokens = {
  schemas: tokenSchemas,
  routes: { form: [tokenRoutes] },
  expiry: [deleteExpiredExchangeCredentials],
  jobs: (base) => [
    {
      name: 'token-endings',
      schedule: { every: hours(1) },
      run: async () => {
        await notifyOfEndings(base);
        return undefined;
      },
    },
  ],
} satisfies Feature;
