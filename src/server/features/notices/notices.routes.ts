import type { App } from '../../http/app.ts';
import { callerOf } from '../../auth/gate.ts';
import type { Db } from '../../db/db.ts';
import type { Clock } from '../../lib/clock.ts';
import { pageRequest } from '../../http/paging.ts';
import { Empty, Ref } from '../../lib/schema.ts';
import { listNotices } from './notices.queries.ts';
import { NoticePage, NoticeQuery, ReadNotices } from './notices.schema.ts';
import { presentNotice, readUpTo, unreadNotices } from './notices.service.ts';

type Services = { db: Db; clock: Clock };

export function noticeRoutes(app: App, services: Services): void {
  const { db } = services;
  const countUnread = unreadNotices(db);

  app.get(
    '/api/me/notices',
    {
      config: { translates: 'names', access: 'signed_in' },
      schema: {
        tags: ['Notices'],
        operationId: 'list_notices',
        summary: "List the caller's notices",
        description: 'Newest first. Notices are kept for 90 days.',
        querystring: NoticeQuery,
        response: { 200: Ref(NoticePage) },
      },
    },
    async (request) => {
      const { uid } = callerOf(request);
      const { limit, after, page } = pageRequest(request.query, { id: 'text' });
      const [rows, unread] = await Promise.all([listNotices(db.read, uid, after?.id, limit + 1), countUnread(uid)]);
      const { data, next } = page(rows);
      return { data: data.flatMap(presentNotice), next, unread };
    },
  );

  app.put(
    '/api/me/notices/read',
    {
      config: { access: 'signed_in' },
      schema: {
        tags: ['Notices'],
        operationId: 'read_notices',
        summary: 'Mark notices as read',
        description: 'Marks the notice `up_to` and all older ones. Newer ones stay unread.',
        body: ReadNotices,
        response: { 204: Empty('Notices marked as read.') },
      },
    },
    async (request, reply) => {
      await readUpTo(services, callerOf(request).uid, request.body.up_to);
      return reply.code(204).send();
    },
  );
}
