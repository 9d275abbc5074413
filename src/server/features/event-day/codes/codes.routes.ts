import { actorOf, callerOf, projectRoleOf } from '../../../auth/gate.ts';
import type { App } from '../../../http/app.ts';
import { Ref } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import { CheckedIn, CheckIn, CodeParams, PersonalCode, PlaceCodeParams, PlaceCodes } from './codes.schema.ts';
import { checkIn, codeOf, placeCodes } from './codes.service.ts';

export function codeRoutes(app: App, services: Services): void {
  app.get(
    '/api/projects/:pid/me/code',
    {
      config: { access: 'project:signed_in' },
      schema: {
        tags: ['Event day'],
        operationId: 'get_own_code',
        summary: "Read the caller's QR code for the desk",
        description: 'For people in the project. The code never changes.',
        params: CodeParams,
        response: { 200: Ref(PersonalCode) },
      },
    },
    (request) => codeOf(services, projectRoleOf(request).scope, callerOf(request).uid),
  );

  app.get(
    '/api/projects/:pid/place-codes',
    {
      config: { access: 'project:planner', deputies: ['desk'] },
      schema: {
        tags: ['Event day'],
        operationId: 'list_place_codes',
        summary: 'List QR codes of all locations, to print and put up',
        description: 'A person who opens the link checks in to their task at that location.',
        params: CodeParams,
        response: { 200: Ref(PlaceCodes) },
      },
    },
    async (request) => ({ data: await placeCodes(services, projectRoleOf(request).scope) }),
  );

  app.post(
    '/api/projects/:pid/places/:place/check-in',
    {
      config: { access: 'project:signed_in', problems: ['no_task_here'] },
      schema: {
        tags: ['Event day'],
        operationId: 'check_in',
        summary: 'Check in at a location',
        description:
          "For the caller's task at the location, from 20 minutes before its start until its end. 409 if there is none.",
        params: PlaceCodeParams,
        body: CheckIn,
        response: { 200: Ref(CheckedIn) },
      },
    },
    (request) =>
      checkIn(services, {
        ...actorOf(request, services.clock),
        place: request.params.place,
        code: request.body.code,
      }),
  );
}
