import type { Feature } from '../../feature.ts';
import { attendanceRoutes } from './attendance/attendance.routes.ts';
import { attendanceSchemas } from './attendance/attendance.schema.ts';
import { bulkRoutes } from './bulk/bulk.routes.ts';
import { bulkSchemas } from './bulk/bulk.schema.ts';
import { catalogueRoutes } from './catalogue/catalogue.routes.ts';
import { catalogueSchemas } from './catalogue/catalogue.schema.ts';
import { skillJobs } from './catalogue/expiring-skills.service.ts';
import { copyCatalogue, skilledPeople } from './catalogue/catalogue.service.ts';
import { copyTasks } from './series/copy-tasks.service.ts';
import { deleteEndedRequests } from './requests/requests.queries.ts';
import { deleteExpiredSteps } from './steps/undo.service.ts';
import { importSchemas } from './bulk/import.schema.ts';
import { kindRoutes } from './catalogue/kinds.routes.ts';
import { personSkillRoutes } from './catalogue/person-skills.routes.ts';
import { personSkillSchemas } from './catalogue/person-skills.schema.ts';
import { coverageRoutes } from './coverage/coverage.routes.ts';
import { coverageSchemas } from './coverage/coverage.schema.ts';
import { awaitedTaskRoutes } from './open/awaited.routes.ts';
import { awaitedTaskSchemas } from './open/awaited.schema.ts';
import { newTaskJobs } from './open/new-tasks.service.ts';
import { openTaskRoutes } from './open/open.routes.ts';
import { openTaskSchemas } from './open/open.schema.ts';
import { requestRoutes } from './requests/requests.routes.ts';
import { requestSchemas } from './requests/requests.schema.ts';
import { seriesRoutes } from './series/series.routes.ts';
import { seriesSchemas } from './series/series.schema.ts';
import { stepRoutes } from './steps/steps.routes.ts';
import { stepSchemas } from './steps/steps.schema.ts';
import { taskEventRoutes } from './task-event.routes.ts';
import { planRoutes } from './plan.routes.ts';
import { planSchemas } from './plan.schema.ts';
import { candidateRoutes } from './planner/candidates.routes.ts';
import { candidateSchemas } from './planner/candidates.schema.ts';
import { plannerRoutes } from './planner/planner.routes.ts';
import { plannerSchemas } from './planner/planner.schema.ts';
import { releaseSchemas } from './releases/releases.schema.ts';
import { taskRoutes } from './tasks.routes.ts';
import { taskSchemas } from './tasks.schema.ts';

export const tasks = {
  schemas: [
    ...taskSchemas,
    ...attendanceSchemas,
    ...planSchemas,
    ...plannerSchemas,
    ...candidateSchemas,
    ...releaseSchemas,
    ...catalogueSchemas,
    ...coverageSchemas,
    ...openTaskSchemas,
    ...awaitedTaskSchemas,
    ...personSkillSchemas,
    ...stepSchemas,
    ...seriesSchemas,
    ...bulkSchemas,
    ...importSchemas,
    ...requestSchemas,
  ],
  routes: {
    api: [
      taskRoutes,
      taskEventRoutes,
      attendanceRoutes,
      planRoutes,
      coverageRoutes,
      openTaskRoutes,
      awaitedTaskRoutes,
      plannerRoutes,
      candidateRoutes,
      catalogueRoutes,
      kindRoutes,
      personSkillRoutes,
      seriesRoutes,
      bulkRoutes,
      stepRoutes,
      requestRoutes,
    ],
  },
  jobs: (services) => [...skillJobs(services), ...newTaskJobs(services)],
  expiry: [deleteEndedRequests, deleteExpiredSteps],
  // Series refer to kinds and places, which are copied first.
  copies: {
    people: skilledPeople,
    copy: async (trx, copy, active) => [...(await copyCatalogue(trx, copy, active)), ...(await copyTasks(trx, copy))],
  },
} satisfies Feature;
