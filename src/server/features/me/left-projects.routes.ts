import type { App } from '../../http/app.ts';
import { callerOf } from '../../auth/gate.ts';
import { pageRequest } from '../../http/paging.ts';
import { Ref } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import { listAnswered, selectLeft } from './left-projects.queries.ts';
import { LeftProjectPage, LeftProjectsQuery } from './left-projects.schema.ts';

export function leftProjectRoutes(app: App, { db }: Services): void {
  app.get(
    '/api/me/left-projects',
    {
      config: { translates: 'names', access: 'signed_in' },
      schema: {
        tags: ['Me'],
        operationId: 'list_left_projects',
        summary: 'List projects in which the caller took part and is in no team',
        description: 'They left their teams, or helped without one. Their answers and hours stay available to them.',
        querystring: LeftProjectsQuery,
        response: { 200: Ref(LeftProjectPage) },
      },
    },
    async (request) => {
      const { uid } = callerOf(request);
      const { limit, after, page } = pageRequest(request.query, { name: 'text', pid: 'text' });
      const rows = await selectLeft(db.read, uid, limit, after);
      const answered = await listAnswered(
        db.read,
        uid,
        rows.map(({ pid }) => pid),
      );
      const formsIn = Map.groupBy(answered, ({ pid }) => pid);
      return page(rows, ({ pid, name, helped, worked }) => ({
        pid,
        name,
        helped: helped === 1,
        worked: worked === 1,
        forms: (formsIn.get(pid) ?? []).map(({ form, title }) => ({ form, title })),
      }));
    },
  );
}
