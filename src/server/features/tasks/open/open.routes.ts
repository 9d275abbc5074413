import type { App } from '../../../http/app.ts';
import { callerOf } from '../../../auth/gate.ts';
import { failField } from '../../../errors.ts';
import { encodeCursor, pageRequest } from '../../../http/paging.ts';
import type { CursorKey } from '../../../http/paging.ts';
import { Ref } from '../../../lib/schema.ts';
import { OpenTaskPage, OpenTaskQuery } from './open.schema.ts';
import { openTasks } from './open.service.ts';
import type { OpenServices } from './open.service.ts';

const cursorKey = { rank: 'text', starts_at: 'time', id: 'text' } as const;

export function openTaskRoutes(app: App, services: OpenServices): void {
  app.get(
    '/api/me/open-tasks',
    {
      config: { translates: 'names', access: 'signed_in' },
      schema: {
        tags: ['Me'],
        operationId: 'list_open_tasks',
        summary: 'List tasks that the caller can take',
        description:
          'Tasks of current projects with free places that the caller can join, most needed first: by how many ' +
          'people are missing, then by start time; with `order=time` by start time. People without a team get the tasks that are open to ' +
          'everyone. A page can have fewer tasks than requested even if there are more.',
        querystring: OpenTaskQuery,
        response: { 200: Ref(OpenTaskPage) },
      },
    },
    async (request) => {
      const { limit, after } = pageRequest(request.query, cursorKey);
      const { order = 'need' } = request.query;
      const asked = { ...request.query, order, after: after && placeOf(after), limit };
      const { data, last } = await openTasks(services, callerOf(request), asked);
      const next = last === undefined ? null : encodeCursor([String(last.rank), last.starts_at, last.id]);
      return { data, next };
    },
  );
}

function placeOf({ rank, starts_at, id }: CursorKey<keyof typeof cursorKey>) {
  if (!/^(?:0|-\d{1,5})$/.test(rank)) failField('/querystring/cursor', 'is not a cursor of this list');
  return { rank: Number(rank), starts_at, id };
}
