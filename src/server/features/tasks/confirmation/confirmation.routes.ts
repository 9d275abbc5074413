import type { App } from '../../../http/app.ts';
import { actorOf, callerOf, projectRoleOf } from '../../../auth/gate.ts';
import type { Db } from '../../../db/db.ts';
import type { Clock } from '../../../lib/clock.ts';
import { Empty, Ref } from '../../../lib/schema.ts';
import { ProjectParams } from '../tasks.schema.ts';
import { ConfirmationQuery, ConfirmationQuestionPage, UnconfirmedPersonPage } from './confirmation.schema.ts';
import { confirmOwn, questionsTo, unconfirmedFor } from './confirmation.service.ts';

type Services = { db: Db; clock: Clock };

export function confirmationRoutes(app: App, services: Services): void {
  app.get(
    '/api/me/confirmations',
    {
      config: { translates: 'names', access: 'signed_in' },
      schema: {
        tags: ['Me'],
        operationId: 'list_confirmations',
        summary: 'List projects that ask the caller to confirm',
        description: "A project asks a few days before a person's first task (`confirm_days`), until they answer.",
        querystring: ConfirmationQuery,
        response: { 200: Ref(ConfirmationQuestionPage) },
      },
    },
    (request) => questionsTo(services, callerOf(request).uid, request.query),
  );

  app.put(
    '/api/projects/:pid/confirmation',
    {
      config: { access: 'project:signed_in' },
      schema: {
        tags: ['Tasks'],
        operationId: 'confirm_attendance',
        summary: 'Confirm that the caller is coming',
        description:
          "Confirms all tasks in the project that the caller has joined. If you can't come, leave the tasks.",
        params: ProjectParams,
        response: { 204: Empty("All of the caller's places are confirmed.") },
      },
    },
    async (request, reply) => {
      await confirmOwn(services.db, actorOf(request, services.clock));
      return reply.code(204).send();
    },
  );

  app.get(
    '/api/projects/:pid/unconfirmed',
    {
      config: { access: 'project:planner', deputies: ['viewer'], scope: 'tasks:read' },
      schema: {
        tags: ['Tasks'],
        operationId: 'list_unconfirmed',
        summary: "List who has not confirmed that they're coming",
        description:
          "People who were asked and haven't answered, sorted by name. Owners see everyone, chiefs see people " +
          'on the tasks of their teams.',
        params: ProjectParams,
        querystring: ConfirmationQuery,
        response: { 200: Ref(UnconfirmedPersonPage) },
      },
    },
    (request) => unconfirmedFor(services, projectRoleOf(request), request.query),
  );
}
