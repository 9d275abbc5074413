import { callerOf, projectRoleOf } from '../../../auth/gate.ts';
import type { ProjectRole } from '../../../auth/project-role.ts';
import type { Db } from '../../../db/db.ts';
import { failField } from '../../../errors.ts';
import type { App } from '../../../http/app.ts';
import { pageRequest } from '../../../http/paging.ts';
import { Ref } from '../../../lib/schema.ts';
import { dayRange } from '../../../lib/time.ts';
import { isAvailable } from '../rules/rules.policy.ts';
import type { Period } from '../rules/rules.policy.ts';
import { canPlanFor } from '../tasks.policy.ts';
import { timezoneOf } from '../tasks.queries.ts';
import { ProjectParams } from '../tasks.schema.ts';
import { viewerOf } from '../tasks.service.ts';
import { selectPlan, selectPlannedNames } from './planner.queries.ts';
import type { PlanRow } from './planner.queries.ts';
import { namesShown, PlanTaskPage, PlannerQuery } from './planner.schema.ts';
import type { PlanTask } from './planner.schema.ts';

export function plannerRoutes(app: App, { db }: { db: Db }): void {
  app.get(
    '/api/projects/:pid/plan',
    {
      config: { translates: 'names', access: 'project:planner', deputies: ['viewer'], scope: 'tasks:read' },
      schema: {
        tags: ['Tasks'],
        operationId: 'list_plan',
        summary: 'Read the plan of several days',
        description:
          'Tasks on these days, including those that began earlier, ordered by start time, with the names of ' +
          "their attendees. Chiefs don't see tasks that are limited to other teams.",
        params: ProjectParams,
        querystring: PlannerQuery,
        response: { 200: Ref(PlanTaskPage) },
      },
    },
    async (request) => {
      const { from, to } = request.query;
      const { limit, after, page } = pageRequest(request.query, { starts_at: 'time', id: 'text' });
      if (from !== undefined && to !== undefined && to < from) failField('/querystring/to', 'must not be before from');
      const projectRole = projectRoleOf(request);
      const zone = await timezoneOf(db.read, projectRole.scope);
      const span = {
        from: from === undefined ? undefined : dayRange(from, zone).from,
        to: to === undefined ? undefined : dayRange(to, zone).to,
        viewer: viewerOf(projectRole, callerOf(request).uid),
      };
      const { data, next } = page(await selectPlan(db.read, projectRole.scope, span, after, limit + 1));
      const ids = data.map(({ id }) => id);
      const names = Map.groupBy(
        await selectPlannedNames(db.read, projectRole.scope, ids, namesShown),
        (row) => row.task_id,
      );
      return { data: data.map((row) => present(row, names.get(row.id) ?? [], projectRole)), next };
    },
  );
}

type NameRow = { uid: string; name: string; confirmed_at: string | null; unavailable: string | null };

const named = (id: string | null, name: string | null) => (id === null || name === null ? null : { id, name });

function present(row: PlanRow, names: readonly NameRow[], projectRole: ProjectRole): PlanTask {
  const { kind_id, kind_name, place_id, place_name, ...task } = row;
  const edit = canPlanFor(projectRole, row.tid);
  return {
    ...task,
    kind: named(kind_id, kind_name),
    place: named(place_id, place_name),
    attendees: names.map(({ uid, name, confirmed_at, unavailable }) => ({
      uid,
      name,
      confirmed: confirmed_at !== null,
      // Only the owners and the chiefs of the task's team learn who is available.
      available:
        !edit || unavailable === null || isAvailable({ unavailable: JSON.parse(unavailable) as Period[] }, row),
    })),
    rights: { edit },
  };
}
