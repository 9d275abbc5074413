import { projectRoleOf } from '../../auth/gate.ts';
import type { App } from '../../http/app.ts';
import { Ref } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import { Dashboard, DashboardParams } from './dashboard.schema.ts';
import { describeProject } from './dashboard.service.ts';

export function dashboardRoutes(app: App, { db, clock }: Services): void {
  app.get(
    '/api/projects/:pid/dashboard',
    {
      config: { access: 'project:owner', deputies: ['viewer'] },
      schema: {
        tags: ['Projects'],
        operationId: 'get_dashboard',
        summary: "Read what needs the attention of a project's owners",
        description:
          'Decisions, gaps, missing answers, and what happened in the last 24 hours. Deputies see nothing of what happened: ' +
          'they do not read the audit log.',
        params: DashboardParams,
        response: { 200: Ref(Dashboard) },
      },
    },
    (request) => describeProject(db, projectRoleOf(request), clock.now()),
  );
}
