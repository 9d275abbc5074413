import type { App } from '../../http/app.ts';
import { callerOf } from '../../auth/gate.ts';
import { pageRequest } from '../../http/paging.ts';
import { Ref } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import { selectPrivateReads } from './private-reads.queries.ts';
import { PrivateReadPage, PrivateReadQuery } from './private-reads.schema.ts';
import { presentPrivateReads } from './private-reads.service.ts';

export function privateReadRoutes(app: App, { db }: Services): void {
  app.get(
    '/api/me/private-reads',
    {
      config: { access: 'signed_in' },
      schema: {
        tags: ['Me'],
        operationId: 'list_private_reads',
        summary: "List who has seen the caller's private data",
        description:
          "Every time somebody else viewed the caller's bank account, address, identity or private answers. " +
          'Views of contact details are listed once per reader, project and day. Newest first.',
        querystring: PrivateReadQuery,
        response: { 200: Ref(PrivateReadPage) },
      },
    },
    async (request) => {
      const { limit, after, page } = pageRequest(request.query, { id: 'text' });
      const rows = await selectPrivateReads(db.read, callerOf(request).uid, after?.id, limit + 1).execute();
      const { data, next } = page(rows);
      return { data: await presentPrivateReads(db.read, data), next };
    },
  );
}
