import type { App } from '../../http/app.ts';
import { actorOf, callerOf, projectRoleOf } from '../../auth/gate.ts';
import { Ref } from '../../lib/schema.ts';
import type { Services } from '../../services.ts';
import { Availability, AvailabilityParams, NewAvailability } from './availability.schema.ts';
import { availabilityOf, changeAvailability } from './availability.service.ts';

export function availabilityRoutes(app: App, { db, clock }: Services): void {
  app.get(
    '/api/projects/:pid/availability',
    {
      config: { access: 'project:signed_in' },
      schema: {
        tags: ['Tasks'],
        operationId: 'get_availability',
        summary: "Read the caller's availability in a project",
        description: 'People are available unless they say otherwise.',
        params: AvailabilityParams,
        response: { 200: Ref(Availability) },
      },
    },
    (request) => availabilityOf(db.read, projectRoleOf(request).scope, callerOf(request).uid),
  );

  app.put(
    '/api/projects/:pid/availability',
    {
      config: { access: 'project:signed_in', problems: ['not_allowed'] },
      schema: {
        tags: ['Tasks'],
        operationId: 'set_availability',
        summary: "Set the caller's availability in a project",
        description:
          'People can still join tasks at any time. Draft plans and requests for help respect their ' +
          'availability, and organisers see it. For people and helpers of the project, and for everyone while ' +
          'there are upcoming tasks that are open to everyone (otherwise 403).',
        params: AvailabilityParams,
        body: NewAvailability,
        response: { 200: Ref(Availability) },
      },
    },
    (request) => changeAvailability(db, actorOf(request, clock), request.body),
  );
}
