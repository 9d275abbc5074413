import { actorOf } from '../../../auth/gate.ts';
import type { App } from '../../../http/app.ts';
import { Ref } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import { ReceivedNoticePage, ReceivedNoticeParams, ReceivedNoticeQuery } from './received.schema.ts';
import { receivedBy } from './received.service.ts';

export function receivedRoutes(app: App, services: Services): void {
  app.get(
    '/api/projects/:pid/people/:uid/notices',
    {
      config: { access: 'project:planner' },
      schema: {
        tags: ['Projects'],
        operationId: 'list_received_notices',
        summary: 'List what a person got about a project',
        description:
          'Newest first, with whether it arrived. Chiefs see what is about their teams and tasks, and messages they sent. ' +
          'Kept for 90 days.',
        params: ReceivedNoticeParams,
        querystring: ReceivedNoticeQuery,
        response: { 200: Ref(ReceivedNoticePage) },
      },
    },
    (request) => receivedBy(services, actorOf(request, services.clock), request.params.uid, request.query),
  );
}
