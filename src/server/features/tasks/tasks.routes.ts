import type { App } from '../../http/app.ts';
import { actorOf } from '../../auth/gate.ts';
import type { Once } from '../../auth/idempotency.ts';
import type { Db } from '../../db/db.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Keyring } from '../../lib/seal.ts';
import { sendCsv } from '../../http/csv.ts';
import { pageRequest, totalOnFirst } from '../../http/paging.ts';
import { expectedRevision, withRevision } from '../../http/revision.ts';
import { Empty, Ref, Type } from '../../lib/schema.ts';
import { clockIn } from '../../lib/time.ts';
import { personalRules } from './attendance/placement.policy.ts';
import { taskFieldNames } from './task-fields.schema.ts';
import { countTasks, selectTasks, timezoneOf } from './tasks.queries.ts';
import {
  DeleteTaskQuery,
  NewTask,
  ProjectParams,
  Task,
  TaskChanges,
  TaskDays,
  TaskFilters,
  TaskPage,
  TaskParams,
  TaskQuery,
} from './tasks.schema.ts';
import { changeTask, createTask, removeTask } from './planning.service.ts';
import { presentTasks, readTask, selectionOf, taskDays, walkTasks } from './tasks.service.ts';

type Services = { db: Db; clock: Clock; once: Once; keys: Keyring };

const csvColumns = [
  'id',
  'pid',
  'title',
  'description',
  'category',
  'tid',
  'starts_at',
  'ends_at',
  'capacity',
  'attendee_count',
  'open_places',
  'created_at',
  'joined',
] as const satisfies (keyof Task)[];

/** Added later, so they come last: programs may count columns. Further fields come after them by themselves. */
const laterColumns = [
  'place',
  'kind',
  'series',
  'min_people',
  'visibility',
  'joining',
  'opens_at',
  'briefing',
  'requested',
  'waiting_count',
  'offering',
] as const satisfies (keyof Task)[];

const oldColumns = new Set<string>([...csvColumns, ...laterColumns]);
const newColumns = [
  ...taskFieldNames.filter((name) => !oldColumns.has(name)),
  'replaced',
] as const satisfies (keyof Task)[];

const csvHeader = [
  ...csvColumns,
  'conflicts',
  'starts_at.local',
  'ends_at.local',
  ...laterColumns,
  'waiting',
  'asked',
  ...newColumns,
];

const cellsOf = (task: Task, local: (moment: string) => string) => [
  ...csvColumns.map((column) => task[column]),
  task.conflicts.map(({ id }) => id).join(' '),
  local(task.starts_at),
  local(task.ends_at),
  ...laterColumns.map((column) => task[column]),
  task.waiting?.position ?? null,
  task.asked?.at ?? null,
  ...newColumns.map((name) => task[name]),
];

/** The identifier of the step, for which the bodies of these responses have no field. */
const stepHeader = 'planning-step';
const undoable =
  'The header `Planning-Step` has the identifier with which this can be undone within 7 days ' +
  '(`POST …/planning-steps/{id}/undo`).';

export function taskRoutes(app: App, services: Services): void {
  listRoutes(app, services);
  editRoutes(app, services);
}

function listRoutes(app: App, { db, clock, keys }: Services): void {
  app.get(
    '/api/projects/:pid/tasks',
    {
      config: { translates: 'names', access: 'project:signed_in', scope: 'tasks:read' },
      schema: {
        tags: ['Tasks'],
        operationId: 'list_tasks',
        summary: 'List the tasks of a project',
        description:
          "Ordered by start time. `conflicts` lists the caller's overlapping tasks, `rights` what the caller " +
          'can do with the task now. People outside the project see the tasks that are open to everyone.',
        params: ProjectParams,
        querystring: TaskQuery,
        response: { 200: Ref(TaskPage) },
      },
    },
    async (request) => {
      const { limit, after, page } = pageRequest(request.query, { starts_at: 'time', id: 'text' });
      const actor = actorOf(request, clock);
      const selection = await selectionOf(db.read, actor, request.query);
      const rows = await selectTasks(db.read, actor.projectRole.scope, selection, after, limit + 1).execute();
      const { data, next } = page(rows);
      const total = await totalOnFirst(after, () => countTasks(db.read, actor.projectRole.scope, selection));
      return { data: await presentTasks(db.read, keys, actor, data), next, ...total };
    },
  );

  app.get(
    '/api/projects/:pid/task-days',
    {
      config: { access: 'project:signed_in', scope: 'tasks:read' },
      schema: {
        tags: ['Tasks'],
        operationId: 'list_task_days',
        summary: 'List the days with tasks',
        description: 'With the number of tasks that begin on each day, of those that match the filters.',
        params: ProjectParams,
        querystring: TaskFilters,
        response: { 200: Ref(TaskDays) },
      },
    },
    async (request) => ({ data: await taskDays(db.read, actorOf(request, clock), request.query) }),
  );

  app.get(
    '/api/projects/:pid/tasks.csv',
    {
      config: { access: 'project:people', deputies: ['viewer'], scope: 'tasks:read' },
      schema: {
        tags: ['Tasks'],
        operationId: 'export_tasks',
        summary: 'Export the tasks of a project as CSV',
        description:
          'All tasks that match the filters, with the columns of the list; `conflicts` are separated by ' +
          "spaces. `starts_at.local` and `ends_at.local` are in the project's time zone, the other times in " +
          'UTC.',
        produces: ['text/csv'],
        params: ProjectParams,
        querystring: TaskFilters,
        response: { 200: Type.String({ description: 'CSV in UTF-8 with a header line.' }) },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request, clock);
      const selection = await selectionOf(db.read, actor, request.query);
      const local = clockIn(await timezoneOf(db.read, actor.projectRole.scope));
      async function* rows() {
        for await (const task of walkTasks(db.read, keys, actor, selection)) yield cellsOf(task, local);
      }
      return sendCsv(reply, `tasks-${request.params.pid}.csv`, csvHeader, rows());
    },
  );
}

function editRoutes(app: App, { db, clock, once, keys }: Services): void {
  app.post(
    '/api/projects/:pid/tasks',
    {
      config: {
        access: 'project:planner',
        scope: 'tasks:write',
        problems: ['not_allowed', 'team_disabled', 'idempotency_key_reused'],
      },
      schema: {
        tags: ['Tasks'],
        operationId: 'create_task',
        summary: 'Create a task',
        description:
          'Owners can create tasks for any team or the whole project (`tid` null), chiefs for their own team.',
        params: ProjectParams,
        body: NewTask,
        response: { 201: Ref(Task) },
      },
    },
    async (request, reply) => {
      reply.code(201);
      return once(request, reply, (trx, { roles }) =>
        createTask({ trx, keys }, actorOf(request, clock), roles, request.body),
      );
    },
  );

  app.get(
    '/api/projects/:pid/tasks/:id',
    {
      config: { translates: 'names', access: 'project:signed_in', scope: 'tasks:read' },
      schema: {
        tags: ['Tasks'],
        operationId: 'get_task',
        summary: 'Read a task',
        description: 'For people who can see it by its `visibility`, and for attendees who have left the project.',
        params: TaskParams,
        response: { 200: Ref(Task) },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request, clock);
      const { row, task } = await readTask(db.read, keys, actor, request.params.id);
      return withRevision(reply, row.revision, task);
    },
  );

  app.patch(
    '/api/projects/:pid/tasks/:id',
    {
      config: {
        access: 'project:planner',
        scope: 'tasks:write',
        problems: ['task_has_attendees', ...personalRules, 'team_disabled', 'not_allowed', 'stale'],
      },
      schema: {
        tags: ['Tasks'],
        operationId: 'change_task',
        summary: 'Change a task',
        description:
          'Changes only the fields it names. No change drops anybody silently: fewer places than people is 409, ' +
          'and so are a time or a kind with which somebody who has joined could not stay by the rules, for example ' +
          'because of another task at that time, unless `release_conflicting` is true. `people` names them. ' +
          undoable,
        params: TaskParams,
        body: TaskChanges,
        response: { 200: Ref(Task) },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request, clock);
      const change = { ...actor, id: request.params.id, expected: expectedRevision(request) };
      const { row, step } = await changeTask({ db, keys }, change, request.body);
      if (step !== null) reply.header(stepHeader, step);
      const [task] = await presentTasks(db.read, keys, actor, [row]);
      return withRevision(reply, row.revision, task);
    },
  );

  app.delete(
    '/api/projects/:pid/tasks/:id',
    {
      config: { access: 'project:planner', scope: 'tasks:write', problems: ['task_has_attendees', 'stale'] },
      schema: {
        tags: ['Tasks'],
        operationId: 'delete_task',
        summary: 'Delete a task',
        description: `A task that people have joined is deleted only with \`force=true\`. ${undoable}`,
        params: TaskParams,
        querystring: DeleteTaskQuery,
        response: { 204: Empty('Task deleted.') },
      },
    },
    async (request, reply) => {
      const change = { ...actorOf(request, clock), id: request.params.id, expected: expectedRevision(request) };
      const step = await removeTask({ db, keys }, change, request.query.force === true);
      if (step !== null) reply.header(stepHeader, step);
      return reply.code(204).send();
    },
  );
}
