import { importColumns } from '../../../../shared/import-columns.ts';
import type { App } from '../../../http/app.ts';
import { actorOf } from '../../../auth/gate.ts';
import type { Once } from '../../../auth/idempotency.ts';
import type { Db } from '../../../db/db.ts';
import { sendCsv } from '../../../http/csv.ts';
import { languageOf } from '../../../http/language.ts';
import type { Clock } from '../../../lib/clock.ts';
import { Ref, Type } from '../../../lib/schema.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { ProjectParams } from '../tasks.schema.ts';
import {
  BulkQuery,
  CopyQuery,
  CreatedTasks,
  TaskCopies,
  TaskSelectionChange,
  TaskSelectionChanged,
} from './bulk.schema.ts';
import { changeSelection, previewSelection } from './change-selection.service.ts';
import { copyDay, previewCopies } from './copy-day.service.ts';
import { columnName } from './import-columns.policy.ts';
import { ImportedTasks, PastedTasks, TemplateQuery } from './import.schema.ts';
import { importTasks, previewImport } from './import.service.ts';

type Services = { db: Db; clock: Clock; keys: Keyring; once: Once };

export function bulkRoutes(app: App, services: Services): void {
  importRoutes(app, services);
  copyRoute(app, services);
  changeRoute(app, services);
}

function importRoutes(app: App, { db, clock, keys, once }: Services): void {
  app.post(
    '/api/projects/:pid/tasks/import',
    {
      config: { access: 'project:planner', scope: 'tasks:write', problems: ['not_allowed', 'idempotency_key_reused'] },
      schema: {
        tags: ['Tasks'],
        operationId: 'import_tasks',
        summary: 'Create tasks from a pasted table or CSV',
        description:
          'All or nothing: each invalid cell is an entry in `errors` with its line and column. `dry_run=true` ' +
          'returns the table with its errors and creates nothing.',
        params: ProjectParams,
        querystring: CopyQuery,
        body: PastedTasks,
        response: { 200: Ref(ImportedTasks), 201: Ref(ImportedTasks) },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request, clock);
      const pasted = request.body;
      if (request.query.dry_run === true) {
        return previewImport(db.read, { ...actor, keys, roles: actor.projectRole }, pasted);
      }
      reply.code(201);
      return once(request, reply, (trx, { roles }) => importTasks(trx, { ...actor, keys, roles }, pasted));
    },
  );

  app.get(
    '/api/projects/:pid/tasks/import-template.csv',
    {
      config: { access: 'project:planner', scope: 'tasks:read' },
      schema: {
        tags: ['Tasks'],
        operationId: 'get_import_template',
        summary: 'Download an empty table for importing tasks',
        description: 'The header line is in the given language, otherwise in that of `Accept-Language`.',
        produces: ['text/csv'],
        params: ProjectParams,
        querystring: TemplateQuery,
        response: { 200: Type.String({ description: 'CSV in UTF-8 with a header line.' }) },
      },
    },
    async (request, reply) => {
      const language = request.query.language ?? languageOf(request.headers['accept-language']) ?? null;
      const header = importColumns.map((column) => columnName(column, language));
      return sendCsv(reply, `tasks-${request.params.pid}-template.csv`, header, []);
    },
  );
}

function copyRoute(app: App, { db, clock, keys, once }: Services): void {
  app.post(
    '/api/projects/:pid/tasks/copies',
    {
      config: { access: 'project:planner', scope: 'tasks:write', problems: ['not_allowed', 'idempotency_key_reused'] },
      schema: {
        tags: ['Tasks'],
        operationId: 'copy_tasks',
        summary: 'Copy the tasks of a day to another day',
        description: 'At the same local times, without people. At most 500 tasks.',
        params: ProjectParams,
        querystring: CopyQuery,
        body: TaskCopies,
        response: { 200: Ref(CreatedTasks), 201: Ref(CreatedTasks) },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request, clock);
      if (request.query.dry_run === true) {
        return previewCopies(db.read, { ...actor, keys, roles: actor.projectRole }, request.body);
      }
      reply.code(201);
      return once(request, reply, (trx, { roles }) => copyDay(trx, { ...actor, keys, roles }, request.body));
    },
  );
}

function changeRoute(app: App, { db, clock, keys, once }: Services): void {
  app.post(
    '/api/projects/:pid/tasks/changes',
    {
      config: {
        access: 'project:planner',
        scope: 'tasks:write',
        problems: [
          'places_lost',
          'task_has_attendees',
          'team_disabled',
          'not_allowed',
          'stale',
          'idempotency_key_reused',
        ],
      },
      schema: {
        tags: ['Tasks'],
        operationId: 'change_tasks',
        summary: 'Change, move or delete several tasks',
        description:
          'All or nothing. If a task moves or changes its kind, the sign-up rules are checked again for everyone on it. ' +
          'Nobody loses a place silently: 409 lists these people, unless `release=true`, which notifies them. Fewer ' +
          'places than people is 409.',
        params: ProjectParams,
        querystring: BulkQuery,
        body: TaskSelectionChange,
        response: { 200: Ref(TaskSelectionChanged) },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request, clock);
      const { dry_run: dryRun, release = false } = request.query;
      if (dryRun === true) return previewSelection(db.read, { ...actor, keys, roles: actor.projectRole }, request.body);
      return once(request, reply, (trx, { roles }) =>
        changeSelection(trx, { ...actor, keys, roles }, request.body, release),
      );
    },
  );
}
