import { actorOf, callerOf, projectRoleOf } from '../../../auth/gate.ts';
import type { Confirmed } from '../../../auth/confirm.ts';
import type { Trx } from '../../../db/db.ts';
import type { App } from '../../../http/app.ts';
import { Empty, Ref } from '../../../lib/schema.ts';
import type { Services } from '../../../services.ts';
import { personalRules } from '../../tasks/attendance/placement.policy.ts';
import { AttendeeParams } from '../../tasks/attendance/attendance.schema.ts';
import { NewHelpRequest } from '../../tasks/help/help.schema.ts';
import { TaskParams } from '../../tasks/tasks.schema.ts';
import { AskedToReplace, Now, NowParams, Replacement, SubstituteList, SubstituteQuery } from './now.schema.ts';
import { readNow } from './now.service.ts';
import { askForReplacement, prepareReplacement, replace, substitutesFor } from './replacement.service.ts';

export function nowRoutes(app: App, services: Services): void {
  app.get(
    '/api/projects/:pid/now',
    {
      config: { translates: 'names', access: 'project:planner', deputies: ['desk', 'safety'] },
      schema: {
        tags: ['Event day'],
        operationId: 'get_now',
        summary: 'Read current and upcoming tasks with attendance',
        description:
          'Tasks that the caller plans: in progress, ended within the last hour, or starting within 4 hours. ' +
          'When contact details are shown, the person sees it in `GET /api/me/private-reads`.',
        params: NowParams,
        response: { 200: Ref(Now) },
      },
    },
    (request) => readNow(services, projectRoleOf(request), callerOf(request)),
  );

  app.get(
    '/api/projects/:pid/tasks/:id/substitutes',
    {
      config: { access: 'project:planner' },
      schema: {
        tags: ['Event day'],
        operationId: 'list_substitutes',
        summary: 'List people who can take a place on a task',
        description:
          "For owners, and chiefs of the task's team, who see people in their teams and on their tasks. Lists up to 500 " +
          'available people: members of the team first, people who are already at the event before others, and those ' +
          'with the fewest tasks before those with more.',
        params: TaskParams,
        querystring: SubstituteQuery,
        response: { 200: Ref(SubstituteList) },
      },
    },
    (request) => {
      const { limit = 500 } = request.query;
      const wanted = { viewer: callerOf(request).uid, id: request.params.id, limit };
      return substitutesFor(services, projectRoleOf(request), wanted);
    },
  );

  app.put(
    '/api/projects/:pid/tasks/:id/attendees/:uid/replacement',
    {
      config: { access: 'project:planner', problems: ['task_full', ...personalRules, 'not_allowed'] },
      schema: {
        tags: ['Event day'],
        operationId: 'replace_attendee',
        summary: "Replace a person who isn't there",
        description:
          "For owners, and chiefs of the task's team. Marks the person as a no-show or as having left. Their " +
          'place is free; if they come after all, they get it back unless it is taken.',
        params: AttendeeParams,
        body: Replacement,
        response: { 204: Empty('Place given to somebody else, or opened.') },
      },
    },
    async (request) => {
      const { id, uid: attendee } = request.params;
      await replace(services, { ...actorOf(request, services.clock), id, attendee, by: request.body.by });
    },
  );

  app.post(
    '/api/projects/:pid/tasks/:id/attendees/:uid/replacement',
    {
      config: { access: 'project:planner', problems: ['not_allowed', 'idempotency_key_reused'] },
      schema: {
        tags: ['Event day'],
        operationId: 'ask_for_replacement',
        summary: "Ask people to replace a person who isn't there",
        description:
          'Like `replace_attendee`, and the first person to say yes gets the place. Asks nobody if it goes to ' +
          'the waiting list.',
        params: AttendeeParams,
        body: NewHelpRequest,
        response: { 201: Ref(AskedToReplace) },
      },
    },
    async (request, reply) => {
      const { id, uid: attendee } = request.params;
      const wanted = { ...actorOf(request, services.clock), id, attendee };
      await prepareReplacement(services, wanted);
      const { people } = request.body;
      const ask = (trx: Trx, { roles }: Confirmed) => askForReplacement(trx, services.keys, wanted, roles, people);
      return services.once(request, reply, ask, [attendee]);
    },
  );
}
