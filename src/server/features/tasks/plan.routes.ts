import type { App } from '../../http/app.ts';
import { callerOf, projectRoleOf } from '../../auth/gate.ts';
import type { Db } from '../../db/db.ts';
import { failField } from '../../errors.ts';
import { timestamp } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import { decodeCursor, pageOf } from '../../http/paging.ts';
import { Ref } from '../../lib/schema.ts';
import { dayRange, isTimestamp } from '../../lib/time.ts';
import { selectAttendances, selectCategories, selectOwnTasks } from './plan.queries.ts';
import type { AttendancePlace, OwnTaskPlace } from './plan.queries.ts';
import { AttendancePage, DayQuery, OwnTaskPage, PlanQuery, TaskCategoryPage } from './plan.schema.ts';
import { canSeeAttendees } from './tasks.policy.ts';
import { timezoneOf } from './tasks.queries.ts';
import { ProjectParams } from './tasks.schema.ts';

type Services = { db: Db; clock: Clock };

export function planRoutes(app: App, services: Services): void {
  dayRoute(app, services);
  categoryRoute(app, services);
  ownTasksRoute(app, services);
}

const moment = (text: string): string =>
  isTimestamp(text) ? text : failField('/querystring/cursor', 'is not a cursor of this list');

function attendancePlace(cursor: string): AttendancePlace {
  const [starts_at = '', task = '', sort_key = '', uid = ''] = decodeCursor(cursor, 4);
  return { starts_at: moment(starts_at), task, sort_key, uid };
}

function dayRoute(app: App, { db }: Services): void {
  app.get(
    '/api/projects/:pid/attendances',
    {
      config: { access: 'project:people' },
      schema: {
        tags: ['Tasks'],
        operationId: 'list_attendances',
        summary: 'List who comes to the tasks of a day',
        description:
          'For all tasks that begin on the day, in their order and then by name. Owners and chiefs see everybody; ' +
          'others those who have joined the same tasks as they have.',
        params: ProjectParams,
        querystring: DayQuery,
        response: { 200: Ref(AttendancePage) },
      },
    },
    async (request) => {
      const { day, limit = 50, cursor } = request.query;
      const projectRole = projectRoleOf(request);
      const after = cursor === undefined ? undefined : attendancePlace(cursor);
      const range = dayRange(day, await timezoneOf(db.read, projectRole.scope));
      const companionsOf = canSeeAttendees(projectRole, false) ? undefined : callerOf(request).uid;
      const rows = await selectAttendances(db.read, projectRole.scope, { ...range, companionsOf }, after, limit + 1);
      return pageOf(
        rows,
        limit,
        ({ task, uid, name }) => ({ task, uid, name }),
        (row) => [row.starts_at, row.task, row.sort_key, row.uid],
      );
    },
  );
}

function categoryRoute(app: App, { db }: Services): void {
  app.get(
    '/api/projects/:pid/task-categories',
    {
      config: { access: 'project:people' },
      schema: {
        tags: ['Tasks'],
        operationId: 'list_task_categories',
        summary: 'List the categories of the tasks of a project',
        description: 'Each with how many tasks it has.',
        params: ProjectParams,
        querystring: PlanQuery,
        response: { 200: Ref(TaskCategoryPage) },
      },
    },
    async (request) => {
      const { limit = 50, cursor } = request.query;
      const after = cursor === undefined ? '' : (decodeCursor(cursor, 1)[0] ?? '');
      const rows = await selectCategories(db.read, projectRoleOf(request).scope, after, limit + 1);
      return pageOf(
        rows,
        limit,
        (row) => row,
        (row) => [row.category],
      );
    },
  );
}

function ownTaskPlace(cursor: string): OwnTaskPlace {
  const [starts_at = '', id = ''] = decodeCursor(cursor, 2);
  return { starts_at: moment(starts_at), id };
}

function ownTasksRoute(app: App, { db, clock }: Services): void {
  app.get(
    '/api/me/tasks',
    {
      config: { access: 'signed_in' },
      schema: {
        tags: ['Me'],
        operationId: 'list_own_tasks',
        summary: 'List the tasks that the caller has joined',
        description: 'Of all projects, those that have not ended yet, in the order in which they begin.',
        querystring: PlanQuery,
        response: { 200: Ref(OwnTaskPage) },
      },
    },
    async (request) => {
      const { limit = 50, cursor } = request.query;
      const after = cursor === undefined ? undefined : ownTaskPlace(cursor);
      const rows = await selectOwnTasks(db.read, callerOf(request).uid, timestamp(clock.now()), after, limit + 1);
      return pageOf(
        rows,
        limit,
        (row) => row,
        (row) => [row.starts_at, row.id],
      );
    },
  );
}
