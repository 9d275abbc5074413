import type { App } from '../../http/app.ts';
import { callerOf } from '../../auth/gate.ts';
import { timestamp } from '../../lib/clock.ts';
import { pageRequest } from '../../http/paging.ts';
import { Empty, Ref } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import { listSessions } from './sessions.queries.ts';
import { SessionPage, SessionParams, SessionQuery } from './sessions.schema.ts';
import { clearSessionCookie, endSession, endAllSessions } from './sessions.service.ts';

export function sessionRoutes(app: App, services: Services): void {
  const { db, config, clock } = services;

  app.get(
    '/api/me/sessions',
    {
      config: { access: 'signed_in' },
      schema: {
        tags: ['Me'],
        operationId: 'list_sessions',
        summary: "List the caller's signed-in browsers",
        description: 'Newest first.',
        querystring: SessionQuery,
        response: { 200: Ref(SessionPage) },
      },
    },
    async (request) => {
      const { limit, after, page } = pageRequest(request.query, { id: 'text' });
      const { uid, credential } = callerOf(request);
      const rows = await listSessions(db.read, uid, timestamp(clock.now()), limit, after?.id);
      return page(rows, (row) => ({ ...row, current: credential.kind === 'session' && row.id === credential.id }));
    },
  );

  app.delete(
    '/api/me/sessions/:id',
    {
      config: { access: 'signed_in' },
      schema: {
        tags: ['Me'],
        operationId: 'end_session',
        summary: 'Sign out a browser',
        params: SessionParams,
        response: { 204: Empty('Browser signed out.') },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      await endSession(services, caller, request.params.id);
      if (request.params.id === caller.credential.id) clearSessionCookie(reply, config);
    },
  );

  app.delete(
    '/api/me/sessions',
    {
      config: { access: 'signed_in' },
      schema: {
        tags: ['Me'],
        operationId: 'remove_all_sessions',
        summary: 'Sign out everywhere',
        description:
          'Ends all browser sessions and API tokens of the caller at once, including this one, and all unused ' +
          'sign-in links and one-time credentials.',
        response: { 204: Empty('Signed out everywhere.') },
      },
    },
    async (request, reply) => {
      await endAllSessions(services, callerOf(request));
      return clearSessionCookie(reply, config).code(204).send();
    },
  );
}
