import { actorOf, projectRoleOf } from '../../../auth/gate.ts';
import type { App } from '../../../http/app.ts';
import { Ref } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import { NewRollCall, NewRollCallMarks, RollCall, RollCallParams, RollCallResults } from './roll-call.schema.ts';
import { beginRollCall, markRollCall, readRollCall } from './roll-call.service.ts';

export function rollCallRoutes(app: App, services: Services): void {
  app.get(
    '/api/projects/:pid/roll-call',
    {
      config: { access: 'project:safety' },
      schema: {
        tags: ['Event day'],
        operationId: 'get_roll_call',
        summary: 'List who is on site',
        description:
          'People who were scanned in at the gate and not out again, and people who are at a task now. Up to 20,000 people.',
        params: RollCallParams,
        response: { 200: Ref(RollCall) },
      },
    },
    (request) => readRollCall(services, projectRoleOf(request).scope),
  );

  app.put(
    '/api/projects/:pid/roll-call',
    {
      config: { access: 'project:safety' },
      schema: {
        tags: ['Event day'],
        operationId: 'start_roll_call',
        summary: 'Start a roll call',
        description: 'Clears the ticks of the one before.',
        params: RollCallParams,
        body: NewRollCall,
        response: { 200: Ref(RollCall) },
      },
    },
    async (request) => {
      await beginRollCall(services, actorOf(request, services.clock), request.body.after);
      return readRollCall(services, projectRoleOf(request).scope);
    },
  );

  app.post(
    '/api/projects/:pid/roll-call/marks',
    {
      config: { access: 'project:safety' },
      schema: {
        tags: ['Event day'],
        operationId: 'mark_roll_call',
        summary: 'Tick people in the roll call',
        description:
          'Several people can tick at once, and send ticks later that they made offline: the latest one of a person counts.',
        params: RollCallParams,
        body: NewRollCallMarks,
        response: { 200: Ref(RollCallResults) },
      },
    },
    (request) => markRollCall(services, actorOf(request, services.clock), request.body),
  );
}
