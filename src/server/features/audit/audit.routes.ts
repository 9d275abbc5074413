import type { App } from '../../http/app.ts';
import { callerOf } from '../../auth/gate.ts';
import { sendCsv } from '../../http/csv.ts';
import type { Cell } from '../../http/csv.ts';
import { pageRequest } from '../../http/paging.ts';
import { Ref, Type } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import { admitToAudit, presentAudit, walkAudit } from './audit-log.service.ts';
import { selectAudit } from './audit.queries.ts';
import { AuditFilter, AuditPage, AuditQuery } from './audit.schema.ts';
import type { AuditRecord } from './audit.schema.ts';

const description =
  "Every change of rights, teams, money, forms and people's data, and every read of somebody else's private data. " +
  'Administrators see all of it; owners, with `project`, what was done in their own project.';

const columns = [
  'id',
  'at',
  'actor',
  'actor_name',
  'token',
  'token_name',
  'kind',
  'project',
  'project_name',
  'subject',
  'subject_name',
  'team_name',
  'task_title',
  'task_starts_at',
  'task_ends_at',
  'form_title',
  'credential_name',
  'detail',
] as const satisfies (keyof AuditRecord)[];

export function auditRoutes(app: App, { db, projectRoles }: Services): void {
  app.get(
    '/api/audit',
    {
      config: { access: 'signed_in', problems: ['forbidden', 'not_found'] },
      schema: {
        tags: ['Audit'],
        operationId: 'list_audit',
        summary: 'Read the audit log',
        description: `${description} Unless \`order\` is \`oldest\`, newest first.`,
        querystring: AuditQuery,
        response: { 200: Ref(AuditPage) },
      },
    },
    async (request) => {
      const selection = await admitToAudit(projectRoles, callerOf(request), request.query);
      const { limit, after, page } = pageRequest(request.query, { id: 'text' });
      const { order } = request.query;
      const { data, next } = page(await selectAudit(db.read, selection, limit + 1, after?.id, order).execute());
      return { data: await presentAudit(db.read, data), next };
    },
  );

  app.get(
    '/api/audit.csv',
    {
      config: { access: 'signed_in', problems: ['forbidden', 'not_found'] },
      schema: {
        tags: ['Audit'],
        operationId: 'export_audit',
        summary: 'Read the audit log as CSV',
        description: `${description} Newest first. The same columns as the JSON; \`detail\` is JSON in its cell.`,
        produces: ['text/csv'],
        querystring: AuditFilter,
        response: { 200: Type.String({ description: 'UTF-8, safe to open in a spreadsheet.' }) },
      },
    },
    async (request, reply) => {
      const selection = await admitToAudit(projectRoles, callerOf(request), request.query);
      async function* rows(): AsyncGenerator<Cell[]> {
        for await (const record of walkAudit(db.read, selection)) {
          yield columns.map((name) => (name === 'detail' ? JSON.stringify(record.detail) : record[name]));
        }
      }
      return sendCsv(reply, 'audit.csv', columns, rows());
    },
  );
}
