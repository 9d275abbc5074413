import type { FastifyRequest } from 'fastify';
import { callerOf, projectRoleOf } from '../../../auth/gate.ts';
import { limits } from '../../../auth/rate-limits.ts';
import type { ProjectScope } from '../../../auth/project-role.ts';
import { fail } from '../../../errors.ts';
import type { App } from '../../../http/app.ts';
import { sendCsv } from '../../../http/csv.ts';
import { sendPdf } from '../../../http/pdf.ts';
import { timestamp } from '../../../lib/clock.ts';
import { Ref, Type } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import { maySeeHours } from './statement.policy.ts';
import {
  HoursFileQuery,
  HoursPage,
  HoursParams,
  HoursQuery,
  HoursStatement,
  HoursSummary,
  StatementParams,
} from './statement.schema.ts';
import {
  hoursColumns,
  hoursLines,
  hoursPage,
  hoursSummary,
  statementOf,
  statementPdf,
  statementTable,
} from './statement.service.ts';

/** 404, as for a person who does not exist: whether somebody took part is not for others. */
function scopeOf(request: FastifyRequest, uid: string): ProjectScope {
  const role = projectRoleOf(request);
  if (!maySeeHours(role, callerOf(request).uid, uid)) fail('not_found', { detail: 'There is no such person' });
  return role.scope;
}

export function statementRoutes(app: App, { db, clock, printer, limiter }: Services): void {
  app.get(
    '/api/projects/:pid/hours',
    {
      config: { access: 'project:owner', deputies: ['viewer'], scope: 'people:read' },
      schema: {
        tags: ['Hours'],
        operationId: 'list_hours',
        summary: "List everyone's hours",
        description: 'People with a task that has ended or approved work, sorted by name.',
        params: HoursParams,
        querystring: HoursQuery,
        response: { 200: Ref(HoursPage) },
      },
    },
    (request) => hoursPage(db.read, projectRoleOf(request).scope, request.query),
  );

  app.get(
    '/api/projects/:pid/hours-summary',
    {
      config: { access: 'project:owner', deputies: ['viewer'], scope: 'people:read' },
      schema: {
        tags: ['Hours'],
        operationId: 'get_hours_summary',
        summary: 'Count who has hours and who has a certificate',
        params: HoursParams,
        response: { 200: Ref(HoursSummary) },
      },
    },
    (request) => hoursSummary(db.read, projectRoleOf(request).scope),
  );

  app.get(
    '/api/projects/:pid/hours.csv',
    {
      config: { access: 'project:owner', deputies: ['viewer'], scope: 'people:read' },
      schema: {
        tags: ['Hours'],
        operationId: 'export_hours',
        summary: "Export everyone's hours as CSV",
        produces: ['text/csv'],
        params: HoursParams,
        querystring: HoursFileQuery,
        response: { 200: Type.String({ description: 'CSV in UTF-8 with a header line.' }) },
      },
    },
    async (request, reply) => {
      const { scope } = projectRoleOf(request);
      const header = hoursColumns(request.query.language ?? 'en');
      return sendCsv(reply, `${scope.pid}-hours.csv`, header, hoursLines(db.read, scope));
    },
  );

  const own = { access: 'project:signed_in' } as const;
  app.get(
    '/api/projects/:pid/hours/:uid',
    {
      config: own,
      schema: {
        tags: ['Hours'],
        operationId: 'get_hours',
        summary: "Read a person's statement of hours",
        description: "The caller's own; owners can read everyone's.",
        params: StatementParams,
        response: { 200: Ref(HoursStatement) },
      },
    },
    (request) => statementOf(db.read, scopeOf(request, request.params.uid), request.params.uid),
  );

  app.get(
    '/api/projects/:pid/hours/:uid/statement.csv',
    {
      config: own,
      schema: {
        tags: ['Hours'],
        operationId: 'export_statement',
        summary: "Export a person's statement of hours as CSV",
        produces: ['text/csv'],
        params: StatementParams,
        querystring: HoursFileQuery,
        response: { 200: Type.String({ description: 'CSV in UTF-8 with a header line.' }) },
      },
    },
    async (request, reply) => {
      const { uid, pid } = request.params;
      const scope = scopeOf(request, uid);
      const { header, rows } = await statementTable(db.read, scope, uid, request.query.language ?? 'en');
      return sendCsv(reply, `${pid}-hours-statement.csv`, header, rows);
    },
  );

  app.get(
    '/api/projects/:pid/hours/:uid/statement.pdf',
    {
      config: own,
      schema: {
        tags: ['Hours'],
        operationId: 'print_statement',
        summary: "Export a person's statement of hours as PDF",
        produces: ['application/pdf'],
        params: StatementParams,
        querystring: HoursFileQuery,
        response: { 200: Type.Unsafe<Buffer>({ type: 'string', format: 'binary', description: 'PDF' }) },
      },
    },
    async (request, reply) => {
      const { uid, pid } = request.params;
      limiter.perProcess(reply, limits.documents, callerOf(request).uid);
      const options = { language: request.query.language ?? 'en', now: timestamp(clock.now()) };
      const document = await statementPdf(db.read, scopeOf(request, uid), uid, options);
      return sendPdf(reply, `${pid}-hours.pdf`, await printer.print(document));
    },
  );
}
