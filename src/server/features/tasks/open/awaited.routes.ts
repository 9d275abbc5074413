import type { App } from '../../../http/app.ts';
import { callerOf } from '../../../auth/gate.ts';
import type { Db } from '../../../db/db.ts';
import { pageRequest } from '../../../http/paging.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Clock } from '../../../lib/clock.ts';
import { Ref } from '../../../lib/schema.ts';
import { selectAwaited } from './awaited.queries.ts';
import { AwaitedTaskPage, AwaitedTaskQuery } from './awaited.schema.ts';

type Services = { db: Db; clock: Clock };

export function awaitedTaskRoutes(app: App, { db, clock }: Services): void {
  app.get(
    '/api/me/awaited-tasks',
    {
      config: { translates: 'names', access: 'signed_in' },
      schema: {
        tags: ['Me'],
        operationId: 'list_awaited_tasks',
        summary: 'List tasks where the caller might get a place',
        description:
          'Tasks where the caller is on the waiting list, has requested a place, or was asked to help, ordered by start time.',
        querystring: AwaitedTaskQuery,
        response: { 200: Ref(AwaitedTaskPage) },
      },
    },
    async (request) => {
      const { limit, after, page } = pageRequest(request.query, { starts_at: 'time', id: 'text' });
      const { uid } = callerOf(request);
      const rows = await selectAwaited(db.read, uid, timestamp(clock.now()), after, limit + 1);
      return page(rows, ({ waiting_uid, requested_uid, asked_uid, rank, offered_until, ...task }) => ({
        ...task,
        asked: asked_uid !== null,
        requested: requested_uid !== null,
        waiting: waiting_uid === null ? null : { position: Number(rank), offered_until },
      }));
    },
  );
}
