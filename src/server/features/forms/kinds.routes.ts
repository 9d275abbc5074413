import type { App } from '../../http/app.ts';
import { pageRequest } from '../../http/paging.ts';
import { Ref } from '../../lib/schema.ts';
import { FormKindPage, FormKindQuery } from './kinds.schema.ts';
import { describeKinds } from './kinds.service.ts';

export function kindRoutes(app: App): void {
  app.get(
    '/api/form-kinds',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Forms'],
        operationId: 'list_form_kinds',
        summary: 'List the kinds of forms that owners can create',
        description: 'In the same order as in the web app, each with its settings and fields.',
        querystring: FormKindQuery,
        response: { 200: Ref(FormKindPage) },
      },
    },
    async (request) => {
      const { limit, after, page } = pageRequest(request.query, { kind: 'text' });
      const kinds = describeKinds();
      const start = kinds.findIndex(({ kind }) => kind === after?.kind) + 1;
      return page(kinds.slice(start, start + limit + 1));
    },
  );
}
