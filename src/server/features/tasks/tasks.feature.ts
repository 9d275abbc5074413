import type { Feature } from '../../feature.ts';
import { attendanceRoutes } from './attendance/attendance.routes.ts';
import { attendanceSchemas } from './attendance/attendance.schema.ts';
import { taskEventRoutes } from './task-event.routes.ts';
import { planRoutes } from './plan.routes.ts';
import { planSchemas } from './plan.schema.ts';
import { plannerRoutes } from './planner/planner.routes.ts';
import { plannerSchemas } from './planner/planner.schema.ts';
import { releaseSchemas } from './releases/releases.schema.ts';
import { taskRoutes } from './tasks.routes.ts';
import { taskSchemas } from './tasks.schema.ts';

export const tasks = {
  schemas: [...taskSchemas, ...attendanceSchemas, ...planSchemas, ...plannerSchemas, ...releaseSchemas],
  routes: { api: [taskRoutes, taskEventRoutes, attendanceRoutes, planRoutes, plannerRoutes] },
} satisfies Feature;
