import { projectRoleOf } from '../../../auth/gate.ts';
import type { App } from '../../../http/app.ts';
import { sendCsv } from '../../../http/csv.ts';
import { Type } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import { ClaimsParams } from '../claims/claims.schema.ts';
import { bookColumns, bookEntries } from './books.service.ts';

export function bookRoutes(app: App, { db }: Services): void {
  app.get(
    '/api/projects/:pid/claims.csv',
    {
      config: { access: 'project:finance' },
      schema: {
        tags: ['Money'],
        operationId: 'export_claims',
        summary: 'Export all claims and payments for bookkeeping as CSV',
        description:
          'A line for each claim that was sent, with its budget, who decided it, and when it was paid, and a line for each person ' +
          'who was paid travel money by the table. Amounts are in major units (12.90), not in minor units.',
        produces: ['text/csv'],
        params: ClaimsParams,
        response: { 200: Type.String({ description: 'CSV in UTF-8 with a header line.' }) },
      },
    },
    async (request, reply) => {
      const { scope } = projectRoleOf(request);
      return sendCsv(reply, `${scope.pid}-claims.csv`, bookColumns, bookEntries(db.read, scope));
    },
  );
}
