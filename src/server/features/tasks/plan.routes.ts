import type { App } from '../../http/app.ts';
import { callerOf, projectRoleOf } from '../../auth/gate.ts';
import type { Db } from '../../db/db.ts';
import { timestamp } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import { pageRequest } from '../../http/paging.ts';
import { Ref } from '../../lib/schema.ts';
import { dayRange } from '../../lib/time.ts';
import { selectAttendances, selectCategories, selectCompanions, selectOwnTasks } from './plan.queries.ts';
import { AttendancePage, DayQuery, OwnTaskPage, PlanQuery, TaskCategoryPage } from './plan.schema.ts';
import { shownMarks } from './attendance/states.policy.ts';
import { canSeeAttendees } from './tasks.policy.ts';
import { timezoneOf } from './tasks.queries.ts';
import { ProjectParams } from './tasks.schema.ts';
import { viewerOf } from './tasks.service.ts';

type Services = { db: Db; clock: Clock };

export function planRoutes(app: App, services: Services): void {
  dayRoute(app, services);
  categoryRoute(app, services);
  ownTasksRoute(app, services);
}

function dayRoute(app: App, { db }: Services): void {
  app.get(
    '/api/projects/:pid/attendances',
    {
      config: { access: 'project:people', deputies: ['viewer'], scope: 'tasks:read' },
      schema: {
        tags: ['Tasks'],
        operationId: 'list_attendances',
        summary: "List the attendees of a day's tasks",
        description:
          'Covers all tasks that begin on the day, sorted by task and then by name. Owners and chiefs see ' +
          'everyone; others see the people on their own tasks.',
        params: ProjectParams,
        querystring: DayQuery,
        response: { 200: Ref(AttendancePage) },
      },
    },
    async (request) => {
      const order = { starts_at: 'time', task: 'text', sort_key: 'text', uid: 'text' } as const;
      const { limit, after, page } = pageRequest(request.query, order);
      const projectRole = projectRoleOf(request);
      const range = dayRange(request.query.day, await timezoneOf(db.read, projectRole.scope));
      const { uid } = callerOf(request);
      const companionsOf = canSeeAttendees(projectRole, false) ? undefined : uid;
      const selection = { ...range, companionsOf, viewer: viewerOf(projectRole, uid) };
      const rows = await selectAttendances(db.read, projectRole.scope, selection, after, limit + 1);
      return page(rows, ({ task, uid: attendee, name, ...row }) => ({
        task,
        uid: attendee,
        name,
        ...(companionsOf === undefined ? shownMarks(row) : {}),
      }));
    },
  );
}

function categoryRoute(app: App, { db }: Services): void {
  app.get(
    '/api/projects/:pid/task-categories',
    {
      config: { access: 'project:people', deputies: ['viewer'], scope: 'tasks:read' },
      schema: {
        tags: ['Tasks'],
        operationId: 'list_task_categories',
        summary: 'List the task categories of a project',
        description: 'Includes the number of tasks in each.',
        params: ProjectParams,
        querystring: PlanQuery,
        response: { 200: Ref(TaskCategoryPage) },
      },
    },
    async (request) => {
      const { limit, after, page } = pageRequest(request.query, { category: 'text' });
      const projectRole = projectRoleOf(request);
      const viewer = viewerOf(projectRole, callerOf(request).uid);
      return page(await selectCategories(db.read, projectRole.scope, viewer, after?.category ?? '', limit + 1));
    },
  );
}

function ownTasksRoute(app: App, { db, clock }: Services): void {
  app.get(
    '/api/me/tasks',
    {
      config: { translates: 'names', access: 'signed_in' },
      schema: {
        tags: ['Me'],
        operationId: 'list_own_tasks',
        summary: 'List the tasks that the caller has joined',
        description: 'Tasks of all projects that have not ended yet, ordered by start time.',
        querystring: PlanQuery,
        response: { 200: Ref(OwnTaskPage) },
      },
    },
    async (request) => {
      const { limit, after, page } = pageRequest(request.query, { starts_at: 'time', id: 'text' });
      const { uid } = callerOf(request);
      const { data, next } = page(await selectOwnTasks(db.read, uid, timestamp(clock.now()), after, limit + 1));
      const ids = data.map(({ id }) => id);
      const others = Map.groupBy(await selectCompanions(db.read, uid, ids), (row) => row.task_id);
      return {
        data: data.map(({ offering, ...task }) => ({
          ...task,
          companions: (others.get(task.id) ?? []).map(({ name }) => name),
          companion_count: others.get(task.id)?.[0]?.count ?? 0,
          offering: offering !== null,
        })),
        next,
      };
    },
  );
}
