import type { Feature } from '../../feature.ts';
import type { Services } from '../../services.ts';
import { checklistRoutes } from './checklist.routes.ts';
import { checklistJobs } from './reminders.service.ts';
import { checklistSchemas } from './checklist.schema.ts';

/** What people still have to do, for themselves and for those who organise. */
export const checklist = {
  schemas: checklistSchemas,
  routes: { api: [checklistRoutes] },
  jobs: checklistJobs,
} satisfies Feature<Services>;
