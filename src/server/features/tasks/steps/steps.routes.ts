import type { App } from '../../../http/app.ts';
import { actorOf } from '../../../auth/gate.ts';
import type { Db } from '../../../db/db.ts';
import { Empty } from '../../../lib/schema.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { StepParams } from './steps.schema.ts';
import { undoStep } from './undo.service.ts';

type Services = { db: Db; clock: Clock; keys: Keyring };

export function stepRoutes(app: App, { db, clock, keys }: Services): void {
  app.post(
    '/api/projects/:pid/planning-steps/:id/undo',
    {
      config: { access: 'project:planner', scope: 'tasks:write', problems: ['step_overtaken', 'step_undone'] },
      schema: {
        tags: ['Tasks'],
        operationId: 'undo_planning_step',
        summary: 'Undo a planning step',
        description:
          'Undoes a change to a series, an import, a copied day or a change of several tasks, and gives people ' +
          'back the places they lost. For the person who made the step, and owners. If something has changed ' +
          'since, nothing happens and `errors` says what. People whose plan changes are notified. Steps are ' +
          'kept for 7 days.',
        params: StepParams,
        response: { 204: Empty('Step undone.') },
      },
    },
    async (request, reply) => {
      await undoStep(db, { ...actorOf(request, clock), keys }, request.params.id);
      return reply.code(204).send();
    },
  );
}
