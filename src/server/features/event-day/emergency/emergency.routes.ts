import { actorOf, callerOf } from '../../../auth/gate.ts';
import { limits, personKey } from '../../../auth/rate-limits.ts';
import type { App } from '../../../http/app.ts';
import { Ref } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import { EmergencyOf, EmergencyParams } from './emergency.schema.ts';
import { lookUpEmergency } from './emergency.service.ts';

export function emergencyRoutes(app: App, services: Services): void {
  app.get(
    '/api/projects/:pid/people/:uid/emergency',
    {
      config: { access: 'project:safety', stepUp: true, problems: ['not_allowed', 'too_many_requests'] },
      schema: {
        tags: ['Event day'],
        operationId: 'get_emergency_of',
        summary: "Look up a person's emergency contacts",
        description:
          'The audit log records every look, and the person sees it in `GET /api/me/private-reads`. Until 30 days after ' +
          'the event, at most 60 an hour, in a browser with a sign-in or a confirmation within the last 15 minutes. Empty for ' +
          'somebody whom others have added, until they do something in the project or save their contacts again.',
        params: EmergencyParams,
        response: { 200: Ref(EmergencyOf) },
      },
    },
    async (request, reply) => {
      await services.limiter.shared(reply, limits.emergencyLooks, personKey(callerOf(request)));
      return lookUpEmergency(services, actorOf(request, services.clock), request.params.uid);
    },
  );
}
