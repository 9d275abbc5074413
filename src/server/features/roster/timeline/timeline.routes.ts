import { actorOf } from '../../../auth/gate.ts';
import type { App } from '../../../http/app.ts';
import { Ref } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import { TimelinePage, TimelineParams, TimelineQuery } from './timeline.schema.ts';
import { timelineOf } from './timeline.service.ts';

export function timelineRoutes(app: App, services: Services): void {
  app.get(
    '/api/projects/:pid/people/:uid/timeline',
    {
      config: { access: 'project:planner' },
      schema: {
        tags: ['Projects'],
        operationId: 'list_person_timeline',
        summary: 'List what happened to a person in a project, and what they were sent',
        description:
          'Newest first: joining and leaving, tasks and marks, answers, hand-outs, and every notice and message with whether it ' +
          'arrived (kept for 90 days). Chiefs see what is about their teams, tasks of people in them, and messages they sent.',
        params: TimelineParams,
        querystring: TimelineQuery,
        response: { 200: Ref(TimelinePage) },
      },
    },
    (request) => timelineOf(services, actorOf(request, services.clock), request.params.uid, request.query),
  );
}
