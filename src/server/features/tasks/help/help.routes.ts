import type { App } from '../../../http/app.ts';
import { actorOf, projectRoleOf } from '../../../auth/gate.ts';
import type { Once } from '../../../auth/idempotency.ts';
import type { Db } from '../../../db/db.ts';
import type { Clock } from '../../../lib/clock.ts';
import { Ref } from '../../../lib/schema.ts';
import type { Keyring } from '../../../lib/seal.ts';
import { ruleProblems } from '../attendance/attendance.routes.ts';
import { TaskParams } from '../tasks.schema.ts';
import {
  HelpAnswer,
  HelpAsked,
  HelpCandidates,
  HelpQuery,
  HelpRequestPage,
  HelpResult,
  NewHelpRequest,
} from './help.schema.ts';
import { answerHelp, askForHelp, countHelpers, requestsFor } from './help.service.ts';

type Services = { db: Db; clock: Clock; keys: Keyring; once: Once };

export function helpRoutes(app: App, services: Services): void {
  const { clock, keys, once } = services;
  app.post(
    '/api/projects/:pid/tasks/:id/help-requests',
    {
      config: {
        access: 'project:planner',
        scope: 'tasks:write',
        problems: ['task_full', 'not_allowed', 'idempotency_key_reused'],
      },
      schema: {
        tags: ['Tasks'],
        operationId: 'ask_for_help',
        summary: 'Ask people to help with a task',
        description:
          "For owners, and chiefs of the task's team. Asks people in the project who can take a place: members " +
          'of the team first, then those who were asked longest ago or never and those with the fewest tasks. Nobody ' +
          'is asked more than 3 times in 24 hours, and at most 200 people of a project are asked within an hour.',
        params: TaskParams,
        body: NewHelpRequest,
        response: { 201: Ref(HelpAsked) },
      },
    },
    async (request, reply) => {
      reply.code(201);
      const asking = { ...actorOf(request, clock), id: request.params.id };
      return once(request, reply, async (trx, { roles }) => ({
        asked: await askForHelp(trx, keys, asking, roles, request.body.people),
      }));
    },
  );

  app.get(
    '/api/projects/:pid/tasks/:id/help-requests',
    {
      config: { access: 'project:planner', scope: 'tasks:read' },
      schema: {
        tags: ['Tasks'],
        operationId: 'list_help_requests',
        summary: 'List who was asked to help with a task',
        description: 'Sorted by name, with their answers.',
        params: TaskParams,
        querystring: HelpQuery,
        response: { 200: Ref(HelpRequestPage) },
      },
    },
    (request) => requestsFor(services, projectRoleOf(request), request.params.id, request.query),
  );

  app.get(
    '/api/projects/:pid/tasks/:id/help-candidates',
    {
      config: { access: 'project:planner', scope: 'tasks:read' },
      schema: {
        tags: ['Tasks'],
        operationId: 'count_help_candidates',
        summary: 'Count the people who can be asked to help with a task',
        description: 'By the same rules as asking them.',
        params: TaskParams,
        response: { 200: Ref(HelpCandidates) },
      },
    },
    async (request) => ({
      count: await countHelpers(services, { ...actorOf(request, clock), id: request.params.id }),
    }),
  );

  app.put(
    '/api/projects/:pid/tasks/:id/help-request',
    {
      config: { access: 'project:signed_in', problems: ruleProblems },
      schema: {
        tags: ['Tasks'],
        operationId: 'answer_help_request',
        summary: 'Say whether you can help with a task',
        description: 'With `yes` you join the task if it has a place left, without further approval.',
        params: TaskParams,
        body: HelpAnswer,
        response: { 200: Ref(HelpResult) },
      },
    },
    (request) => answerHelp(services, { ...actorOf(request, clock), id: request.params.id }, request.body.answer),
  );
}
