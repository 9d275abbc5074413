import type { Feature } from '../../feature.ts';
import { deleteExpiredEmailChanges } from './email-change.queries.ts';
import { emailChangeRoutes } from './email-change.routes.ts';
import { emailChangeSchemas } from './email-change.schema.ts';

export const emailChange = {
  schemas: emailChangeSchemas,
  routes: { api: [emailChangeRoutes] },
  expiry: [deleteExpiredEmailChanges],
} satisfies Feature;
