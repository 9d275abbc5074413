import type { Feature } from '../../feature.ts';
import { deleteExpiredExchangeCredentials } from './tokens.queries.ts';
import { tokenRoutes } from './tokens.routes.ts';
import { tokenSchemas } from './tokens.schema.ts';

export const tokens = {
  schemas: tokenSchemas,
  routes: { form: [tokenRoutes] },
  expiry: [deleteExpiredExchangeCredentials],
} satisfies Feature;
