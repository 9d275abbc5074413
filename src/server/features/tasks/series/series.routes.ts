import type { App } from '../../../http/app.ts';
import { actorOf, projectRoleOf } from '../../../auth/gate.ts';
import type { Once } from '../../../auth/idempotency.ts';
import type { Db } from '../../../db/db.ts';
import { pageRequest } from '../../../http/paging.ts';
import { expectedRevision, withRevision } from '../../../http/revision.ts';
import type { Clock } from '../../../lib/clock.ts';
import { Ref } from '../../../lib/schema.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { ProjectParams } from '../tasks.schema.ts';
import { previewCopy } from './copy-tasks.service.ts';
import { selectSeries } from './series.queries.ts';
import {
  ChangedSeries,
  ChangeSeriesQuery,
  CreatedSeries,
  NewDays,
  NewSeriesQuery,
  NewTaskSeries,
  PlanCopy,
  RemovedSeries,
  SeriesParams,
  SeriesQuery,
  TaskSeries,
  TaskSeriesChanges,
  TaskSeriesPage,
} from './series.schema.ts';
import {
  canSeeSeries,
  changeSeries,
  createSeries,
  presentSeries,
  previewChange,
  previewNewSeries,
  readSeries,
  removeSeries,
} from './series.service.ts';

type Services = { db: Db; clock: Clock; keys: Keyring; once: Once };

export function seriesRoutes(app: App, services: Services): void {
  createRoute(app, services);
  readRoutes(app, services);
  changeRoutes(app, services);
  copyRoute(app, services);
}

function createRoute(app: App, { db, clock, keys, once }: Services): void {
  app.post(
    '/api/projects/:pid/task-series',
    {
      config: {
        access: 'project:planner',
        scope: 'tasks:write',
        problems: ['not_allowed', 'team_disabled', 'idempotency_key_reused'],
      },
      schema: {
        tags: ['Tasks'],
        operationId: 'create_task_series',
        summary: 'Create a series of tasks',
        description:
          "Up to 500 tasks at once, at the same local times every day in the project's time zone, also past " +
          'midnight and when clocks change. `dry_run=true` returns the tasks and creates nothing.',
        params: ProjectParams,
        querystring: NewSeriesQuery,
        body: NewTaskSeries,
        response: { 200: Ref(CreatedSeries), 201: Ref(CreatedSeries) },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request, clock);
      if (request.query.dry_run === true) {
        return previewNewSeries(db.read, { ...actor, keys, roles: actor.projectRole }, request.body);
      }
      reply.code(201);
      return once(request, reply, (trx, { roles }) => createSeries(trx, { ...actor, keys, roles }, request.body));
    },
  );
}

function readRoutes(app: App, { db, clock }: Services): void {
  app.get(
    '/api/projects/:pid/task-series',
    {
      config: { access: 'project:planner', scope: 'tasks:read' },
      schema: {
        tags: ['Tasks'],
        operationId: 'list_task_series',
        summary: 'List the series of a project',
        description: "Oldest first. Chiefs don't see series that are limited to other teams.",
        params: ProjectParams,
        querystring: SeriesQuery,
        response: { 200: Ref(TaskSeriesPage) },
      },
    },
    async (request) => {
      const projectRole = projectRoleOf(request);
      const { limit, after, page } = pageRequest(request.query, { id: 'text' });
      const rows = await selectSeries(db.read, projectRole.scope, after?.id, limit + 1);
      const { data, next } = page(rows);
      const shown = data.filter((row) => canSeeSeries(projectRole, row));
      return { data: shown.map((row) => presentSeries(projectRole, row)), next };
    },
  );

  app.get(
    '/api/projects/:pid/task-series/:id',
    {
      config: { access: 'project:planner', scope: 'tasks:read' },
      schema: {
        tags: ['Tasks'],
        operationId: 'get_task_series',
        summary: 'Read a series',
        params: SeriesParams,
        response: { 200: Ref(TaskSeries) },
      },
    },
    async (request, reply) => {
      const { row, series } = await readSeries(db.read, actorOf(request, clock), request.params.id);
      return withRevision(reply, row.revision, series);
    },
  );
}

function changeRoutes(app: App, { db, clock, keys }: Services): void {
  app.patch(
    '/api/projects/:pid/task-series/:id',
    {
      config: {
        access: 'project:planner',
        scope: 'tasks:write',
        problems: ['places_lost', 'task_has_attendees', 'team_disabled', 'not_allowed', 'stale'],
      },
      schema: {
        tags: ['Tasks'],
        operationId: 'change_task_series',
        summary: 'Change a series',
        description:
          'Changes only the fields in the request. Tasks whose time stays the same keep their people. Other ' +
          'tasks on the same day move, and the sign-up rules are checked again for everyone on them. Nobody ' +
          'loses a place silently: 409 lists these people, unless `release=true`, which notifies them. Tasks ' +
          'that were moved or deleted by hand stay that way, and tasks that have begun stay unchanged. ' +
          '`dry_run=true` shows what would happen.',
        params: SeriesParams,
        querystring: ChangeSeriesQuery,
        body: TaskSeriesChanges,
        response: { 200: Ref(ChangedSeries) },
      },
    },
    async (request) => {
      const { dry_run: dryRun, release = false } = request.query;
      const expected = expectedRevision(request);
      const change = { ...actorOf(request, clock), keys, id: request.params.id, expected, release };
      return dryRun === true ? previewChange(db.read, change, request.body) : changeSeries(db, change, request.body);
    },
  );

  app.delete(
    '/api/projects/:pid/task-series/:id',
    {
      config: { access: 'project:planner', scope: 'tasks:write', problems: ['not_allowed', 'stale'] },
      schema: {
        tags: ['Tasks'],
        operationId: 'delete_task_series',
        summary: 'Delete a series',
        description:
          'Deletes tasks that nobody has joined or asked to join. The others stay, without a series, and are ' +
          'listed in `stay`.',
        params: SeriesParams,
        response: { 200: Ref(RemovedSeries) },
      },
    },
    async (request) => {
      const expected = expectedRevision(request);
      const change = { ...actorOf(request, clock), keys, id: request.params.id, expected, release: false };
      return removeSeries(db, change);
    },
  );
}

function copyRoute(app: App, { db, clock }: Services): void {
  app.get(
    '/api/projects/:pid/plan-copy',
    {
      config: { access: 'project:appointer' },
      schema: {
        tags: ['Tasks'],
        operationId: 'preview_plan_copy',
        summary: 'Preview how much of the plan a new project would copy',
        description:
          'Shows how much `POST /api/projects` with `copy_from` copies to a project on these days. For owners, ' +
          'and for administrators, who create projects.',
        params: ProjectParams,
        querystring: NewDays,
        response: { 200: Ref(PlanCopy) },
      },
    },
    async (request) => previewCopy(db.read, projectRoleOf(request).scope.pid, clock.now(), request.query),
  );
}
